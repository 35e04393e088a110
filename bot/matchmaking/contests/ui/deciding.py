"""How organizers decide matches, or let them count for nothing."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.core.errors import UserError
from bot.core.match_state import nickname
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import ViewMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.organizing import organizing
from bot.matchmaking.contests.teams import own_team
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.access import named_in, organized
from bot.matchmaking.contests.ui.buttons import ChooseMatch, Decide, ListMatches, Manage, Scored, Void
from bot.matchmaking.contests.ui.panel import ON_A_PAGE, short_names, show_panel
from storage.tables import contests

_DECIDING = "Your decision counts here, whatever the match says. Its result and ratings stay as they are."
_CONCEDING = "You can give the point to the other team, whatever the match says. That can't be undone."
_GIVEN = "The other team has the point of this match."
_SCORES: tuple[tuple[str, Scored], ...] = (("1–0", "win"), ("½–½", "draw"), ("0–1", "loss"), ("0–0", "none"))


async def listed_matches(ctx: UiContext, interaction: Interaction, tap: ListMatches) -> None:
    """The pairings, as a select: those that go on first, then the newest."""
    row, contest = await organized(ctx, interaction, tap.contest)
    ordered = [*contest.open, *(one for one in reversed(contest.pairings) if one.score is not None)]
    pages = max(1, -(-len(ordered) // ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = ordered[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    called = await short_names(ctx.app, [person for one in shown for person in (one.first, one.second)])
    options = [
        discord.SelectOption(
            label=f"{called(one.first)} – {called(one.second)}"[:100],
            value=one.match,
            description=f"{_place(one)} · {sentences.score(one)} · {nickname(one.match)}"[:100],
        )
        for one in shown
    ]
    parts: list[ui.Item[Any]] = [items.text(f"### {sentences.name(contest.terms)}: matches")]
    if options:
        parts.append(items.row(items.select("Which match?", ChooseMatch(row.id, page), options)))
    parts += items.pager(page, pages, lambda number: ListMatches(row.id, number))
    await show(interaction, Screen(items.message(*parts, items.row(items.button("Back", Manage(row.id))))))


def _place(one: Pairing) -> str:
    return one.slot.capitalize() if one.slot.startswith("board") else f"Round {one.round}"


async def chose_match(ctx: UiContext, interaction: Interaction, tap: ChooseMatch) -> None:
    """A pairing: decide it, or let it count for nothing."""
    found = await organized(ctx, interaction, tap.contest)
    row, contest = found
    data: Any = interaction.data
    one = _pairing(contest, data["values"][0])
    named = await named_in(ctx.app, contest, found.team, (one.first, one.second))
    about, scores = _choices(found, one)
    told = f"### {nickname(one.match)}\n{_place(one)} · {sentences.pairing(one, named)}.\n-# {about}"
    decide = [items.button(label, Decide(row.id, one.match, score)) for label, score in scores]
    taps = (*await _of_the_match(ctx, found, one), items.button("Back", ListMatches(row.id, tap.page)))
    await show(interaction, Screen(items.sentence(told, *items.rows(decide), items.row(*taps))))


def _choices(found: Found, one: Pairing) -> tuple[str, tuple[tuple[str, Scored], ...]]:
    """How a pairing may be decided, and what to know for it."""
    if not own_team.is_one(found.contest):
        return _DECIDING, _SCORES
    given = own_team.conceded(found.contest, one, found.team)
    return (_GIVEN, ()) if one.score == given else (_CONCEDING, (("Give the point", given),))


async def _of_the_match(ctx: UiContext, found: Found, one: Pairing) -> list[items.Tap]:
    """To void it, and to see it; not in a team match, which is played in DMs."""
    if own_team.is_one(found.contest):
        return []
    async with ctx.app.database.read() as r:
        has_begun = await contests.of_match(r, one.match) is not None
    void = items.button("Void", Void(found.row.id, one.match), items.BAD)
    return [void, *([items.button("See it", ViewMatch(one.match))] if has_begun else [])]


def _pairing(contest: Contest, match: str) -> Pairing:
    found = next((one for one in contest.pairings if one.match == match), None)
    if found is None:
        raise UserError("This match isn't in this contest anymore.")
    return found


async def decided(ctx: UiContext, interaction: Interaction, tap: Decide) -> None:
    """It counts like this."""
    found = await organized(ctx, interaction, tap.contest)
    row, contest = found
    _pairing(contest, tap.match)
    by = await ctx.meet(interaction)
    after = await organizing.decide(ctx.app, row.id, tap.match, tap.score, by.id, found.team)
    await show_panel(ctx, interaction, row.id, f"It counts: {sentences.points(_pairing(after, tap.match))}.")


async def voided(ctx: UiContext, interaction: Interaction, tap: Void) -> None:
    """It counts for nothing."""
    row, contest = await organized(ctx, interaction, tap.contest)
    _pairing(contest, tap.match)
    by = await ctx.meet(interaction)
    await organizing.void(ctx.app, row.id, tap.match, by.id)
    await show_panel(ctx, interaction, row.id, "It counts for nothing.")
