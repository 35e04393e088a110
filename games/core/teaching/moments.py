"""The results of an analysis: its key moments, the curve of winning chances, and certain facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

import msgspec

from games.core.search.adding import add_up
from games.core.teaching.analysis import Analysis, Fact
from games.core.teaching.judging import Judged
from games.core.teaching.samples import NONE, Samples

FEWEST, MOST = 3, 7
"""The fewest and most moments told of a match, as far as there are any."""
SWING = 0.2
"""The lasting change of a winning chance that makes a turning point."""
NEAR = 0.15
"""The most by which a measured chance may miss the curve and still be told."""
_AROUND = 2
"""Decisions averaged before and after, since a single estimate may be wrong."""

Kind = Literal["cost", "found", "turn"]


class Moment(msgspec.Struct, frozen=True):
    """A decision to look at.

    Attributes:
        kind: `cost`: an alternative was better; `found`: none came close; `turn`: the chance changed.
        known: Measured by what the player could know.
        truth: Measured in the true state (None: not measured).
        swing: For `turn`, the player's chance before and after.
    """

    kind: Kind
    judged: Judged
    known: Samples | None = None
    truth: Samples | None = None
    swing: tuple[float, float] = (0.0, 0.0)


class Level(msgspec.Struct, frozen=True):
    """The winning chances of both seats after a turn."""

    turn: int
    chances: tuple[float, float]


def moments(found: Analysis, reader: int | None = None) -> tuple[Moment, ...]:
    """Return the key moments in the order of play, those of the reader's seat first.

    They are the costliest decisions, up to MOST. If there are fewer than FEWEST, add well-found decisions,
    then turning points. All are beyond noise, and none contradicts the curve.
    """

    def is_theirs(moment: Moment) -> bool:
        return moment.judged.seat != reader

    measured = [moment for moment in _find_measured(found) if _fits_curve(found, moment)]
    told = sorted(_of_kind("cost", measured), key=is_theirs)[:MOST]
    told += sorted(_of_kind("found", measured), key=is_theirs)[: max(0, FEWEST - len(told))]
    told += sorted(_apart(_find_turns(found), told), key=is_theirs)[: max(0, FEWEST - len(told))]
    return tuple(sorted(told, key=lambda moment: (is_theirs(moment), moment.judged.number)))


def _of_kind(kind: Kind, measured: Iterable[Moment]) -> list[Moment]:
    return _weightiest(moment for moment in measured if moment.kind == kind)


def _fits_curve(found: Analysis, moment: Moment) -> bool:
    """Return whether the chances told of a moment are near the piece of its player's curve around it.

    After the last turn, the curve leads to the result, which no chance contradicts.
    """
    judged, known = moment.judged, moment.known or NONE
    levels = hopes(found, None) if judged.fog else curve(found, None)
    shown = [level.chances[judged.seat] for level in levels if level.turn >= judged.turn][:2]
    if len(shown) < 2:
        return True
    return min(known.means) - NEAR <= max(shown) and min(shown) <= max(known.means) + NEAR


def _weightiest(found: Iterable[Moment]) -> list[Moment]:
    """Return the moments by falling size, only the largest of each turn."""
    by_turn = dict[int, Moment]()
    for moment in sorted(found, key=_size, reverse=True):
        by_turn.setdefault(moment.judged.turn, moment)
    return list(by_turn.values())


def _size(moment: Moment) -> float:
    return abs(moment.known.difference) if moment.known else 0.0


def _find_measured(found: Analysis) -> Iterator[Moment]:
    for judgment in found.judged:
        known = found.known.get(judgment.number)
        # Skip decisions whose measurement contradicts their estimate.
        if known is not None and known.tells and known.difference * judgment.lead > 0:
            kind: Kind = "cost" if known.difference > 0 else "found"
            yield Moment(kind, judgment, known, found.truth.get(judgment.number) if judgment.fog else known)


def _find_turns(found: Analysis) -> list[Moment]:
    """Return decisions around which the mean chance changed by at least SWING, the largest first."""
    chances, told = [judgment.chance for judgment in found.judged], list[Moment]()
    for place, judgment in enumerate(found.judged):
        before, after = chances[max(0, place + 1 - _AROUND) : place + 1], chances[place + 1 :][:_AROUND]
        if len(before) == len(after) == _AROUND:
            swing = add_up(before) / _AROUND, add_up(after) / _AROUND
            mine = swing if judgment.seat == 0 else (1.0 - swing[0], 1.0 - swing[1])
            told.append(Moment("turn", judgment, swing=mine))
    large = [moment for moment in told if _swung(moment) >= SWING]
    return sorted(large, key=_swung, reverse=True)


def _swung(moment: Moment) -> float:
    return abs(moment.swing[1] - moment.swing[0])


def _apart(found: list[Moment], told: list[Moment]) -> list[Moment]:
    """Return the first of moments that are close together, and none close to those already told."""
    kept = list[Moment]()
    for moment in found:
        if all(abs(moment.judged.turn - other.judged.turn) > _AROUND for other in (*told, *kept)):
            kept.append(moment)
    return kept


# --- the curves ---------------------------------------------------------------------------------------


def curve(found: Analysis, last: Level | None) -> tuple[Level, ...]:
    """Return the true winning chances at each turn, smoothed with the neighboring turns.

    The side to move could often gain at once, so that unsmoothed chances swing from turn to turn. `last` is
    the result, if there is one.
    """
    chances = {judgment.turn: judgment.chance for judgment in reversed(found.judged)}
    turns = sorted(chances)
    levels = dict[int, Level]()
    for before, turn, after in zip(turns[:1] + turns[:-1], turns, turns[1:] + turns[-1:], strict=True):
        chance = (chances[before] + 2 * chances[turn] + chances[after]) / 4
        levels[turn] = Level(turn, (chance, 1.0 - chance))
    return _with_end(levels, last)


def hopes(found: Analysis, last: Level | None) -> tuple[Level, ...]:
    """Return the chances that each seat could see at its own decisions; empty if nothing was hidden."""
    if not any(judgment.fog for judgment in found.judged):
        return ()
    hoped, levels = [_first_hope(found, 0), _first_hope(found, 1)], dict[int, Level]()
    for judgment in found.judged:
        hoped[judgment.seat] = judgment.hope
        levels.setdefault(judgment.turn, Level(judgment.turn, (hoped[0], hoped[1])))
    return _with_end(levels, last)


def _first_hope(found: Analysis, seat: int) -> float:
    return next((judgment.hope for judgment in found.judged if judgment.seat == seat), 0.5)


def _with_end(levels: dict[int, Level], last: Level | None) -> tuple[Level, ...]:
    ends = [] if last is None else [last]
    return tuple(sorted(chain(levels.values(), ends), key=lambda level: level.turn))


def certain(found: Analysis, seat: int, most: int | None = None) -> tuple[Fact, ...]:
    """Return up to `most` facts that a seat could be sure of, the most important, by their first turn."""
    mine = [fact for fact in found.facts if fact.seat == seat]
    chosen = sorted(mine, key=lambda fact: (fact.rank, fact.turn))[:most]
    return tuple(sorted(chosen, key=lambda fact: (fact.turn, fact.rank)))
