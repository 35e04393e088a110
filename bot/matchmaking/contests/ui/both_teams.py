"""Text about team matches: who is in, what's on the boards, and how the other server is found."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord_kit.text import markdown
from bot.matchmaking.contests.formats import teams
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.access import Named

_WAITING = "Waiting for another server to agree. If none does by the start, it's called off."
_PRIVATE = "-# Matches are played in DMs. The other server sees the names on the boards, and no more."


def people(contest: Contest, team: int | None) -> str:
    """Return who is in; in a team match, the names of this server's team and the number of the other's."""
    if team is None:
        return sentences.people(contest)
    is_waiting = len(contest.teams) == 1 and contest.status == "open"
    lines = (_team(contest, number, team) for number in range(len(contest.teams)))
    return "\n".join((*((_WAITING,) if is_waiting else ()), *lines, _PRIVATE))


def _team(contest: Contest, number: int, mine: int) -> str:
    name = team_name(contest, number)
    there = [entrant for entrant in contest.entrants.values() if entrant.team == number and not entrant.gone]
    if number != mine or not there:
        return f"**{name}:** {sentences.format_count(len(there), 'player') if there else 'no one yet'}"
    return f"**{name} ({len(there)}):** {sentences.list_entrants(contest, there)}"


def team_name(contest: Contest, number: int) -> str:
    """Return a team's name without live Markdown or mentions."""
    return markdown.plain((contest.teams[number].name,))


def versus(contest: Contest) -> str:
    """Return “Foxes – Owls” for a team match, else an empty text."""
    return " – ".join(team_name(contest, number) for number in range(len(contest.teams)))


def by_board(contest: Contest, named: Named) -> list[str]:
    """Return a team match's pairings and points without a match as lines, board by board."""
    boards = range(1, len(teams.boards(contest)) + 1)
    return [line for number in boards for line in _on_board(contest, number, named)]


def _on_board(contest: Contest, number: int, named: Named) -> Iterator[str]:
    slot = teams.slot_of(number)
    yield f"**Board {number}**"
    yield from (sentences.pairing(pairing, named) for pairing in contest.in_slot(slot))
    for bye in contest.byes:
        if bye.slot == slot:
            yield f"{named(bye.person)} gets the point without a match"
