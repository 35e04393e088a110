"""What to tell of an analysis: its few moments, the curve of winning chances, what could be known when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

import msgspec

from games.core.search.adding import added
from games.core.teaching.analysis import Analysis, Fact
from games.core.teaching.judging import Judged
from games.core.teaching.samples import Samples

FEWEST, MOST = 3, 7
"""So many moments a match has, where there are as many to tell."""
SWING = 0.2
"""By how much chances must have changed for good, for a match to have turned."""
_AROUND = 2
"""So many decisions before and after are looked at, since a single estimate may be off."""

Kind = Literal["cost", "found", "turn"]


class Moment(msgspec.Struct, frozen=True):
    """A decision to look at. `cost`: something better was there; `found`: nothing else came near; `turn`: the
    chances of its player changed from the first to the second of `swing`. `known`: measured by what its
    player could know, `truth`: by what was there (None: the same)."""

    kind: Kind
    judged: Judged
    known: Samples | None = None
    truth: Samples | None = None
    swing: tuple[float, float] = (0.0, 0.0)


class Level(msgspec.Struct, frozen=True):
    """The winning chances of both seats after a turn."""

    turn: int
    chances: tuple[float, float]


def moments(found: Analysis) -> tuple[Moment, ...]:
    """What cost the most, in the order in which it was played. Where that's little, also what was found well,
    and where the match turned: each only beyond noise."""
    told = _costly(found)[:MOST]
    told += _well_found(found)[: max(0, FEWEST - len(told))]
    told += _apart(_turned(found), told)[: max(0, FEWEST - len(told))]
    return tuple(sorted(told, key=lambda one: one.judged.number))


def _costly(found: Analysis) -> list[Moment]:
    return _weightiest(one for one in _measured(found) if one.kind == "cost")


def _well_found(found: Analysis) -> list[Moment]:
    return _weightiest(one for one in _measured(found) if one.kind == "found")


def _weightiest(found: Iterable[Moment]) -> list[Moment]:
    """The largest first, and of each turn only that one."""
    by_turn = dict[int, Moment]()
    for one in sorted(found, key=_size, reverse=True):
        by_turn.setdefault(one.judged.turn, one)
    return list(by_turn.values())


def _size(one: Moment) -> float:
    return abs(one.known.difference) if one.known else 0.0


def _measured(found: Analysis) -> Iterator[Moment]:
    for one in found.judged:
        known = found.known.get(one.number)
        # What was measured must say the same as what was estimated.
        if known is not None and known.tells and known.difference * one.lead > 0:
            kind: Kind = "cost" if known.difference > 0 else "found"
            yield Moment(kind, one, known, found.truth.get(one.number) if one.fog else known)


def _turned(found: Analysis) -> list[Moment]:
    """Where chances changed most, and stayed so for a while."""
    chances, told = [one.chance for one in found.judged], list[Moment]()
    for place, one in enumerate(found.judged):
        before, after = chances[max(0, place + 1 - _AROUND) : place + 1], chances[place + 1 :][:_AROUND]
        if len(before) == len(after) == _AROUND:
            swing = added(before) / _AROUND, added(after) / _AROUND
            mine = swing if one.seat == 0 else (1.0 - swing[0], 1.0 - swing[1])
            told.append(Moment("turn", one, swing=mine))
    large = [one for one in told if _swung(one) >= SWING]
    return sorted(large, key=_swung, reverse=True)


def _swung(one: Moment) -> float:
    return abs(one.swing[1] - one.swing[0])


def _apart(found: list[Moment], told: list[Moment]) -> list[Moment]:
    """Of moments that are close together only the first in the list, and none close to what is told anyway:
    they are one."""
    kept = list[Moment]()
    for one in found:
        if all(abs(one.judged.turn - other.judged.turn) > _AROUND for other in (*told, *kept)):
            kept.append(one)
    return kept


# --- the curves ---------------------------------------------------------------------------------------


def curve(found: Analysis, last: Level | None) -> tuple[Level, ...]:
    """The chances at each turn, in truth; `last`: how it ended, if anybody won or it was a draw. What the
    side to move could do at once swings from turn to turn, so each turn is told with its neighbors."""
    chances = {one.turn: one.chance for one in reversed(found.judged)}
    turns = sorted(chances)
    levels = dict[int, Level]()
    for before, turn, after in zip(turns[:1] + turns[:-1], turns, turns[1:] + turns[-1:], strict=True):
        chance = (chances[before] + 2 * chances[turn] + chances[after]) / 4
        levels[turn] = Level(turn, (chance, 1.0 - chance))
    return _with_end(levels, last)


def hopes(found: Analysis, last: Level | None) -> tuple[Level, ...]:
    """The same as each seat could see it, at its own decisions; nothing where nothing was hidden."""
    if not any(one.fog for one in found.judged):
        return ()
    hoped, levels = [_first_hope(found, 0), _first_hope(found, 1)], dict[int, Level]()
    for one in found.judged:
        hoped[one.seat] = one.hope
        levels.setdefault(one.turn, Level(one.turn, (hoped[0], hoped[1])))
    return _with_end(levels, last)


def _first_hope(found: Analysis, seat: int) -> float:
    return next((one.hope for one in found.judged if one.seat == seat), 0.5)


def _with_end(levels: dict[int, Level], last: Level | None) -> tuple[Level, ...]:
    ends = [] if last is None else [last]
    return tuple(sorted(chain(levels.values(), ends), key=lambda one: one.turn))


def certain(found: Analysis, seat: int, most: int | None = None) -> tuple[Fact, ...]:
    """What a seat could be sure of, each from the first turn on in which it was so; at most so many, the
    weightiest."""
    mine = [fact for fact in found.facts if fact.seat == seat]
    chosen = sorted(mine, key=lambda fact: (fact.rank, fact.turn))[:most]
    return tuple(sorted(chosen, key=lambda fact: (fact.turn, fact.rank)))
