"""A whole analysis as text: what the pages say, and every decision in a line. It names sides, not people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from bot.core.match_state import MatchState
from bot.learning.analysis import telling
from bot.learning.analysis.analyses import Look
from games.core.teaching.judging import Judged
from games.core.teaching.moments import certain, moments

_FOOT = (
    "Percentages are chances of winning. Those of the moments come from matches that the bot played on from "
    "there, the others from estimates. They can be wrong."
)


def file_of(look: Look) -> tuple[str, str]:
    """File name and text."""
    match = look.state.match
    return f"analysis-{match.game}-{match.id}.txt", "\n".join(_lines(look)) + "\n"


def _lines(look: Look) -> Iterator[str]:
    state, found = look.state, look.found
    sides = state.game.seats
    yield f"Analysis of {state.title}, {sides[0]} against {sides[1]}"
    yield _result(state)
    yield ""
    yield _accuracy("Accuracy", sides, telling.accuracies(found))
    if telling.is_foggy(found):
        yield _accuracy("With what was actually there", sides, telling.accuracies(found, truly=True))
    yield from _moments(look)
    yield from _facts(look)
    yield from _decisions(look)
    yield ""
    yield _FOOT


def _result(state: MatchState) -> str:
    winner = state.match.winner
    return "The match was drawn." if winner is None else f"{state.game.seats[winner]} won."


def _accuracy(what: str, sides: tuple[str, str], said: tuple[str, str]) -> str:
    return f"{what}: {sides[0]} {said[0]}, {sides[1]} {said[1]}"


def _moments(look: Look) -> Iterator[str]:
    for one in (telling.shown(look.state, moment) for moment in moments(look.found)):
        judged = one.moment.judged
        side = look.state.game.seats[judged.seat]
        yield ""
        yield f"Turn {judged.turn}, {side}"
        yield from (line.replace("**", "") for line in telling.lines(one, side))


def _facts(look: Look) -> Iterator[str]:
    for seat, side in enumerate(look.state.game.seats):
        facts = certain(look.found, seat)
        if facts:
            yield ""
            yield f"What {side} could know"
            yield from (f"Turn {fact.turn}: {fact.words}" for fact in facts)


def _decisions(look: Look) -> Iterator[str]:
    """Turn by turn, what was played with what it left, and the best of the others."""
    yield ""
    yield "Every decision, by what its side could know"
    for (turn, seat), found in groupby(look.found.judged, key=lambda one: (one.turn, one.seat)):
        said = "; ".join(_decision(look.state, one) for one in found)
        yield f"{turn}. {look.state.game.seats[seat]}: {said}"


def _decision(state: MatchState, one: Judged) -> str:
    knew, truly = telling.percent(one.played.knew), telling.percent(one.played.truth)
    truth = f", in truth {truly}" if truly != knew else ""
    rival = f" ({one.rival} {telling.percent(one.other.knew)})" if one.rival else ""
    return f"{state.steps[one.number - 1].text} {knew}{truth}{rival}"
