"""`/alpha rules`: the rules page by page, with pictures.

Source: games/alpha/RULES.md and docs/rulings/alpha.md."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.alpha.actions import SLOTS
from games.alpha.cards import CORE
from games.alpha.decks import SHIPPED
from games.alpha.options import read_options
from games.alpha.scene import TITLE, pile, scene
from games.alpha.state import ACTION, COMBAT, Creature, Side, State, new_state
from games.alpha.view import view
from games.core.pages import Page
from games.core.scene import Mark, Scene

IDEA = """\
You against the bot. Both have a deck of thirty cards and five slots.

Summon **Creatures**, attack, and use **Objects** to hurt or destroy what stands opposite. There are no life \
points: **whoever has no Creature left in deck, hand and battlefield loses.** So every creature counts, and \
*Creatures left* tells how many each side still has.

**In the picture** your row is below, with your hand beneath it. On a card, the number in gold is its cost, \
the diamond its attack, the circle its health; a red circle means that some health is gone."""

CARDS = """\
**Creatures** go into an empty slot of yours and stay there until they are destroyed. The slot is yours to \
choose; slots are all alike, and nobody moves.

**Objects** act at once on one creature, yours or the opponent's, and are used up: so many points of damage, \
or destruction. Without a creature on the battlefield there is nothing to aim at.

Damage stays; nothing heals. What has no health left goes to its owner's Discard.

**In the picture** are the sixteen shipped cards. Your own decks may bring cards of their own."""

TURN = """\
1. **Energy and draw.** Your energy grows by one each turn of yours, 1 in the first, 2 in the second, and is \
filled up; what you leave is lost. Then you draw a card. With an empty deck you draw nothing, and that is all.
2. **Action Phase.** Play what you can pay, in any order. *End the Action Phase* goes on; no way leads back.
3. **Combat Phase.** Each of your creatures may attack once, also in the turn in which it came.
4. *End the turn*, and the bot is next.

Nothing interrupts a turn. There is no limit to your hand or to your energy.

**In the picture** you have 3 energy: the cards with a green frame can be paid."""

COMBAT_TEXT = """\
Attacks are made one after the other, and each one counts at once. Any opposing slot may be attacked, by \
several too.

- **A creature**: both lose the other's attack in health at the same time. What is too much is lost.
- **An empty slot**: *pressure*. It uses up the attack and does nothing else.

You need not attack. A 2/5 that hits a 3/3 leaves a 3/1 behind and keeps 2 health: think of who strikes next.

**In the picture** the Ox is about to attack; the frames in red are the creatures that it can hit."""

END = """\
After combat, and only then, both sides are judged. Who has no Creature in **deck, hand and battlefield** \
has lost; Discard does not count. If neither side has one, it is a draw.

It is also a draw after 20 turns in a row in which no card was played or drawn and no creature damaged, and \
after 200 turns.

**Hidden** are hands and the order of the decks. Everything else is open to all: both deck lists, energy, \
discards, all counts. *Discards* in your panel shows both piles.

**The bot** plays what it can afford, removes creatures where it can, and attacks when the exchange is to \
its advantage. It does not know your hand, and in the same place it always does the same."""

DECKS = """\
Four decks are shipped. Choose one with `deck`, and one for the bot with `opponent_deck`.

{shipped}

Your own deck is a file: thirty ids of cards, at least ten of them Creatures, and cards of your own if you \
like. `/alpha deck list` gives you one to begin from, `/alpha deck upload` checks it and names its faults, \
`/alpha deck show` draws it, `/alpha deck delete` removes it. Only you see your decks; in a match the list \
of a deck is open, as the rules want it."""

VARIANTS = """\
Two options change the rules. Both are off, and a match with them carries another ruleset id, so that \
records stay exact.

- **pressure: mill1** · an attack on an empty slot puts the top card of the opponent's deck into Discard \
(`alpha-fixed-0.1+mill1`). Whoever begins has a great advantage then.
- **summoning sickness: on** · a creature cannot attack in the turn in which it came \
(`alpha-fixed-0.1+sickness`).

**By text**: `play 3 1` puts the creature at place 3 of your hand into slot 1. `cast 4 o2` plays the object \
at place 4 on the opposing slot 2, `cast 4 m2` on your own. `attack 1 3` attacks with slot 1 the opposing \
slot 3. `end` leaves the phase."""


def rules_pages() -> tuple[Page, ...]:
    """The rules, page by page."""
    shipped = "\n".join(f"- **{deck.name}** · {deck.plan}" for deck in SHIPPED.values())
    return (
        Page(TITLE, IDEA, _drawn(_middle(ACTION))),
        Page("Cards", CARDS, pile("The sixteen cards", ((0, tuple(CORE.values())),))),
        Page("A turn", TURN, _drawn(_middle(ACTION))),
        Page("Combat", COMBAT_TEXT, _drawn(_middle(COMBAT), _aiming())),
        Page("The end", END),
        Page("Decks", DECKS.format(shipped=shipped)),
        Page("Variants and writing", VARIANTS),
    )


def _middle(phase: str) -> State:
    """A match in its fifth turn, made by hand."""
    start = new_state(read_options({}), bytes(32))
    own = _side((None, ("ox", 5), ("viper", 1), None, None), energy=3, hand=4, creatures=19)
    opposing = _side((("boar", 3), None, ("tortoise", 2), None, None), energy=0, hand=5, creatures=20)
    hand = tuple(CORE[card] for card in ("wolf", "bear", "spark", "boar"))
    table = msgspec.structs.replace(
        start.table, sides=(own, opposing), mover=0, phase=phase, ply=5, last=None
    )
    return msgspec.structs.replace(start, table=table, hands=(hand, ()))


def _side(slots: Sequence[tuple[str, int] | None], energy: int, hand: int, creatures: int) -> Side:
    there = tuple(
        Creature(CORE[slot[0]], number, slot[1], 0, 1) if slot else None for number, slot in enumerate(slots)
    )
    mask = sum(1 << slot for slot in range(SLOTS) if there[slot])
    return Side(there, mask, energy, 3, 22, hand, creatures, (CORE["hedgehog"],))


def _aiming() -> tuple[Mark, ...]:
    return (Mark("chosen", ("2m",)), Mark("strike", ("1o", "3o")))


def _drawn(state: State, marks: tuple[Mark, ...] = ()) -> Scene:
    return scene(view(state, 0), marks=marks)
