"""Swiss, paired by a library that follows FIDE's Dutch rules. A round begins as soon as the last one is over.

What the library reads is the tournament report (TRF) that organizers can have, too."""

from __future__ import annotations

from collections.abc import Iterator

from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from bot.matchmaking.contests.formats import trf
from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.log.contest import Contest

_QUIET = {"experimental": (), "verbose": 0}


def following(contest: Contest, now: int) -> tuple[Step, ...]:
    """Return the next round once the present one is decided. After the last one, and where no round can be
    paired in which no two meet again, it's over."""
    if contest.open:
        return ()
    playing = [entrant for entrant in contest.seeded() if not entrant.gone]
    if contest.round >= contest.rounds or len(playing) < 2:
        return (Finish(),)
    try:
        found = tuple(_pairs(contest))
    except GacruxNoLegalPairing:
        return (Finish(),)
    number, people = contest.round + 1, {entrant.seed: entrant.person for entrant in contest.seeded()}
    return tuple(
        Pair(number, people[white], people[black]) if black else Rest(number, people[white])
        for white, black in found
    )


def _pairs(contest: Contest) -> Iterator[tuple[int, int]]:
    """Yield the seeds of White and Black in the next round, board by board; Black is 0 for a bye."""
    reader = trf2json()
    # It ranks by points and numbers itself, so names and places don't matter.
    reader.parse_file(trf.report(contest, {}, {}), 0)
    engine = pairing_dutch(reader.get_tournament(1), contest.round + 1, _QUIET)
    pairs = [pair for bracket in engine.compute_pairing(False) for pair in bracket["pairs"]]
    for pair in sorted(pairs, key=lambda pair: pair["board"]):
        yield pair["w"], pair["b"]
