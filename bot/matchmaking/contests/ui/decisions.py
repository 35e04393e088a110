"""What organizers have decided, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bot.core.match_state import nickname
from bot.discord_kit.text import markdown
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.events import (
    Agreed,
    Begun,
    Closed,
    Decided,
    Event,
    Invited,
    Joined,
    Left,
    Paired,
    Substituted,
    Voided,
    read_event,
)
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.named import Named, mention


def decided(contest: Contest, lines: Iterable[str], team: int | None, named: Named) -> list[str]:
    """What organizers have decided, the newest first, each with who did it and when: “Took @tom out.”. What
    follows from a decision comes below it. Of the other server in a team match only its team is named, and
    not whom it has invited."""

    def is_ours(event: Event) -> bool:
        return team is None or event.side in (None, team)

    events = [event for event in map(read_event, lines) if event.by is not None]
    events = [event for event in events if is_ours(event) or not isinstance(event, Invited)]

    def whose(event: Event) -> str:
        return (
            mention(event.by or 0)
            if is_ours(event)
            else markdown.plain((contest.teams[event.side or 0].name,))
        )

    found = list[str]()
    acts = [list(act) for _, act in groupby(events, key=lambda one: (one.at, one.by, one.side))]
    for act in reversed(acts):
        found += [_said(contest, one, named) for one in act]
        found[-1] += f"\n-# {whose(act[-1])} · <t:{act[-1].at}:f>"
    return found


def _said(contest: Contest, event: Event, named: Named) -> str:
    match event:
        case Joined():
            return f"Let {named(event.person)} in."
        case Invited():
            place = f" to take the place of {named(event.out)}" if event.out else ""
            return f"Invited {named(event.person)}{place}."
        case Left():
            return f"Took {named(event.person)} out."
        case Substituted():
            return f"{named(event.person)} takes the place of {named(event.out)}."
        case Decided():
            return f"Decided {_of(contest, event.match, named)}"
        case Paired():
            return f"{named(event.first)} and {named(event.second)} play {nickname(event.match)} instead."
        case Voided():
            return f"{nickname(event.match)} counts for nothing."
        case Begun():
            return f"Started it with {sentences.counted(len(event.order), 'player')}."
        case Closed():
            return "Called it off."
        case Agreed():
            team = markdown.plain((event.name,))
            return f"Agreed to play for {team}." if event.team else f"Proposed it for {team}."
    return "Changed something."


def _of(contest: Contest, match: str, named: Named) -> str:
    """A pairing as it counts now."""
    found = next((one for one in contest.pairings if one.match == match), None)
    if found is None:
        return f"{nickname(match)}."
    return f"{nickname(match)}: {named(found.first)} – {named(found.second)}, {sentences.points(found)}."
