"""A contest as a tournament report in FIDE's format (TRF16), as programs of organizers read it.

Source: FIDE, “Technical requirements for the data exchange”, TRF16; lines that begin with XX are JaVaFo's."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contests.contest import Contest
from bot.contests.formats.trf_lines import player_lines
from bot.contests.standings import standings


def report(contest: Contest, names: Mapping[int, str], rounds: int) -> str:
    """The whole report; `names`: of its people; `rounds`: how many there are to be."""
    places = {one.person: one.place for one in standings(contest)}
    head = (f"012 {contest.terms.name}", f"062 {len(contest.seeded())}", f"XXR {rounds}")
    return "\n".join((*head, *player_lines(contest, names, places))) + "\n"
