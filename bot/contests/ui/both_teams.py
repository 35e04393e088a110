"""What's said of a team match before it begins, and of who has decided something in it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.contests import own_team
from bot.contests.contest import Contest
from bot.contests.events import Event
from bot.contests.formats import teams
from bot.contests.ui import sentences
from bot.contests.ui.access import Found
from bot.contests.ui.named import Named, mention
from bot.ui import markdown

_WAITING = "Waiting for another server to agree. If none does by the start, it's called off."
_PRIVATE = "-# Matches are played in DMs. The other server sees the names on the boards, and no more."


def people(found: Found) -> str:
    """Who is in: in a team match those of this server's own team, and of the other one how many."""
    contest = found.contest
    if not own_team.is_one(contest) or found.team is None:
        return sentences.people(contest)
    lines = (_against(contest), *(_team(contest, n, found.team) for n in range(len(contest.teams))), _PRIVATE)
    return "\n".join(filter(None, lines))


def _against(contest: Contest) -> str:
    return _WAITING if len(contest.teams) == 1 and contest.status == "open" else ""


def _team(contest: Contest, number: int, mine: int) -> str:
    name = team_name(contest, number)
    there = [one for one in contest.entrants.values() if one.team == number and not one.gone]
    if number != mine or not there:
        return f"**{name}:** {sentences.counted(len(there), 'player') if there else 'no one yet'}"
    return f"**{name} ({len(there)}):** {sentences.listed(contest, there)}"


def sending(code: str) -> str:
    """What a captain does with a code."""
    return (
        f"Send this code to an organizer of the other server:\n```\n{code}\n```\n"
        "There they use `/compete` and tap *Answer a challenge*."
    )


def by_board(contest: Contest, named: Named) -> Iterator[str]:
    """All matches, board by board."""
    for number in range(1, len(teams.boards(contest)) + 1):
        slot = teams.slot_of(number)
        yield f"**Board {number}**"
        yield from (sentences.pairing(one, named) for one in contest.in_slot(slot))
        for bye in contest.byes:
            if bye.slot == slot:
                yield f"{named(bye.person)} gets the point without a match"


def team_name(contest: Contest, number: int) -> str:
    """The name of a team, with nothing live in it."""
    return markdown.plain((contest.teams[number].name,))


def whose(found: Found, event: Event) -> str:
    """Who has decided something: in a team match, of the other server only its team."""
    if found.team is None or event.side in (None, found.team):
        return mention(event.by or 0)
    return team_name(found.contest, event.side or 0)
