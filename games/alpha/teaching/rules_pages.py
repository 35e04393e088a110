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
from games.alpha.rules.state import ACTION, COMBAT, Creature, Deed, Side, State, new_state
from games.alpha.rules.view import View, view
from games.alpha.screen.scene import TITLE, pile, scene
from games.core.screen.pages import RulesPage, page_number
from games.core.screen.scene import Mark, Scene

IDEA = """\
You against the bot. You each have a deck of thirty cards and five slots. These are the author's rules, \
*Alpha Fixed Ruleset v0.1*; what we added so that every match ends is on *What we changed*.

Summon **Creatures**, attack, and use **Objects** to hurt or destroy the creatures on the battlefield. \
There are no life points: **if you have no Creatures left in your deck, in your hand or on the battlefield, \
you lose.** So every creature counts, and *Creatures left* shows how many each side still has.

**In the picture** your row is at the bottom, with your hand below it. On a card, the gold number is its \
cost, the diamond its attack and the circle its health; a red circle means it has lost some health."""

CARDS = """\
**Creatures** go into one of your empty slots and stay there until they're destroyed. All slots are alike, \
and creatures never change slots, so a creature goes into your first free one. To choose a slot or a target \
yourself, tap *Another slot or target*.

**Objects** act at once on one creature, yours or your opponent's, and are then used up: they deal damage or \
destroy. If there's no creature on the battlefield, you can't play one.

Damage stays; nothing heals. A creature with no health left goes to its owner's Discard.

**In the picture** are the sixteen shipped cards. Your own decks can add their own cards."""

TURN = """\
1. **Energy and draw.** Your energy limit grows by one each turn: 1 in your first turn, 2 in your second, \
and so on. Your energy fills up to the limit; anything you didn't spend is lost. Then you draw a card. If \
your deck is empty, you draw nothing, and that's all that happens.
2. **Action Phase.** Play any cards you can pay for, in any order. *End Action Phase* moves on to \
combat; there's no going back. When you've played your last card, it ends automatically.
3. **Combat Phase.** Each of your creatures may attack once, even in the turn it came in.
4. *End turn*, and it's the bot's turn. When none of your creatures can attack anymore, or there's \
nothing to attack, the turn ends automatically.

Nothing interrupts a turn. There's no limit to your hand or your energy.

**In the picture** you have 3 energy: you can play the cards with a green frame."""

COMBAT_TEXT = """\
Attacks happen one after another, and each one takes effect at once. You can attack any of your opponent's \
slots, and more than one creature can attack the same slot.

- **A creature**: each loses health equal to the other's attack, at the same time. Extra damage is lost.
- **An empty slot**: *pressure* (the creature *presses*). It uses up the attack and does nothing else.

You don't have to attack. A 2/5 (attack 2, health 5) that hits a 3/3 leaves a 3/1 behind and \
keeps 2 health: think about who strikes next.

**In the picture** the Ox is about to attack; red frames mark the creatures it can hit."""

SIGNS = """\
The bot doesn't know your hand, and in the same situation it always does the same thing. When it has played, \
numbered signs at the edges of cards and slots show what it did, in order:

- a **circle** where a creature came in,
- a **diamond** where one attacked,
- a **star** where something was hit,
- a **cross** where something was destroyed.

**In the picture** the bot brought in a Tortoise (1), played a Spark on your Ox (2), and its Boar destroyed \
your Hedgehog in slot 1 (3)."""

END = """\
The game checks for a winner after combat, and only then.

- **You lose** if you have no Creatures in your deck, in your hand or on the battlefield; Discard doesn't \
count. You also lose if you resign or run out of time.
- **It's a draw** if neither side has a Creature left, after 20 turns in a row (counting both sides' turns) \
in which no card is played or drawn and no creature is damaged, or after 200 turns. You can't agree on a \
draw.

Under these rules nothing can take a card from a hand: **a player who keeps a creature there can't lose**. \
So only *Skirmish* is rated, where pressing takes cards from the hand, too.

**Hidden**: hands, and the order of the decks. Everything else is open to everyone: both deck lists, energy, \
discards and all counts. *Deck lists* and *Discards* in your panel show them."""

CHANGES = """\
The author's text leaves some things open, and as written, a match might never end. This is ours:

- **The draws after 20 and after 200 turns.** With both decks empty, two sides could attack empty slots \
forever.
- **Resigning, running out of time, and aborted or canceled matches**, as in all our games.
- **An attack on an empty slot does nothing.** The text calls it “direct pressure” and gives it no effect. \
The option `pressure` gives it one.
- **A creature may attack in the turn it came in.** The text doesn't say. The option `summoning_sickness` \
makes it wait.
- **An empty deck** costs you nothing, there's no mulligan, and hands and energy have no limit: the text \
names none.
- **A phase with nothing left to do ends automatically.**
- **Hands and the order of the decks are hidden**, deck lists are open.
- **The sixteen cards and the eight decks.** The text lists no cards.
- **The levels `skilled` and `hard`.** The text describes `alpha`, which plays unless you choose another.
- **Skirmish**, and that only it is rated."""

DECKS = """\
Choose your deck with `deck`, and the bot's with `opponent_deck`; a match with a deck of your choice is \
casual. Four decks are made for v0.1, and four for Skirmish, which has its own page.

{shipped}

`/alpha deck build` puts your own together with buttons: thirty cards, at least ten of them Creatures. A \
file can have cards of your own, too; `/alpha deck list` gives you one to start from. Only you see your \
decks; in a match, though, the deck's list is open."""

SKIRMISH = """\
The author's rules ask for a new name whenever something changes. These rules are ours, not the author's: \
`skirmish/1`. Choose the preset *Skirmish*, the only one that's rated, or the option `version` with any \
decks. A match takes 8 or 9 turns each, and two things are different:

- **Pressure takes two cards.** An attack on an empty slot puts the top two cards of your opponent's deck \
into Discard. When the deck is empty, they come from the hand, the latest drawn card first.
- **The second side is a step ahead.** The side that doesn't begin has 2, 3 and 4 energy in its first three \
turns, and 4 in its fourth. From then on both have the same.

So hold your ground: a creature kept in your hand doesn't save you anymore, and each enemy that you leave \
alone costs you two cards a turn.

{shipped}

None of these decks beats another more than about 60 times in 100."""

VARIANTS = """\
Two options change the rules of v0.1. Both are off by default, and a match with either one is casual and has \
its own ruleset id, so that records stay exact.

- **`pressure`: pressure takes a card** · an attack on an empty slot puts the top card of your opponent's \
deck into Discard (preset *Pressure*, `alpha-fixed-0.1+mill1`). If both press, the side that goes first \
scores 86 points out of 100; the bot's level `alpha` never presses under v0.1.
- **`summoning_sickness`: creatures wait a turn to attack** (preset *Patience*, `alpha-fixed-0.1+sickness`).

The preset *Giants* changes no rule: it gives both sides the deck of that name."""

TYPING = """\
You can type a move instead of tapping it, with `/move`:

- `play 3 1` puts the creature at number 3 in your hand into slot 1.
- `cast 4 o2` plays the object at number 4 on the opposing slot 2, `cast 4 m2` on your own slot 2.
- `attack 1 3` attacks the opposing slot 3 with slot 1.
- `end` ends the phase.

Names work, too: `wolf`, `arrow on tiger`, `boar attacks wolf`."""

FIRST_STEPS = """\
- **Count creatures.** You win by having some left when the bot has none.
- **Attack if you survive.** You never have to attack.
- **Objects first.** What an Arrow leaves of a Tiger, a small creature destroys.
- **Save your Pitfalls** for the creatures nothing else can destroy.
- **Spend your energy.** Two cards for 2 and 1 now are often better than one for 3 next turn.

**In the picture** your Arrow has left the Tiger 2 health. The Viper attacks it, and both are \
destroyed: cost 1 and an Arrow for cost 5."""

MORE = """\
What `hard` does, in 1,000 matches of *Standard* against itself:
- 92% of its attacks on creatures destroy; 85% of those attackers live.
- What its Pitfalls destroy costs 6.3 on average; for `alpha` it's 4.6.
- Ahead in *Creatures left* after 10 turns each, it scores 60 out of 100; if it destroys a creature first, \
47.

In *Skirmish* it scores 71 if it's ahead on the battlefield after 5 turns each; 54% of its attacks press.

Send a Bear ahead of your Mammoth: `alpha` spends its Objects on what they can destroy."""
_OF_V01 = ("balanced", "swarm", "giants", "control")
_OF_SKIRMISH = ("wild", "pack", "herd", "ambush")


@cache
def rules_pages() -> tuple[RulesPage, ...]:
    """Return the pages of the rules, in order."""
    return (
        RulesPage(TITLE, IDEA, _draw(_middle(ACTION))),
        RulesPage("Cards", CARDS, pile("The sixteen cards", ((0, tuple(CORE.values())),))),
        RulesPage("A turn", TURN, _draw(_middle(ACTION))),
        RulesPage("Combat", COMBAT_TEXT, _draw(_middle(COMBAT), _aiming())),
        RulesPage("The bot's turn", SIGNS, _draw(_after_bot())),
        RulesPage("The end", END),
        RulesPage("What we changed", CHANGES),
        RulesPage("Decks", DECKS.format(shipped=_list_decks(_OF_V01))),
        RulesPage("Skirmish", SKIRMISH.format(shipped=_list_decks(_OF_SKIRMISH)), _wild()),
        RulesPage("Variants", VARIANTS),
        RulesPage("If you'd rather type", TYPING),
        RulesPage("How to play well: first steps", FIRST_STEPS, _draw(_finishing(), _finishing_marks())),
        RulesPage("How to play well: more", MORE),
    )


def _list_decks(names: tuple[str, ...]) -> str:
    return "\n".join(f"- **{name}** · {SHIPPED[name].plan.removeprefix('For Skirmish: ')}" for name in names)


def _wild() -> Scene:
    return pile("Wild, a deck for Skirmish", ((0, cards_of("wild")),))


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


def _after_bot() -> State:
    """Return the match in its fifth turn, after a turn of the bot in which much happened."""
    middle = _middle(ACTION)
    tortoise, spark, ox, boar, hedgehog = (
        CORE[name] for name in ("tortoise", "spark", "ox", "boar", "hedgehog")
    )
    deeds = (
        Deed(1, tortoise, 2),
        Deed(1, spark, None, (0, 1), ox),
        Deed(1, boar, 0, (0, 0), hedgehog, ((0, 0),)),
    )
    own = _side((None, ("ox", 3), ("viper", 1), None, None), energy=3, hand=4, creatures=19)
    opposing = _side((("boar", 2), None, ("tortoise", 4), None, None), energy=0, hand=5, creatures=20)
    table = msgspec.structs.replace(middle.table, sides=(own, opposing), done=((), deeds))
    return msgspec.structs.replace(middle, table=table)


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
