"""Checks that ask Discord, one request after the other, over REST alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

import discord

from bot.discord_kit.requests.discord_errors import NETWORK
from bot.doctor.machine import check_clock
from bot.doctor.permissions import (
    SERVERS,
    Place,
    Server,
    check_lost_servers,
    check_places,
    check_servers,
)
from bot.doctor.portal import COMMANDS, PORTAL, check_commands, check_portal
from bot.doctor.report import Finding, ok, problem, unknown
from bot.doctor.ui.line import Answer, Line, Unreached
from storage.rows import OpenPlace

DISCORD, TOKEN = "Discord", "token"
_OK, _UNKNOWN_TOKEN = 200, 401
_PAGE = 200


async def check_discord(
    line: Line,
    token: str,
    commands: Iterable[dict[str, Any]],
    places: Sequence[OpenPlace] | None,
    over_http: bool,
) -> AsyncIterator[Finding]:
    """Yield all findings about the bot on Discord; `places` have open matches, and are None if unknown."""
    try:
        me = await line.introduce(token)
        if me.status == _UNKNOWN_TOKEN:
            yield problem(
                TOKEN,
                "Discord doesn't accept DISCORD_TOKEN.",
                "Reset it on the Bot page and put the new one into .env.",
            )
            yield not_asked()
            return
        if me.status != _OK:
            yield _report_refusal(TOKEN, "who the bot is", me)
            return
        yield ok(TOKEN, "Discord accepts DISCORD_TOKEN.")
        if me.ahead is not None:
            yield check_clock(me.ahead)
        for finding in await _of_application(line, commands, over_http):
            yield finding
        for finding in await _of_servers(line, int(me.body["id"]), places):
            yield finding
    except Unreached as error:
        yield unknown(
            DISCORD,
            f"Discord can't be reached, or is in trouble ({error}).",
            "Check the network, then try again.",
        )


def not_asked() -> Finding:
    """Return the finding that Discord can't be checked without a valid token."""
    return unknown(
        DISCORD,
        "Nothing on Discord can be checked without a token that works.",
        "Try again when you have one.",
    )


async def _of_application(line: Line, commands: Iterable[dict[str, Any]], over_http: bool) -> list[Finding]:
    application = await line.ask("GET", "/applications/@me")
    if application.status != _OK:
        return [_report_refusal(PORTAL, "how the application is set up", application)]
    there = await line.ask("GET", f"/applications/{application.body['id']}/commands")
    of_portal = check_portal(application.body, over_http=over_http)
    if there.status != _OK:
        return [*of_portal, _report_refusal(COMMANDS, "which commands it has", there)]
    kinds = application.body.get("integration_types_config") or ()
    return [*of_portal, *check_commands(commands, there.body or (), kinds)]


async def _of_servers(line: Line, me: int, places: Sequence[OpenPlace] | None) -> list[Finding]:
    servers = list[Server]()
    while True:
        after = servers[-1].id if servers else 0
        page = await line.ask("GET", "/users/@me/guilds", params={"limit": _PAGE, "after": after})
        if page.status != _OK:
            return [_report_refusal(SERVERS, "in which servers the bot is", page)]
        servers += [
            Server(int(guild["id"]), guild["name"], int(guild["permissions"])) for guild in page.body or ()
        ]
        if len(page.body or ()) < _PAGE:
            break
    of_places = await _of_places(line, me, servers, places) if places is not None else []
    return [*check_servers(servers), *of_places]


async def _of_places(
    line: Line, me: int, servers: Sequence[Server], places: Sequence[OpenPlace]
) -> list[Finding]:
    there = {server.id: server for server in servers}
    by_server = defaultdict[int, list[OpenPlace]](list)
    lost = Counter[int]()
    for place in places:
        if place.guild in there:
            by_server[place.guild].append(place)
        else:
            lost[place.guild] += place.matches
    looked_at = list[Place]()
    for id, inside in by_server.items():
        try:
            looked_at += await _fetch_places(line, me, there[id], inside)
        except NETWORK as error:
            raise Unreached(str(error)) from None
    return [*check_lost_servers(lost), *check_places(looked_at)]


async def _fetch_places(line: Line, me: int, server: Server, places: Iterable[OpenPlace]) -> list[Place]:
    """Fetch the bot's permissions in channels of a server."""
    guild = await line.fetch_guild(server.id, with_counts=False)
    member = await guild.fetch_member(me)
    channels = {channel.id: channel for channel in await guild.fetch_channels()}
    return [_as_place(server, place, channels.get(place.channel), member) for place in places]


def _as_place(
    server: Server, place: OpenPlace, channel: discord.abc.GuildChannel | None, member: discord.Member
) -> Place:
    if channel is None:
        return Place(server.name, f"the channel {place.channel}", place.matches, None)
    return Place(server.name, f"#{channel.name}", place.matches, channel.permissions_for(member).value)


def _report_refusal(about: str, what: str, answer: Answer) -> Finding:
    return unknown(
        about,
        f"Discord wouldn't say {what} (it answered {answer.status}, code {answer.code}).",
        "Try again in a while; if it stays so, please report it.",
    )
