"""A contest as a tournament report in FIDE's format (TRF16), as programs of organizers read it.

Source: FIDE, “Technical requirements for the data exchange”, TRF16; lines that begin with XX are JaVaFo's."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contests.contest import Contest
from bot.contests.formats.trf_lines import player_lines


def report(contest: Contest, names: Mapping[int, str], places: Mapping[int, int], rounds: int) -> str:
    """The whole report; `names`, `places`: of its people; `rounds`: how many there are to be."""
    head = (f"012 {contest.terms.name}", f"062 {len(contest.seeded())}", f"XXR {rounds}")
    return "\n".join((*head, *player_lines(contest, names, places))) + "\n"
