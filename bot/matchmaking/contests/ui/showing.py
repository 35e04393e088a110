"""A contest as one person sees it: their part in it, the standings, the pairings, the log, the buttons."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.core.match_state import nickname
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.discord_kit.text import markdown
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.events import (
    Agreed,
    Begun,
    Changed,
    Closed,
    Decided,
    Event,
    Invited,
    Joined,
    Left,
    Paired,
    Scheduled,
    Substituted,
    Voided,
    read_event,
)
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import both_teams, inviting, my_contest, sentences, tables
from bot.matchmaking.contests.ui.access import Named, find_contest, find_names, may_organize, mention
from bot.matchmaking.contests.ui.buttons import Join, Manage, Show, ShowDetails, ShowLog, ShowPairings
from storage.tables import contests
from storage.tables.contests import ContestRow


def format_log(contest: Contest, lines: Iterable[str], team: int | None, named: Named) -> list[str]:
    """Return the organizers' decisions as log lines, the newest first: “Took @tom out.”.

    What follows from a decision comes below it, then who made it and when. In a team match, the other
    server's organizers appear only as their team, and their invitations not at all. `lines` are the stored
    events.
    """

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
        found += [_format_event(contest, event, named) for event in act]
        found[-1] += f"\n-# {whose(act[-1])} · <t:{act[-1].at}:f>"
    return found


def _format_event(contest: Contest, event: Event, named: Named) -> str:
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
        case Changed():
            return "Changed the terms."
        case Scheduled():
            return "Added it to the server's events."
        case Begun():
            return f"Started it with {sentences.format_count(len(event.order), 'player')}."
        case Closed():
            return "Called it off."
        case Agreed():
            team = markdown.plain((event.name,))
            return f"Agreed to play for {team}." if event.team else f"Proposed it for {team}."
    return "Changed something."


def _of(contest: Contest, match: str, named: Named) -> str:
    """Return a pairing with its present score, as the end of a log line."""
    found = next((pairing for pairing in contest.pairings if pairing.match == match), None)
    if found is None:
        return f"{nickname(match)}."
    return f"{nickname(match)}: {named(found.first)} – {named(found.second)}, {sentences.points(found)}."


_EVERYWHERE = (
    "You get matches with people from any server, in your DMs. They see your name, your results and your "
    "moves, but nothing about your server."
)
_PAIRINGS, _LINES = 15, 10
"""Lines on a page of pairings, and of the log."""


async def show_contest(ctx: UiContext, interaction: Interaction, tap: Show) -> None:
    """Show a contest, or another page of its standings."""
    await open_contest(ctx, interaction, tap.contest, tap.page)


async def open_contest(
    ctx: UiContext, interaction: Interaction, contest_id: str, page: int = 0, line: str = ""
) -> None:
    """Show a contest; `line` says what was just done."""
    found = await find_contest(ctx, interaction, contest_id)
    await show(interaction, await screen(ctx, interaction, found, page, line))


async def concerns(ctx: UiContext, found: Found, person: int) -> bool:
    """Return whether a person is in a contest, or can accept an invitation to it."""
    is_in = person in found.contest.entrants or person in found.contest.substitutes
    return is_in or await inviting.invitation(ctx, found, person) is not None


async def screen(
    ctx: UiContext, interaction: Interaction, found: Found, number: int = 0, line: str = ""
) -> Screen:
    """Return a contest's screen for the person who tapped; `line` says what was just done."""
    row, contest = found
    person = interaction.user.id
    mine = contest.entrants.get(person)
    page = await tables.standing(ctx, contest, found.team, number, person)
    told = [f"**{line}**" if line else "", sentences.heading(contest)]
    if row.guild is None:
        told += [] if mine is not None and not mine.gone else [sentences.how(contest.terms), _EVERYWHERE]
    if contest.begun_at is None:
        told += [
            sentences.how(contest.terms),
            sentences.who_may(contest.terms),
            both_teams.people(contest, found.team),
        ]
    else:
        told.append(page.above)
    invited = await inviting.invitation(ctx, found, person)
    stands = my_contest.after_tap if line else my_contest.status
    known = "" if line else inviting.describe(invited) if invited else sentences.standing_by(contest, person)
    told.append(known or await stands(ctx, found, mine))
    parts: list[ui.Item[Any]] = [items.text("\n".join(filter(None, told)))]
    files: list[discord.File] = []
    if contest.begun_at is not None:
        file = await tables.draw_standings(ctx, contest, number, person)
        parts += [items.show_picture(file), items.text("\n".join(page.lines))]
        parts += items.pager(page.number, page.pages, lambda to: Show(row.id, to))
        files = [file]
    if contest.status != "running":
        parts.append(items.text(await _small_print(ctx, found)))
    if contest.terms.kind == "ladder" and mine is not None and not mine.gone:
        parts.append(items.row(my_contest.at_once(row.id, mine)))
    mine_taps = (
        [items.button("Join", Join(row.id), items.GOOD)]
        if invited
        else my_contest.taps_of_listed(found, person, ctx.app.now())
        if person in contest.substitutes
        else await my_contest.own_taps(ctx, found, mine)
    )
    taps = [*mine_taps, *_other_taps(interaction, found)]
    return Screen(items.message(*parts, *items.rows(taps)), files)


async def details(ctx: UiContext, interaction: Interaction, tap: ShowDetails) -> None:
    """Show how a contest goes, its terms, and the commitment to its secret."""
    found = await find_contest(ctx, interaction, tap.contest)
    terms = found.contest.terms
    lines = (
        f"### {sentences.name(terms)}",
        sentences.how(terms),
        await _small_print(ctx, found),
    )
    back = items.row(items.button("Back", Show(tap.contest)))
    await show(interaction, Screen(items.sentence("\n".join(filter(None, lines)), back)))


async def _small_print(ctx: UiContext, found: Found) -> str:
    """Return the rules, until the contest is over, and the commitment to its secret, or the secret."""
    row, contest = found
    async with ctx.app.database.read() as r:
        secret = await dice.format_dice(r, row, contest)
    policies = "" if contest.ended_at is not None else sentences.policies(contest.terms)
    return "\n".join(filter(None, (policies, f"-# {secret}")))


def _other_taps(interaction: Interaction, found: Found) -> list[items.Tap]:
    row, contest = found
    taps: list[items.Tap] = []
    if contest.status == "running":
        taps.append(items.button("Details", ShowDetails(row.id)))
    if contest.pairings or contest.byes:
        taps.append(items.button("Pairings", ShowPairings(row.id)))
    if row.organizer is not None:
        taps.append(items.button("Log", ShowLog(row.id)))
    if may_organize(interaction, row):
        taps.append(items.button("Manage", Manage(row.id)))
    return taps


# --- pairings and log ---------------------------------------------------------------------------------


async def pairings(ctx: UiContext, interaction: Interaction, tap: ShowPairings) -> None:
    """Show the pairings with their results: the newest first, or board by board."""
    found = await find_contest(ctx, interaction, tap.contest)
    row, contest = found
    lines = _pairing_lines(contest, await find_names(ctx.app, contest, found.team))
    await _show_lines(ctx, interaction, row, f"{sentences.name(contest.terms)}: pairings", lines, tap)


def _pairing_lines(contest: Contest, named: Named) -> list[str]:
    if contest.terms.kind == "ladder":
        return [sentences.pairing(pairing, named) for pairing in reversed(contest.pairings)]
    if contest.terms.kind == "teams":
        return both_teams.by_board(contest, named)
    lines = list[str]()
    for number in range(contest.round, 0, -1):
        played = [
            sentences.pairing(pairing, named) for pairing in contest.pairings if pairing.round == number
        ]
        byes = [f"{named(bye.person)} has a bye" for bye in contest.byes if bye.round == number]
        lines += [f"**Round {number}**", *played, *byes] if played or byes else []
    return lines


async def log(ctx: UiContext, interaction: Interaction, tap: ShowLog) -> None:
    """Show what organizers have decided, the newest first."""
    found = await find_contest(ctx, interaction, tap.contest)
    row, contest = found
    async with ctx.app.database.read() as r:
        events = await contests.events(r, row.id)
    named = await find_names(ctx.app, contest, found.team)
    lines = format_log(contest, events, found.team, named)
    if row.organizer is not None and contest.terms.kind != "teams":
        lines = [*lines, f"Organized by <@{row.organizer}> · <t:{row.created_at}:f>"]
    await _show_lines(ctx, interaction, row, f"{sentences.name(contest.terms)}: log", lines, tap)


async def _show_lines(
    ctx: UiContext,
    interaction: Interaction,
    row: ContestRow,
    title: str,
    lines: list[str],
    tap: ShowPairings | ShowLog,
) -> None:
    most = _PAIRINGS if isinstance(tap, ShowPairings) else _LINES
    pages = max(1, -(-len(lines) // most))
    page = min(max(0, tap.page), pages - 1)
    shown = "\n".join(lines[page * most : (page + 1) * most]) or "Nothing yet."
    kind = type(tap)
    parts = (
        items.text(f"### {title}\n{shown}"),
        *items.pager(page, pages, lambda number: kind(row.id, number)),
        items.row(items.button("Back", Show(row.id))),
    )
    await show(interaction, Screen(items.message(*parts)))
