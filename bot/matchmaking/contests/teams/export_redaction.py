"""What an organizer may have of a team match as files: of the other server only the name of its team, and the
names of those on the boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bot.matchmaking.contests.formats.teams import is_on_a_board
from bot.matchmaking.contests.log.contest import Contest

_PEOPLE = ("person", "out", "first", "second")


def shown(contest: Contest, names: Mapping[int, str], team: int | None) -> Mapping[int, str]:
    """Those of the other team, each with a name, if they're on a board, or none. Empty: nobody is hidden."""
    if team is None:
        return {}
    others = (one.person for one in contest.entrants.values() if one.team != team)
    return {one: names.get(one, "") if is_on_a_board(contest, one) else "" for one in others}


def lines(log: Iterable[str], others: Mapping[int, str], team: int | None) -> Iterable[str]:
    """The log, with names for people of the other team, without its server, its organizers and whom those
    have invited."""
    if team is None:
        return log
    events = (event for event in map(msgspec.json.decode, log) if not _is_their_invitation(event, team))
    return [msgspec.json.encode(_line(event, others, team)).decode() for event in events]


def _is_their_invitation(event: dict[str, Any], team: int) -> bool:
    return bool(event["type"] == "invited" and event.get("side", team) != team)


def _line(event: dict[str, Any], others: Mapping[int, str], team: int) -> dict[str, Any]:
    about = {event[key] for key in _PEOPLE if key in event}
    made = {key: others.get(value, value) if key in _PEOPLE else value for key, value in event.items()}
    if about & others.keys():
        made.pop("rating", None)
    if "order" in made:
        made["order"] = [others.get(one, one) for one in made["order"]]
    hidden = {"by", "guild"} if made.get("side", team) != team else set()
    return {key: value for key, value in made.items() if key not in hidden}
