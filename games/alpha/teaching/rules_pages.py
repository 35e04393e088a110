"""The pages of `/alpha rules`, with pictures.

Source: games/alpha/RULES.md and docs/rulings/alpha.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from games.alpha.rules.actions import SLOTS
from games.alpha.rules.cards import CORE
from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.options import cards_of, read_options
from games.alpha.rules.state import ACTION, COMBAT, Creature, Side, State, new_state
from games.alpha.rules.view import View, view
from games.alpha.screen.scene import TITLE, pile, scene
from games.core.screen.pages import RulesPage, page_number
from games.core.screen.scene import Mark, Scene

IDEA = """\
You against the bot. You each have a deck of thirty cards and five slots. These are the rules of the *Alpha \
Fixed Ruleset v0.1*, to the letter.

Summon **Creatures**, attack, and use **Objects** to hurt or destroy the creatures on the board. There are \
no life points: **if you have no Creatures left in your deck, hand and battlefield, you lose.** So every \
creature counts, and *Creatures left* shows how many each side still has.

**In the picture** your row is at the bottom, with your hand below it. On a card, the gold number is its \
cost, the diamond its attack and the circle its health; a red circle means it has lost some health."""

CARDS = """\
**Creatures** go into one of your empty slots and stay there until they're destroyed. You choose the slot; \
all slots are alike, and creatures never change slots.

**Objects** act at once on one creature, yours or your opponent's, and are then used up: they deal damage or \
destroy. If there's no creature on the battlefield, you can't play one.

Damage stays; nothing heals. A creature with no health left goes to its owner's Discard.

**In the picture** are the sixteen shipped cards. Your own decks can add their own cards."""

TURN = """\
1. **Energy and draw.** Your energy limit grows by one each turn: 1 in your first turn, 2 in your second, \
and so on. Your energy fills up to the limit; anything you didn't spend is lost. Then you draw a card. If \
your deck is empty, you draw nothing, and that's all that happens.
2. **Action Phase.** Play any cards you can pay for, in any order. *End Action Phase* moves on to \
combat; there's no going back. When you've played your last card, it ends automatically. All slots are \
alike, so a creature goes into your first free one, and of creatures that are alike the first is offered, \
unless you choose *Another slot or target*.
3. **Combat Phase.** Each of your creatures may attack once, even in the turn it came in.
4. *End turn*, and it's the bot's turn. When none of your creatures can attack anymore, or there's \
nothing to attack, the turn ends automatically.

Nothing interrupts a turn. There's no limit to your hand or your energy.

**What the bot just did** is on the board as numbered signs at the edges of cards and slots: a circle where \
a creature came in, a diamond where one attacked, a star where something was hit, a cross where something \
was destroyed.

**In the picture** you have 3 energy: you can play the cards with a green frame."""

COMBAT_TEXT = """\
Attacks happen one after another, and each one takes effect at once. You can attack any of your opponent's \
slots, and more than one creature can attack the same slot.

- **A creature**: each loses health equal to the other's attack, at the same time. Extra damage is lost.
- **An empty slot**: *pressure*. It uses up the attack and does nothing else.

You don't have to attack. A 2/5 that hits a 3/3 leaves a 3/1 behind and keeps 2 health: think about who \
strikes next.

**In the picture** the Ox is about to attack; red frames mark the creatures it can hit."""

END = """\
The game checks for a winner after combat, and only then. If you have no Creatures in your **deck, hand and \
battlefield**, you lose; Discard doesn't count. If neither side has one, it's a draw.

It's also a draw after 20 turns in a row in which no card is played or drawn and no creature is damaged, and \
after 200 turns.

By these rules nothing reaches a hand: **a player who keeps a creature there can't lose**. So only \
*Skirmish* is rated, where pressing takes cards from the hand, too.

**Hidden**: hands, and the order of the decks. Everything else is open to everyone: both deck lists, energy, \
discards and all counts. *Deck lists* and *Discards* in your panel \
show them.

**The bot** plays what it can afford, removes creatures where it can, and attacks when the trade favors it. \
It doesn't know your hand, and in the same situation it always does the same thing. In Skirmish it presses, \
too. `hard` plans whole fights, and saves its best objects for your strongest creatures; `skilled` does the \
same with less patience."""

DECKS = """\
There are eight shipped decks, four for each version. Choose yours with `deck`, and the bot's with \
`opponent_deck`; a match with a deck of your choice is casual.

{shipped}

Your own deck has thirty cards, at least ten of them Creatures; a file can have cards of your own, too. \
`/alpha deck build` puts one together by buttons, `/alpha deck list` gives you a file to start from, \
`/alpha deck upload` checks yours and lists any mistakes, \
`/alpha deck show` draws it, `/alpha deck delete` removes it. Only you see your decks; in a match, though, \
the deck's list is open, as the rules require."""

SKIRMISH = """\
The author's rules ask for a new name whenever something changes. These rules are ours, not the author's: \
`skirmish/1`, the preset *Skirmish*, which is the one that can be rated, or `version: skirmish` with any \
decks. A match is over in 8 or 9 turns, and two things are different:

- **Pressure takes two cards.** An attack on an empty slot puts the top two cards of your opponent's deck \
into Discard. When the deck is empty, they come from the hand, what was drawn last first.
- **The second side is a step ahead.** The side that doesn't begin has 2, 3 and 4 energy in its first three \
turns, and 4 in its fourth. From then on both have the same.

So hold your ground: a creature that you keep in your hand doesn't save you anymore, and each enemy that you \
leave alone costs you two cards a turn. Pressing early is tempting, but destroying what presses is better.

`wild`, `pack`, `herd` and `ambush` are made for these rules. None of them beats another more than about 60 \
times in 100."""

VARIANTS = """\
Two options change the rules of v0.1. Both are off by default, and a match with either one has its own \
ruleset id, so that records stay exact. `/alpha play` has presets for them, *Pressure* and *Patience*; \
*Giants* gives both sides the deck of that name. All of these are casual.

- **pressure: mill1** · an attack on an empty slot puts the top card of the opponent's deck into Discard \
(`alpha-fixed-0.1+mill1`). If both press, the side that goes first scores 86 points out of 100; the bot's \
level `alpha` never presses by v0.1.
- **summoning sickness: on** · a creature can't attack in the turn it came in (`alpha-fixed-0.1+sickness`).

**By text**: `play 3 1` puts the creature at number 3 in your hand into slot 1. `cast 4 o2` plays the object \
at number 4 on the opposing slot 2, `cast 4 m2` on your own slot 2. `attack 1 3` attacks the opposing slot 3 \
with slot 1. `end` ends the phase."""


WELL = """\
The figures are from 1,000 matches of `hard` against itself.

**Count creatures.** You win by having some left when the bot has none. With more *Creatures left* after 10 \
turns each, it won 60 of 100 matches. Having them on the battlefield early brought nothing, and destroying \
one first didn't either (47): there's no hurry.

**Attack if you survive.** 92% of its attacks on creatures destroy, and 85% of those attackers live. 27% of \
the creatures that could attack one stay home instead.

**Objects to finish.** 88% of the ones it plays destroy at once. An Arrow leaves a Tiger 2 health, and then \
any small creature is enough: first Objects, then creatures, then attacks.

**Save your Pitfalls.** Its own hit creatures that cost 6.3 on average, those of `alpha` 4.6. A Pitfall on \
a Wolf is how you lose to a Mammoth.

**Energy.** It spends 79% of it in its first ten turns. A 2 and a 1 are often better than a 3 that you play \
next turn.

**In Skirmish, take the battlefield.** With more creatures there after 5 turns each it won 71 of 100, and \
54% of its attacks press.

**Know the bot.** `alpha` throws its Objects at the strongest creature they can destroy now, so send a Bear \
ahead of your Mammoth. `hard` lets several creatures attack a large one together, and by v0.1 `skilled` \
does, too.

**In the picture** your Arrow has left the Tiger 2 health. The Viper attacks it and both are destroyed: a 1 \
and an Arrow for a 5."""


@cache
def rules_pages() -> tuple[RulesPage, ...]:
    """Return the pages of the rules, in order."""
    shipped = "\n".join(f"- **{deck.name}** · {deck.plan}" for deck in SHIPPED.values())
    return (
        RulesPage(TITLE, IDEA, _draw(_middle(ACTION))),
        RulesPage("Cards", CARDS, pile("The sixteen cards", ((0, tuple(CORE.values())),))),
        RulesPage("A turn", TURN, _draw(_middle(ACTION))),
        RulesPage("Combat", COMBAT_TEXT, _draw(_middle(COMBAT), _aiming())),
        RulesPage("The end", END),
        RulesPage("Decks", DECKS.format(shipped=shipped)),
        RulesPage("Skirmish", SKIRMISH, pile("Wild, a deck for Skirmish", ((0, cards_of("wild")),))),
        RulesPage("Variants and typing", VARIANTS),
        RulesPage("How to play well", WELL, _draw(_finishing(), _finishing_marks())),
    )


def rules_page(seen: View) -> int:
    """Return the number of the page about the viewer's current phase, from 0."""
    return page_number(rules_pages(), _title_now(seen))


def _title_now(seen: View) -> str:
    if seen.table.outcome is not None:
        return "The end"
    if seen.who != seen.table.mover:
        return TITLE
    return "A turn" if seen.table.phase == ACTION else "Combat"


def _finishing() -> State:
    """Return a fight in the ninth turn in which a small creature finishes a large one."""
    middle = _middle(COMBAT)
    own = _side((("tortoise", 4), ("viper", 1), None, None, None), energy=0, hand=2, creatures=18)
    opposing = _side((None, ("tiger", 2), None, ("hedgehog", 2), None), energy=0, hand=3, creatures=18)
    own = msgspec.structs.replace(own, limit=5, discard=(*own.discard, CORE["arrow"]))
    opposing = msgspec.structs.replace(opposing, limit=5)
    table = msgspec.structs.replace(middle.table, sides=(own, opposing), ply=9)
    hand = tuple(CORE[card] for card in ("bear", "pitfall"))
    return msgspec.structs.replace(middle, table=table, hands=(hand, ()))


def _finishing_marks() -> tuple[Mark, ...]:
    return (Mark("chosen", ("2m",)), Mark("strike", ("2o",)))


def _middle(phase: str) -> State:
    """Return a match in its fifth turn, set up by hand."""
    start = new_state(read_options({}), bytes(32))
    own = _side((None, ("ox", 5), ("viper", 1), None, None), energy=3, hand=4, creatures=19)
    opposing = _side((("boar", 3), None, ("tortoise", 2), None, None), energy=0, hand=5, creatures=20)
    hand = tuple(CORE[card] for card in ("wolf", "bear", "spark", "boar"))
    table = msgspec.structs.replace(
        start.table, sides=(own, opposing), mover=0, phase=phase, ply=5, done=((), ())
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


def _draw(state: State, marks: tuple[Mark, ...] = ()) -> Scene:
    return scene(view(state, 0), marks=marks)
