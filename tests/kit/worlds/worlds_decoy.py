"""Pairs of worlds of Decoy Patrol that some viewers can't tell apart.

`hidden` is the seat whose secrets differ, or None if they're secrets from the public alone. `noticed_decoy`
judges what may be noticed, for the opponent of that seat alone. The public must be blind to it, too, since
the opponent reads what the public is shown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from games import GAMES
from games.decoy.rules.actions import END, Step
from games.decoy.rules.board import BIT, NAMES, SIDE
from games.decoy.rules.knowledge import know
from games.decoy.rules.notes import in_view
from games.decoy.rules.pieces import KINDS, damage_of, first_on, hurt_piece, kind_of, square_of, steps_of
from games.decoy.rules.sight import find_bumped, sight
from games.decoy.rules.state import ATTACK, SET_UP, in_sight
from games.decoy.rules.view import contact, find_contact
from tests.kit.games.decoy_reference import row_text
from tests.kit.worlds.noticed_decoy import Viewers, after, alike, eagerly, hiding, reference_of
from tests.kit.worlds.starts_decoy import (
    LONGEST_PREFIX,
    in_a_crowd,
    other_kinds,
    set_up,
    some_layout,
    some_options,
    somewhere,
)
from tests.kit.worlds.twins import Pair, Twins, Worlds, played_alongside

GAME = GAMES["decoy"]
Made = tuple[int | None, Pair] | None
"""The seat whose secrets differ and the pair, or None if this attempt made none."""

_SHORT, _TO_THE_END = 6, 400
_ATTEMPTS = 400

# --- other layouts and seeds ------------------------------------------------------------------------


def _committed(rng: random.Random) -> Made:
    """Make worlds with another committed layout, while the opponent still sets up."""
    hidden, start = rng.randrange(2), GAME.new(some_options(rng), rng.randbytes(32))
    first, second = (set_up(start, {hidden: some_layout(rng)}) for _ in range(2))
    return hidden, (first, second)


def _seeds(rng: random.Random) -> Made:
    """Make worlds with other layouts and seeds that draw the same first side; a state keeps no seed."""
    hidden, options, layout = rng.randrange(2), some_options(rng, first="seeded"), some_layout(rng)
    first, second = (GAME.new(options, rng.randbytes(32)) for _ in range(2))
    if first.mover != second.mover:
        return None
    first, second = (
        set_up(state, {1 - hidden: layout, hidden: some_layout(rng)}) for state in (first, second)
    )
    return hidden, (first, second)


def _kinds_from_the_start(rng: random.Random, **fixed: object) -> tuple[int, Pair]:
    hidden, options, layout = rng.randrange(2), some_options(rng, **fixed), some_layout(rng)
    start = set_up(GAME.new(options, rng.randbytes(32)), {1 - hidden: some_layout(rng)})
    first, second = (set_up(start, {hidden: placed}) for placed in (layout, other_kinds(layout, rng)))
    return hidden, (first, second)


def _short_of_quiet(rng: random.Random) -> Made:
    return _kinds_from_the_start(rng, quiet=20, tiebreak="draw", suicide="allowed")


def _kinds_after_a_while(rng: random.Random) -> Made:
    """Make worlds with other kinds, played for a while with the same visible to the blind seat."""
    hidden, states = _kinds_from_the_start(rng)
    most = rng.randrange(LONGEST_PREFIX // 2)
    return hidden, played_alongside(GAME, states, hiding(judges_of(hidden)), rng, most)


# --- other pieces in the middle of a match ------------------------------------------------------------


def _unknown(state: Any, hidden: int) -> list[int]:
    """Return the pieces about which the opponent has learned nothing, in sight or out of sight."""
    watcher = 1 - hidden
    felt = find_bumped(state.bumps, watcher)
    noted = {note.square for note in state.sides[watcher].notes}
    pieces = state.sides[hidden].pieces
    return [p for p in pieces if square_of(p) not in noted and not felt & BIT[square_of(p)]]


def _with(state: Any, seat: int, changes: Mapping[int, int]) -> Any:
    """Return the state with some pieces of a seat replaced, and that seat's sight updated."""
    side = state.sides[seat]
    pieces = tuple(sorted(changes.get(piece, piece) for piece in side.pieces))
    sees = sight(pieces, state.options.vision)
    known = in_view(side.notes, sees | find_bumped(state.bumps, seat))
    changed = msgspec.structs.replace(side, pieces=pieces, sight=sees, knowledge=know(known, side.memory))
    sides = (changed, state.sides[1]) if seat == 0 else (state.sides[0], changed)
    return msgspec.structs.replace(state, sides=sides)


def _on(piece: int, square: int) -> int:
    """Return the piece on another square, with its history and damage."""
    return piece - first_on(square_of(piece)) + first_on(square)


def _exchanged(state: Any, seat: int, pieces: list[int], rng: random.Random) -> Any:
    """Return the state with these pieces of a seat in each other's places."""
    places = rng.sample(pieces, len(pieces))
    return _with(
        state, seat, {there: _on(p, square_of(there)) for there, p in zip(places, pieces, strict=True)}
    )


def _is_sound(state: Any) -> bool:
    """Return whether the current phase has a legal action, as always before a match is over."""
    if GAME.result(state) is not None:
        return False
    truth = reference_of(state)
    return (truth.side, truth.phase) == (state.mover, state.phase) and bool(truth.legal)


def _pair(hidden: int | None, first: Any, second: Any) -> Made:
    """Return the pair if its states differ and the blind viewers can't tell them apart."""
    states = (first, second)
    if first == second or not all(map(_is_sound, states)):
        return None
    return (hidden, states) if alike(map(reference_of, states), judges_of(hidden)) else None


def _kinds_later(rng: random.Random) -> Made:
    hidden, state = rng.randrange(2), somewhere(rng)
    unknown = _unknown(state, hidden)
    some = rng.sample(unknown, min(len(unknown), rng.choice([2, 3, len(unknown)])))
    return _pair(hidden, state, _exchanged(state, hidden, some, rng))


def _watched(rng: random.Random) -> Made:
    """Make worlds that differ in whether an unseen enemy sees a piece of the judge that it touches."""
    hidden, state = rng.randrange(2), in_a_crowd(rng)
    other = _exchanged(state, hidden, _unknown(state, hidden), rng)
    touched = _all_touching(state)[1 - hidden]
    if touched & in_sight(state, hidden) == touched & in_sight(other, hidden):
        return None
    return _pair(hidden, state, other)


def _wounds(rng: random.Random) -> Made:
    """Make worlds with other wounds of pieces in sight, since healing is silent."""
    hidden, state = rng.randrange(2), somewhere(rng)
    seen = in_sight(state, 1 - hidden)
    unknown = [piece for piece in _unknown(state, hidden) if seen & BIT[square_of(piece)]]
    wounded = {piece: hurt_piece(piece, rng.randint(1, 3)) or piece for piece in unknown}
    return _pair(hidden, state, _with(state, hidden, wounded))


def _hidden_from_the_public(rng: random.Random) -> Made:
    """Make worlds that differ for the public alone: kinds, wounds, steps, points and phases on both sides."""
    state = somewhere(rng)
    other = _exchanged(state, 0, list(state.sides[0].pieces), rng)
    other = _exchanged(other, 1, list(other.sides[1].pieces), rng)
    first, second = (_strolled(world, judges_of(None), rng) for world in (state, other))
    return _pair(None, first, second)


# --- other steps in the fog ---------------------------------------------------------------------------


def _goes_unnoticed(state: Any, action: Any, blind: Viewers) -> bool:
    truth = after(state, state.mover, action)
    return truth is not None and truth.result() is None and alike((reference_of(state), truth), blind)


def _strolled(state: Any, blind: Viewers, rng: random.Random) -> Any:
    """Return the state after at most four unnoticed actions."""
    for _ in range(rng.randrange(5)):
        action = eagerly(state, state.mover, rng)[0]
        if _goes_unnoticed(state, action, blind):
            state = GAME.play(state, state.mover, action).state
    return state


def _turn_over(state: Any) -> Any:
    mover = state.mover
    while state.mover == mover and GAME.result(state) is None:
        state = GAME.play(state, mover, END).state
    return state


def _elsewhere(rng: random.Random) -> Made:
    """Make worlds with other squares in the fog, other points left, and maybe another phase."""
    state = somewhere(rng)
    mover = state.mover
    first, second = (_strolled(state, judges_of(mover), rng) for _ in range(2))
    return _pair(mover, first, second)


def _elsewhere_in_the_turn_before(rng: random.Random) -> Made:
    made = _elsewhere(rng)
    return made and _pair(made[0], *map(_turn_over, made[1]))


def _there_and_back(rng: random.Random) -> Made:
    """Make worlds with the same squares, where one had two more steps."""
    state = somewhere(rng)
    mover, blind = state.mover, judges_of(state.mover)
    far = {square_of(p) for p in state.sides[mover].pieces if KINDS[kind_of(p)].reach - steps_of(p) > 1}
    steps = [a for a in eagerly(state, mover, rng) if isinstance(a, Step) and a.source in far]
    for step in steps[:6]:
        if not _goes_unnoticed(state, step, blind):
            continue
        there, back = GAME.play(state, mover, step).state, Step(step.target, step.source)
        if there.mover == mover and _goes_unnoticed(there, back, blind):
            again = GAME.play(there, mover, back).state
            return _pair(mover, *map(_turn_over, (state, again)))
    return None


# --- what a memory could betray -----------------------------------------------------------------------


def _remembering(rng: random.Random) -> tuple[int, Any]:
    """Return a match and a seat whose pieces the opponent most often remembers."""
    hidden = rng.randrange(2)
    for _ in range(6):
        state = somewhere(rng)
        if state.sides[1 - hidden].memory.ghosts:
            break
    return hidden, state


def _remembered_and_gone(rng: random.Random) -> Made:
    """Make worlds in which a piece stays where it was last seen, or has moved on in the fog."""
    hidden, state = _remembering(rng)
    while state.mover != hidden and GAME.result(state) is None:
        state = GAME.play(state, state.mover, END).state
    blind = judges_of(hidden)
    last_seen = {ghost.note.square for ghost in state.sides[1 - hidden].memory.ghosts}
    steps = [a for a in eagerly(state, hidden, rng) if isinstance(a, Step) and a.source in last_seen]
    moves = [step for step in steps if _goes_unnoticed(state, step, blind)]
    if not moves:
        return None
    gone = GAME.play(state, hidden, moves[0]).state
    return _pair(hidden, _turn_over(state), _turn_over(gone))


def _other_kinds_remembered(rng: random.Random) -> Made:
    """Make worlds in which unseen pieces, also at last seen squares, have other kinds."""
    hidden, state = _remembering(rng)
    seen = in_sight(state, 1 - hidden)
    unseen = [piece for piece in state.sides[hidden].pieces if not seen & BIT[square_of(piece)]]
    return _pair(hidden, state, _exchanged(state, hidden, unseen, rng))


# --- the table ----------------------------------------------------------------------------------------


def blind_to(hidden: int | None) -> Viewers:
    """Return the viewers who can't know a seat's secrets, or (None) those of both seats."""
    return (*judges_of(hidden), None) if hidden is not None else (None,)


def judges_of(hidden: int | None) -> Viewers:
    """Return the viewer by whose knowledge alone a difference counts as hidden."""
    return (None,) if hidden is None else (1 - hidden,)


MAKERS: Mapping[str, tuple[Callable[[random.Random], Made], int]] = {
    "another committed layout while the other seat sets up": (_committed, _SHORT),
    "another seed with the same first side, and another layout": (_seeds, _SHORT),
    "other kinds on the same squares since the set-up": (_kinds_from_the_start, _SHORT),
    "other kinds, and nothing noticed of it for a while": (_kinds_after_a_while, _SHORT),
    "other kinds that nothing is known of": (_kinds_later, _SHORT),
    "other wounds of pieces in sight": (_wounds, _SHORT),
    "other steps in the fog, the turn not over": (_elsewhere, _SHORT),
    "other squares in the fog": (_elsewhere_in_the_turn_before, _SHORT),
    "other steps to the same squares": (_there_and_back, _SHORT),
    "a remembered piece that has moved on in the fog": (_remembered_and_gone, _SHORT),
    "other kinds of remembered pieces": (_other_kinds_remembered, _SHORT),
    "other kinds and steps out of contact, hidden from the public": (_hidden_from_the_public, _SHORT),
    "other kinds to the end of a quiet match": (_short_of_quiet, _TO_THE_END),
    "an unseen enemy that watches a touching piece, or doesn't": (_watched, _SHORT),
}


def _twins(rng: random.Random) -> Iterator[Twins]:
    for what, (make, steps) in MAKERS.items():
        hidden, states = next(
            made for _ in range(_ATTEMPTS) if (made := make(rng)) and made[1][0] != made[1][1]
        )
        unbriefed = () if hidden is None else (1 - hidden,)
        yield Twins(what, states, blind_to(hidden), steps, unbriefed, hiding(judges_of(hidden)))


def _truth(state: Any) -> str:
    """Return the truth of a state as text: all pieces, phase, points and bumps.

    Cyan's pieces are capitals, with `'` for each point of damage.
    """
    shown = {}
    for side, written in zip(state.sides, (str.upper, str.lower), strict=True):
        for piece in side.pieces:
            shown[square_of(piece)] = written(KINDS[kind_of(piece)].letter) + "'" * damage_of(piece)
    rows = (row_text([shown.get(row * SIDE + column, "") for column in range(SIDE)]) for row in range(SIDE))
    bumps = " ".join("~".join(NAMES[square] for square in pair) for pair in state.bumps)
    return f"{'/'.join(rows)} {state.phase} {state.points} bumps {bumps or '-'}"


GOLDENS: tuple[Mapping[str, object], ...] = (
    {},
    {"first": "magenta", "heal": "all", "vision": "diamond", "liberties": "eight"},
    {
        "suicide": "forbidden",
        "vision": "circle",
        "tiebreak": "decoys",
        "liberties": "safe",
        "quiet": 20,
        "notes": "own",
    },
)

RARITIES: Mapping[str, Callable[[Any], bool]] = {
    "one layout of two": lambda state: state.phase == SET_UP,
    "an attack phase": lambda state: state.phase == ATTACK,
    "pieces that ran into each other": lambda state: bool(state.bumps),
    "notes on an enemy": lambda state: any(side.notes for side in state.sides),
    "a remembered enemy": lambda state: any(side.memory.ghosts for side in state.sides),
    "a fallen enemy": lambda state: any(side.memory.fallen for side in state.sides),
    "an attack to be shown": lambda state: bool(state.blasts),
    "a wound": lambda state: any(damage_of(piece) for side in state.sides for piece in side.pieces),
    "contact in public with square vision": lambda state: _touch(state, "square"),
    "contact in public with diamond vision": lambda state: _touch(state, "diamond"),
    "contact in public with circle vision": lambda state: _touch(state, "circle"),
    "pieces that touch unseen": lambda state: contact(state) != _all_touching(state),
    "pieces that touch and see each other, which one side can't know": lambda state: _unsure(state),
}


def _touch(state: Any, vision: str) -> bool:
    return state.options.vision == vision and any(contact(state))


def _unsure(state: Any) -> bool:
    seen = (state.sides[0].squares & in_sight(state, 1), state.sides[1].squares & in_sight(state, 0))
    return find_contact(*seen, "square", ()) != contact(state)


def _all_touching(state: Any) -> tuple[int, int]:
    return find_contact(*(side.squares for side in state.sides), "square", ())


DECOY = Worlds(_twins, _truth, GOLDENS, many=160, rarities=RARITIES)
