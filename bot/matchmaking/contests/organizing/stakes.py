"""The people who could gain by what an official does in a contest."""

from __future__ import annotations

from bot.core import officials
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.core.officials import Act
from bot.matchmaking.contests.formats.round_robin import groups
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of
from storage.engine.handle import Reader
from storage.tables import contests


def rivals(contest: Contest, *people: int) -> frozenset[int]:
    """Return the persons whose place depends on how these people fare.

    These are all who have a place or wait for one. In a league, or in a round robin with groups, they are
    those of the same division or group, and all who wait. In a team match there are none: `own_team` says
    what its organizers may do.
    """
    if contest.terms.kind == "teams":
        return frozenset()
    placed = {entrant.person for entrant in contest.entrants.values() if entrant.seed or not entrant.gone}
    if contest.begun_at is not None and contest.terms.kind in ("league", "round robin") and people:
        near = [group for group in groups(contest) if not {*people}.isdisjoint(group)]
        placed = {person for group in near for person in group}
    return frozenset(placed | {*contest.substitutes})


def check(act: Act, organizer: int, contest: Contest, *people: int) -> None:
    """Raise UserError if an organizer is one of these people, or could gain by what happens to them.

    Without people, the act concerns everyone.
    """
    officials.check(act, organizer, people, rivals(contest, *people))


async def check_match(r: Reader, app: AppContext, act: Act, state: MatchState, official: int) -> None:
    """Raise UserError where a moderator plays in a match, or could gain by it in the contest that it's in."""
    contest_id = await contests.of_match(r, state.match.id)
    gaining = frozenset[int]()
    if contest_id is not None:
        _, contest = await contest_of(r, app, contest_id)
        gaining = rivals(contest, *state.people()) if contest.ended_at is None else gaining
    officials.check(act, official, state.people(), gaining)
