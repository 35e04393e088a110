"""Statistics of what strong levels do and of what wins, for the page on how to play well.

`python -m games.ccc.ai.habits -n 200 [--level hard] [--preset Collision]` plays matches of a level against
itself, in Standard by default; each takes about a second. `--json` is for programs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence

import msgspec

from games.ccc.ai.levels import PLAYERS
from games.ccc.rules import rules
from games.ccc.rules.actions import Action, Attack, FlagMove, Hop, Line, Merge, Move, Path, Swap
from games.ccc.rules.moves import is_frozen, zone_of
from games.ccc.rules.options import read_options
from games.ccc.rules.pieces import FLAT, FLAT_STACK, PYRAMID_STACK, TORUS, Piece
from games.ccc.rules.presets import PRESETS
from games.ccc.rules.rules import pyramid_strength, support_strength
from games.ccc.rules.state import State, new_state, view
from games.core.search.adding import add_up
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from games.core.vocabulary.presets import Preset
from slowplay import terminal

_FIRST_MATCH = 640_000
_MIDDLE, _MANY = 20, 3
"""The number of plies after which leads are compared, and the Strength that counts as a large lead."""
_OPENING = 8
"""The number of plies, of both sides together, that count as the opening."""

Figure = tuple[str, float]
"""The name of a figure and one sample of it; a share is 100 or 0."""


class Turn(msgspec.Struct, frozen=True):
    """One action of a match, with the states before and after it."""

    before: State
    action: Action
    after: State

    @property
    def seat(self) -> int:
        """The seat that played the action."""
        return self.before.position.side


def match(number: int, level: str, preset: Preset = PRESETS[0]) -> list[Turn]:
    """Return the turns of a match of a level against itself."""
    seed = numbered_seed(_FIRST_MATCH + number)
    state, turns = new_state(read_options(preset.options), seed), list[Turn]()
    while state.outcome is None:
        seat = state.position.side
        action = PLAYERS[level](view(state, seat), None, rng_for(seed, seat, len(turns)), BUDGET)
        following = rules.play(state, seat, action).state
        turns.append(Turn(state, action, following))
        state = following
    return turns


def figures(turns: Sequence[Turn]) -> Iterator[Figure]:
    """Yield all samples of one match."""
    yield from _ends(turns)
    yield from _what_wins(turns)
    yield from _a_match(turns)
    for place, turn in enumerate(turns):
        if place < _OPENING:
            yield from _openings(turn)
        yield from _flags(turn)
        yield from _measure_takers(turn)
        yield from _collapses(turn)


def _ends(turns: Sequence[Turn]) -> Iterator[Figure]:
    outcome = turns[-1].after.outcome
    assert outcome is not None
    yield "turns of each side", len(turns) / 2
    yield "% ended by Pyramids", 100 * (outcome.reason == "pyramids")
    yield "% ended for want of attacks", 100 * (outcome.reason == "quiet")
    yield "% drawn", 100 * (outcome.winner is None)


# --- what wins ------------------------------------------------------------------------------------------


def _what_wins(turns: Sequence[Turn]) -> Iterator[Figure]:
    """Yield the points of the first side to do something, and of the side that is ahead."""
    for what, is_so in _FIRSTS:
        first = next((turn.seat for turn in turns if is_so(turn)), None)
        if first is not None:
            yield f"% of points for who first {what}", _points(turns, first)
    if len(turns) > _MIDDLE:
        yield from _leads(turns)


def _points(turns: Sequence[Turn], seat: int) -> float:
    outcome = turns[-1].after.outcome
    assert outcome is not None
    return 50.0 if outcome.winner is None else 100.0 * (outcome.winner == seat)


def _leads(turns: Sequence[Turn]) -> Iterator[Figure]:
    position = turns[_MIDDLE].before.position
    lead = _life(turns[_MIDDLE].before, 0) - _life(turns[_MIDDLE].before, 1)
    rest = support_strength(position, 0) - support_strength(position, 1)
    if lead:
        yield f"% of points for the stronger Pyramids after turn {_MIDDLE}", _points(turns, int(lead < 0))
    if abs(lead) >= _MANY:
        yield f"the same, stronger by {_MANY} or more", _points(turns, int(lead < 0))
    if rest and not lead:
        yield (
            f"% of points for more Flats and Torus after turn {_MIDDLE}, Pyramids equal",
            _points(turns, int(rest < 0)),
        )


def _life(state: State, seat: int) -> int:
    return pyramid_strength(state.position.board, seat)


def _pyramids(state: State, seat: int) -> int:
    own = (piece for piece in state.position.board if piece is not None and piece.seat == seat)
    return sum(len(piece.pyramids) for piece in own)


def _takes_one(turn: Turn) -> bool:
    return _pyramids(turn.after, 1 - turn.seat) < _pyramids(turn.before, 1 - turn.seat)


def _hurts_one(turn: Turn) -> bool:
    return _life(turn.after, 1 - turn.seat) < _life(turn.before, 1 - turn.seat)


def _drains(turn: Turn) -> bool:
    """Return whether a turn used up the enemy's Torus pool."""
    rival = 1 - turn.seat
    return bool(turn.before.position.pools[rival]) and not turn.after.position.pools[rival]


def _builds(turn: Turn) -> bool:
    return any(
        p.kind == PYRAMID_STACK and p.seat == turn.seat for p in filter(None, turn.after.position.board)
    )


_FIRSTS: tuple[tuple[str, Callable[[Turn], bool]], ...] = (
    ("takes a Pyramid", _takes_one),
    ("wounds a Pyramid", _hurts_one),
    ("takes the Toruses", _drains),
    ("hops", lambda turn: isinstance(turn.action, Hop)),
    ("has a Pyramid Stack", _builds),
    ("moves the Flag", lambda turn: isinstance(turn.action, FlagMove)),
)


# --- what's played -------------------------------------------------------------------------------------


def _a_match(turns: Sequence[Turn]) -> Iterator[Figure]:
    """Yield how often both sides together play each kind of action in a match."""
    for name, kinds in _KINDS:
        yield f"{name} a match", add_up(float(isinstance(turn.action, kinds)) for turn in turns)
    opening = [turn for turn in turns[:_OPENING] if isinstance(turn.action, Move | Merge | Swap)]
    for name, is_so in _OPENED:
        yield f"% that {name} in their first four turns", 100.0 * any(map(is_so, opening))


_KINDS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("attacks", (Attack,)),
    ("hops", (Hop,)),
    ("collapses", (Line, Path)),
    ("Flag moves", (FlagMove,)),
    ("merges", (Merge,)),
    ("swaps", (Swap,)),
)


def _mover(turn: Turn) -> Piece | None:
    source = getattr(turn.action, "source", None)
    return None if source is None else turn.before.position.board[source]


def _puts_onto_flats(turn: Turn) -> bool:
    piece = _mover(turn)
    return isinstance(turn.action, Merge) and piece is not None and bool(piece.pyramids)


def _stacks_flats(turn: Turn) -> bool:
    piece = _mover(turn)
    return isinstance(turn.action, Merge) and piece is not None and piece.kind in (FLAT, FLAT_STACK)


_OPENED: tuple[tuple[str, Callable[[Turn], bool]], ...] = (
    ("build with a Pyramid", _puts_onto_flats),
    ("stack Flats", _stacks_flats),
)


def _openings(turn: Turn) -> Iterator[Figure]:
    """Yield what an opening turn was spent on."""
    piece = _mover(turn)
    is_quiet = isinstance(turn.action, Move)
    yield (
        "% of opening turns: a Flat goes forward",
        100.0 * (is_quiet and piece is not None and piece.kind == FLAT),
    )
    yield "% of opening turns: a piece is put onto another", 100.0 * isinstance(turn.action, Merge)
    yield "% of opening turns: the Flag moves", 100.0 * isinstance(turn.action, FlagMove)
    yield (
        "% of opening turns: a Pyramid moves",
        100.0 * (is_quiet and piece is not None and bool(piece.pyramids)),
    )


def _flags(turn: Turn) -> Iterator[Figure]:
    """Yield what a Flag's move freezes."""
    if isinstance(turn.action, FlagMove):
        frozen = _in_ice(turn.after, 1 - turn.seat)
        yield "% of Flag moves that freeze a Torus", 100.0 * (TORUS in frozen)
        yield "% of Flag moves that freeze a Flat Stack", 100.0 * (FLAT_STACK in frozen)
        yield "% of Flag moves that freeze nothing", 100.0 * (not frozen)


def _in_ice(state: State, seat: int) -> set[str]:
    zone = zone_of(state.setting.geometry, state.position, seat)
    return {
        piece.kind
        for square, piece in enumerate(state.position.board)
        if piece is not None and piece.seat == seat and is_frozen(piece, square, zone)
    }


def _measure_takers(turn: Turn) -> Iterator[Figure]:
    """Yield what a Pyramid was taken with."""
    if _takes_one(turn):
        piece, is_attack = _mover(turn), isinstance(turn.action, Attack)
        yield (
            "% of Pyramids taken by a Torus",
            100.0 * (is_attack and piece is not None and piece.kind == TORUS),
        )
        yield (
            "% of Pyramids taken by a Pyramid's attack",
            100.0 * (is_attack and piece is not None and piece.kind in ("P", "CP")),
        )
        yield "% of Pyramids taken by a collapse", 100.0 * isinstance(turn.action, Line | Path)
        yield (
            "% of Pyramids taken by a Flat or a stack's step",
            100.0 * (is_attack and piece is not None and piece.flats > 0),
        )


def _collapses(turn: Turn) -> Iterator[Figure]:
    """Yield whether a collapse attacks, and the Strength that it takes and costs."""
    if isinstance(turn.action, Line | Path):
        before, after = _parts(turn.before, 1 - turn.seat), _parts(turn.after, 1 - turn.seat)
        rival, seat = 1 - turn.seat, turn.seat
        yield "% of collapses that attack", 100.0 * (before > after)
        yield (
            "Pyramid Strength that a collapse takes",
            float(_life(turn.before, rival) - _life(turn.after, rival)),
        )
        yield (
            "Pyramid Strength that a collapse costs",
            float(_life(turn.before, seat) - _life(turn.after, seat)),
        )
        yield "Strength that a collapse takes", float(before - after)
        yield (
            "Strength that a collapse costs",
            float(_parts(turn.before, turn.seat) - _parts(turn.after, turn.seat)),
        )


def _parts(state: State, seat: int) -> int:
    """Return the total Strength of a side."""
    return _life(state, seat) + support_strength(state.position, seat)


def table(samples: Iterator[Figure]) -> terminal.Table:
    """Return the mean and the number of samples of each figure."""
    of: dict[str, list[float]] = {}
    for what, value in samples:
        of.setdefault(what, []).append(value)
    rows: list[terminal.Row] = [
        {"figure": what, "mean": add_up(values) / len(values), "samples": len(values)}
        for what, values in of.items()
    ]
    return terminal.Table("habits", "What strong levels do, and what wins", rows)


def main() -> None:
    """Play matches and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="number of matches (default: 200)")
    parser.add_argument("--level", choices=list(PLAYERS), default="hard")
    names = [preset.name for preset in PRESETS]
    parser.add_argument("--preset", choices=names, default=names[0])
    terminal.add_json(parser)
    parsed = parser.parse_args()
    preset = PRESETS[names.index(parsed.preset)]
    played = terminal.track(range(parsed.n), "Matches", parsed.n)
    found = (figure for number in played for figure in figures(match(number, parsed.level, preset)))
    terminal.show([table(found)], as_json=parsed.json)


if __name__ == "__main__":
    main()
