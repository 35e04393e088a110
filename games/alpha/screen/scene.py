"""Pictures of the game as plain data: the table, piles of cards, and the icon."""

from __future__ import annotations

from collections import Counter as count
from collections.abc import Callable, Iterable, Mapping, Sequence

from games.alpha.rules.actions import SLOTS
from games.alpha.rules.cards import CORE, Card
from games.alpha.rules.narration import address, address_owner, ending
from games.alpha.rules.rules import may_attack
from games.alpha.rules.state import ACTION, Cards, Creature, Deed, Deeds, Side, Table
from games.alpha.rules.view import View
from games.core.endings import describe_act
from games.core.game import Result, Viewer
from games.core.screen.scene import Counter, Face, Mark, MarkKind, Scene, Tint, Token

TITLE = "Alpha Duel"
TALL = 140
_LONGEST_ALT, _WORDY, _TERSE = 1024, 40, 8
"""The most characters of an alternative text; and lengths of card names in it.

With names of `_WORDY` characters it's written to be read aloud; with at most `_TERSE` it leaves out details.
"""
_COLUMNS = tuple(str(slot + 1) for slot in range(SLOTS))
_OWN, _OPPOSING = "m", "o"
PHASES = {ACTION: "Action Phase", "C": "Combat Phase"}


def scene(
    view: View, *, flip: bool = False, marks: tuple[Mark, ...] = (), chosen: int | None = None
) -> Scene:
    """Return the picture of the table, with the viewer's row at the bottom and the viewer's hand.

    The public sees it from seat 0, without a hand. `flip` turns it around; `marks` are drawn on it; `chosen`
    is the place in the hand of a card about to be played.
    """
    table, seat = view.table, view.who or 0
    top, bottom = (seat, 1 - seat) if flip else (1 - seat, seat)
    rows = (_OWN, _OPPOSING) if flip else (_OPPOSING, _OWN)
    return Scene(
        title=f"{TITLE} {_rules_of(view)}",
        subtitle=_subtitle(view),
        alt=_alt(view),
        files=_COLUMNS[::-1] if flip else _COLUMNS,
        ranks=rows,
        tints=tuple(
            Tint("slot", tuple(square(seat, side, slot) for slot in range(SLOTS))) for side in (0, 1)
        ),
        tokens=tuple(_tokens(view, seat)),
        marks=(*_signs(view), *marks),
        counters=_counters(table.sides[top], top),
        below=_counters(table.sides[bottom], bottom),
        turn=None if table.outcome else table.mover,
        hand=_hand(view, chosen),
        tall=TALL,
    )


def square(viewer: int, seat: int, slot: int) -> str:
    """Return the name of a seat's slot as a square in a viewer's picture, such as `3m` or `3o`."""
    return f"{slot + 1}{_OWN if seat == viewer else _OPPOSING}"


def face(card: Card, seat: int | None = None) -> Face:
    """Return a card with its printed values."""
    if card.is_creature:
        return Face(card.name, card.id, card.cost, seat, card.attack, card.health)
    return Face(card.name, card.id, card.cost, seat, text=card.text)


def _tokens(view: View, viewer: int) -> Iterable[Token]:
    table = view.table
    for seat, side in enumerate(table.sides):
        for slot, creature in enumerate(side.slots):
            if creature is not None:
                there = square(viewer, seat, slot)
                yield Token(there, "card", seat, face=_on_the_table(view, seat, creature))


def _on_the_table(view: View, seat: int, creature: Creature) -> Face:
    table, card = view.table, creature.card
    mine = seat == table.mover and table.outcome is None
    spent = mine and not may_attack(table, creature, view.setup.options)
    hurt = creature.health < card.health
    return Face(card.name, card.id, card.cost, seat, card.attack, creature.health, hurt=hurt, spent=spent)


def _hand(view: View, chosen: int | None) -> tuple[Face, ...]:
    """Return the viewer's hand; in the viewer's Action Phase, playable cards are marked."""
    table, seat = view.table, view.who
    playing = table.phase == ACTION and seat == table.mover and table.outcome is None
    faces = []
    for place, card in enumerate(view.hand):
        printed = face(card, seat)
        playable = playing and _is_playable(table, card)
        mark = "chosen" if place == chosen else "option" if playable else ""
        spent = playing and not playable
        faces.append(
            Face(printed.name, printed.art, printed.cost, seat, printed.attack, printed.health, printed.text,
                 spent=spent, place=str(place + 1), mark=mark)  # type: ignore[arg-type]
        )  # fmt: skip
    return tuple(faces)


def _is_playable(table: Table, card: Card) -> bool:
    """Return whether the mover can pay for a card, and has a free slot or a target for it."""
    own = table.sides[table.mover]
    room = None in own.slots if card.is_creature else any(side.occupied for side in table.sides)
    return card.cost <= own.energy and room


def _latest(view: View) -> Deeds:
    """Return the latest turn of the viewer's opponent; for the public, of the seat that acted last."""
    done, mover = view.table.done, view.table.mover
    return done[1 - view.who] if view.who is not None else done[mover] or done[1 - mover]


def _signs(view: View) -> Iterable[Mark]:
    """Yield the latest turn as numbered marks on cards and slots, except where the viewer has acted since."""
    table, seat = view.table, view.who or 0
    since = table.done[table.mover] if view.who == table.mover else ()
    changed = {place for deed in since for _, place in _mark_deed(deed)}
    for number, deed in enumerate(_latest(view), 1):
        for kind, place in _mark_deed(deed):
            if place not in changed:
                yield Mark(kind, (square(seat, *place),), str(number))


def _mark_deed(deed: Deed) -> Iterable[tuple[MarkKind, tuple[int, int]]]:
    """Yield the mark and the slot, as (seat, slot), of each effect of a deed."""
    if deed.slot is not None:
        here = (deed.seat, deed.slot)
        yield "felled" if here in deed.felled else "attacked" if deed.target else "did", here
    if deed.target is not None:
        yield "felled" if deed.target in deed.felled else "hit", deed.target


def _format_deeds(view: View, longest: int) -> str:
    """Return a sentence such as “The bot's latest turn: 1 Wolf comes into slot 2, 2 …”, names cut short."""
    latest = _latest(view)
    if not latest:
        return ""
    told = ", ".join(f"{number} {_format_deed(view, deed, longest)}" for number, deed in enumerate(latest, 1))
    return f" {address_owner(view.who, latest[0].seat)} latest turn: {told}."


def _format_deed(view: View, deed: Deed, longest: int) -> str:
    name = _short(deed.card.name, longest)
    if deed.target is None:
        return f"{name} comes into slot {(deed.slot or 0) + 1}"
    seat, slot = deed.target
    whose = "its own" if seat == deed.seat else address_owner(view.who, seat).lower()
    aim = f"{whose} {_short(deed.aim.name, longest)} in" if deed.aim else "empty"
    by = f"{name} on" if deed.slot is None else f"{name} in slot {deed.slot + 1} attacks"
    return f"{by} {aim} slot {slot + 1}{_fell(deed)}"


def _fell(deed: Deed) -> str:
    """Return the words for what a deed destroyed: its target, its attacker, or both."""
    if len(deed.felled) == 2:
        return ", both destroyed"
    if not deed.felled:
        return ""
    return ", destroyed" if deed.felled[0] == deed.target else " and is destroyed"


def _counters(side: Side, seat: int) -> tuple[Counter, ...]:
    return (
        Counter("Energy", f"{side.energy}/{side.limit}", seat),
        Counter("Hand", str(side.hand)),
        Counter("Deck", str(side.deck)),
        Counter("Discard", str(len(side.discard))),
        Counter("Creatures left", str(side.creatures)),
    )


def _rules_of(view: View) -> str:
    """Return the name of the rules: the author's version, or our own name. ALPHA-31."""
    return "Skirmish" if view.setup.options.is_skirmish else f"v{view.setup.options.version}"


def _subtitle(view: View) -> str:
    table = view.table
    if table.outcome is not None:
        return _describe_end(table.outcome, view.who)
    return f"{address_owner(view.who, table.mover)} {PHASES[table.phase]}, turn {table.ply}"


def _describe_end(outcome: Result, who: Viewer) -> str:
    """Return how a match ended, such as “You win: the bot resigned” or “The bot wins on time”."""
    if outcome.winner is None:
        line = describe_act(str(outcome.reason), None)
    else:
        winner, loser = address(who, outcome.winner), address(who, 1 - outcome.winner).lower()
        line = describe_act(str(outcome.reason), winner, loser)
    return ending(outcome, who).rstrip(".") if line is None else line.replace("You wins", "You win")


def _alt(view: View) -> str:
    return _fitting(lambda longest: _in_words(view, longest))


def _fitting(written: Callable[[int], str]) -> str:
    """Return a text about cards, with their names shortened until it fits; the shortest if none does."""
    texts = (written(longest) for longest in (_WORDY, 16, _TERSE, 4))
    return next((text for text in texts if len(text) <= _LONGEST_ALT), written(2))


def _in_words(view: View, longest: int) -> str:
    seat = view.who or 0
    sides = " ".join(_side_in_words(view, each, longest) for each in (seat, 1 - seat))
    done = _format_deeds(view, longest) if longest > _TERSE else ""
    facts = f"{TITLE}. {_subtitle(view)}.{done} {sides}"
    return facts if view.who is None else f"{facts} Your hand: {_hand_in_words(view.hand, longest)}."


def _hand_in_words(hand: Cards, longest: int) -> str:
    wordy = longest >= _WORDY
    held = (
        f"{place} {_spell_out(card, card.health)}, cost {card.cost}"
        if wordy
        else f"{place} {in_words(card, longest)}"
        for place, card in enumerate(hand, 1)
    )
    return ("; " if wordy else ", ").join(held) or "empty"


def _spell_out(card: Card, health: int) -> str:
    """Return a card as it's read aloud, such as “Wolf, attack 2, health 1 of 2” or “Spark, 2 damage”."""
    if not card.is_creature:
        return f"{card.name}, {card.text}"
    of = f" of {card.health}" if health < card.health else ""
    return f"{card.name}, attack {card.attack}, health {health}{of}"


def in_words(card: Card, longest: int = _WORDY) -> str:
    """Return a card in words, such as `Wolf 2/2 for 2`; without its cost if there is little room."""
    name = _short(card.name, longest)
    return f"{name} {card.text} for {card.cost}" if longest > _TERSE else f"{name} {card.text}"


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def _side_in_words(view: View, seat: int, longest: int) -> str:
    """Return a side's creatures by slot and its counts; read aloud if there's room, else in signs."""
    table, side, wordy = view.table, view.table.sides[seat], longest >= _WORDY
    there = (
        (
            f"slot {slot} {_spell_out(creature.card, creature.health)}"
            if wordy
            else f"{slot} {_short(creature.card.name, longest)} {creature.card.attack}/{creature.health}"
        )
        + ((" (has attacked)" if longest > _TERSE else "!") if creature.attacked == table.ply else "")
        for slot, creature in enumerate(side.slots, 1)
        if creature
    )
    return (
        f"{address_owner(view.who, seat)} creatures: {('; ' if wordy else ', ').join(there) or 'none'}. "
        f"Energy {side.energy} of {side.limit}, hand {side.hand}, deck {side.deck}, "
        f"discard {len(side.discard)}, creatures left {side.creatures}."
    )


def pile(title: str, piles: Iterable[tuple[int | None, tuple[Card, ...]]], who: Viewer = None) -> Scene:
    """Return a viewer's picture of piles of cards, each from a new row, with equal cards stacked."""
    tokens, row = list[Token](), 0
    counted = [(seat, count(cards)) for seat, cards in piles]
    columns = max(range(2, 9), key=lambda wide: _card_width([len(held) for _, held in counted], wide))
    for seat, held in counted:
        for number, (card, copies) in enumerate(held.items()):
            there = f"{number % columns + 1}r{row + number // columns}"
            tokens.append(Token(there, "card", seat, stack=copies, face=face(card, seat)))
        row += -(-len(held) // columns)
    return Scene(
        title=title,
        alt=_fitting(lambda longest: f"{title}. {_piles_in_words(counted, longest, who)}"),
        files=tuple(str(column + 1) for column in range(columns)),
        ranks=tuple(f"r{number}" for number in range(max(1, row))),
        tokens=tuple(tokens),
        coordinates=False,
        tall=TALL,
    )


def _card_width(lengths: list[int], columns: int) -> float:
    """Return the width of a card when piles of these lengths are laid out, as a share of the picture's."""
    rows = sum(-(-length // columns) for length in lengths)
    return min(1 / columns, 100 / TALL / max(1, rows))


def _piles_in_words(
    counted: Sequence[tuple[int | None, Mapping[Card, int]]], longest: int, who: Viewer
) -> str:
    lines = []
    for seat, held in counted:
        whose = f"{address(who, seat)}: " if seat is not None and len(counted) > 1 else ""
        listed = ", ".join(f"{copies} {in_words(card, longest)}" for card, copies in held.items())
        lines.append(f"{whose}{listed or 'nothing'}.")
    return " ".join(lines)


def icon() -> Scene:
    """Return a small picture of the game: two rows of cards face to face."""
    cards = (("1a", "mammoth", 1), ("2a", "viper", 1), ("1b", "bear", 0), ("2b", "spark", 0))
    return Scene(
        title="",
        alt=TITLE,
        files=("1", "2"),
        ranks=("a", "b"),
        tokens=tuple(Token(there, "card", seat, face=face(CORE[card], seat)) for there, card, seat in cards),
        coordinates=False,
        tall=TALL,
    )
