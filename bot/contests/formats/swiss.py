"""Swiss, paired by a library that follows FIDE's Dutch rules. A round begins as soon as the last one is over.

What the library reads is a tournament report (TRF); organizers can have the same."""

from __future__ import annotations

from bot.contests.contest import Contest
from bot.contests.formats.trf_lines import player_lines
from bot.contests.steps import Finish, Pair, Rest, Step

try:
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.sections import PlayerSection, XSection
except ImportError:
    # It's built for Linux on x86-64, macOS and Windows alone.
    CAN_PAIR = False
else:
    CAN_PAIR = True


def following(contest: Contest, now: int) -> tuple[Step, ...]:
    """The next round once the present one is decided. After the last one, and where no round can be paired
    in which nobody meets the same opponent again, it's over."""
    if contest.open:
        return ()
    playing = [one for one in contest.seeded() if not one.gone]
    if contest.round >= contest.rounds or len(playing) < 2:
        return (Finish(),)
    try:
        return _round(contest)
    except PairingError:
        return (Finish(),)


def _round(contest: Contest) -> tuple[Step, ...]:
    number, people = contest.round + 1, {one.seed: one.person for one in contest.seeded()}
    found = DutchEngine.generate_pairings(_read(contest))
    return tuple(
        Pair(number, people[one.white], people[one.black]) if one.black else Rest(number, people[one.white])
        for one in found
    )


def _read(contest: Contest) -> ParsedTrf:
    """What the library makes of the report; whoever is gone isn't paired."""
    gone = {one.seed for one in contest.seeded() if one.gone}
    # It ranks by points and numbers itself, so the places don't matter.
    lines = player_lines(contest, {}, {one.person: one.seed for one in contest.seeded()})
    return ParsedTrf(
        player_sections=[PlayerSection.from_string(line) for line in lines],
        x_section=XSection(number_of_rounds=contest.rounds, zeroed_ids=gone),
    )
