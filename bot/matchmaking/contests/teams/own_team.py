"""What an organizer may do in a team match.

They look after their own people, and can give points away, but take none. Both captains agreed on everything
else.
"""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.matchmaking.contests.log.contest import Contest, Entrant, Pairing
from bot.matchmaking.contests.log.events import Score
from bot.play.dealing import hidden_info
from storage.engine.handle import Reader
from storage.tables import contest_matches

_START = "Both captains agreed on its start, so no one can begin it earlier."
_CONCEDE = "In a team match you can only give a match of your own team to the other one."
_VOID = "In a team match no match can be voided. You can give it to the other team."
_OTHERS = "They don't play for your team. You look after your own team only."
_UNDER_WAY = "This is under way, and neither team can call it off. You can give matches to the other team."
_BOUND = (
    "They've already begun a match. They can finish it, or you can give it to the other team; "
    "then someone can take their place."
)


def is_one(contest: Contest) -> bool:
    """Return whether a contest is a team match."""
    return contest.terms.kind == "teams"


def check_start(contest: Contest) -> None:
    """Raise UserError in a team match: it begins when both captains agreed that it would."""
    if is_one(contest):
        raise UserError(_START)


def check_decision(contest: Contest, one: Pairing, score: Score, side: int | None) -> None:
    """Raise UserError unless the decision gives a match of the organizer's team to the other team."""
    if is_one(contest) and score_concession(contest, one, side) != score:
        raise UserError(_CONCEDE)


def score_concession(contest: Contest, one: Pairing, side: int | None) -> Score:
    """Return the score of a pairing's first side once a team gives the match away."""
    return "loss" if contest.entrants[one.first].team == side else "win"


def check_void(contest: Contest) -> None:
    """Raise UserError in a team match: the losing side would void its matches."""
    if is_one(contest):
        raise UserError(_VOID)


def check_person(contest: Contest, person: int, side: int | None) -> None:
    """Raise UserError for a person of the other team."""
    if is_one(contest) and contest.entrants[person].team != side:
        raise UserError(_OTHERS)


def check_calling_off(contest: Contest, side: int | None) -> None:
    """Raise UserError once a team match has begun: the losing side would call it off."""
    if is_one(contest) and (contest.status != "open" or side is None):
        raise UserError(_UNDER_WAY)


def is_in_reserve(contest: Contest, one: Entrant) -> bool:
    """Return whether a person of a team has no match and no bye, and had none."""
    return is_one(contest) and not (one.gone or contest.of(one.person) or contest.byes_of(one.person))


async def check_unbound(r: Reader, app: AppContext, contest: Contest, person: int) -> None:
    """Raise UserError if a person has begun a match that isn't decided: a substitute would begin it anew."""
    if not is_one(contest):
        return
    matches = [pairing.match for pairing in contest.of(person) if pairing.score is None]
    for match_id in await contest_matches.find_begun(r, matches):
        state = await app.match_state_in(r, match_id)
        seat = state.seat_of(person)
        if state.match.reason is not None or (seat is not None and hidden_info.is_bound(state, seat)):
            raise UserError(_BOUND)
