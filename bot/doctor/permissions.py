"""Checks of the bot's permissions in servers and channels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.doctor.report import Finding, format_count, join_names, ok, problem, warning

SERVERS, CHANNELS = "servers", "channels"
ADMINISTRATOR = 1 << 3
NEEDED: Mapping[str, int] = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Public Threads": 1 << 35,
    "Send Messages in Threads": 1 << 38,
}
"""The bits of the permissions that the bot needs, by the names in Discord's settings."""
ALL_NEEDED = sum(NEEDED.values())


@dataclass(frozen=True, slots=True)
class Server:
    """A server with the bot in it; `may` holds the permission bits of the bot's roles."""

    id: int
    name: str
    may: int


@dataclass(frozen=True, slots=True)
class Place:
    """A channel with open matches.

    Attributes:
        server: The server's name.
        channel: How a finding names the channel.
        matches: The number of open matches.
        may: The bot's permission bits there; None if the channel is deleted or hidden.
    """

    server: str
    channel: str
    matches: int
    may: int | None


def missing(bits: int) -> tuple[str, ...]:
    """Return the names of needed permissions that aren't among these bits."""
    if bits & ADMINISTRATOR:
        return ()
    return tuple(name for name, bit in NEEDED.items() if not bits & bit)


def check_servers(servers: Iterable[Server]) -> list[Finding]:
    """Return a finding for each set of permissions that is missing on some server."""
    all_of_them = list(servers)
    if not all_of_them:
        return [
            warning(
                SERVERS,
                "The bot isn't in any server.",
                "Open the install link from your application's Installation page, and add it to one.",
            )
        ]
    lacking: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for server in all_of_them:
        lacking[missing(server.may)].append(f"“{server.name}”")
    fine, servers_in_all = len(lacking.pop((), [])), format_count(len(all_of_them), "server", "servers")
    return [
        *_fine(SERVERS, fine, servers_in_all),
        *(
            warning(
                SERVERS,
                f"In {join_names(names)}, the bot's roles don't have {join_names(lacks)}.",
                "Ask an admin there to give them to the bot's role, unless channels for games allow that.",
            )
            for lacks, names in lacking.items()
        ),
    ]


def check_places(places: Iterable[Place]) -> list[Finding]:
    """Return a finding for each channel with open matches in which a permission is missing."""
    all_of_them = list(places)
    found = [finding for place in all_of_them for finding in _of_place(place)]
    fine = len(all_of_them) - len(found)
    if not all_of_them:
        return [ok(CHANNELS, "No matches are under way in a server's channel.")]
    with_matches = f"{format_count(len(all_of_them), 'channel', 'channels')} with open matches"
    return [*_fine(CHANNELS, fine, with_matches), *found]


def _fine(about: str, number: int, of: str) -> list[Finding]:
    return [ok(about, f"The bot has every permission it needs in {number:,} of {of}.")] if number else []


def _of_place(place: Place) -> list[Finding]:
    where = f"{place.channel} of “{place.server}”"
    open_ones = format_count(place.matches, "open match", "open matches")
    if place.may is None or not place.may & (NEEDED["View Channels"] | ADMINISTRATOR):
        return [
            problem(
                CHANNELS,
                f"The bot can't see {where}, where it has {open_ones}.",
                "Give its role View Channels there. If the channel was deleted, people keep playing in DMs.",
            )
        ]
    lacks = missing(place.may)
    if not lacks:
        return []
    told = f"In {where}, where it has {open_ones}, the bot doesn't have {join_names(lacks)}."
    return [
        problem(CHANNELS, told, "Allow that for the bot's role in the channel's settings, page Permissions.")
    ]


def check_lost_servers(ids: Mapping[int, int]) -> list[Finding]:
    """Return a warning for each server the bot has left, given numbers of open matches by server id."""
    return [
        warning(
            SERVERS,
            f"The bot isn't in the server {server} anymore, where it has "
            f"{format_count(matches, 'open match', 'open matches')}.",
            "Invite it back if you can; until then these players are only reached by DMs.",
        )
        for server, matches in ids.items()
    ]
