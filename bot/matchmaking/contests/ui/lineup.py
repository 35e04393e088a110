"""Organizers' taps on a contest's people and matches: invite, remove, substitute, decide, void."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.core.errors import UserError
from bot.core.match_state import nickname
from bot.core.seats import User
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import ViewMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.organizing import organizing
from bot.matchmaking.contests.teams import own_team
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.access import find_names, find_organized
from bot.matchmaking.contests.ui.buttons import (
    ChooseMatch,
    ChoosePerson,
    Decide,
    FromList,
    Invite,
    ListMatches,
    ListPeople,
    Manage,
    Remove,
    Scored,
    Substitute,
    Void,
)
from bot.matchmaking.contests.ui.panel import ON_A_PAGE, short_names, show_panel, users
from storage.tables import contests, people

_NO_BOTS = "Bots can't take part. Choose a person."
_IN = "They're in."
_SUBSTITUTE = "On the list of substitutes"
_INVITED = (
    "Noted: they're in once they tap Join. I DM an invitation to people who have used me before and are "
    "available for challenges; ask others to open /compete."
)
"""Answer to every invitation, worded so that it reveals no block and no setting of the invited person."""


async def invite_person(ctx: UiContext, interaction: Interaction, tap: Invite) -> None:
    """Invite the chosen person to a running contest; a substitute who already waits enters at once."""
    row, contest = await find_organized(ctx, interaction, tap.contest)
    by, coming = await ctx.meet(interaction), _read_user(interaction)
    known = contest.entrants.get(coming.id)
    if known is not None and not known.gone:
        raise UserError("They're already taking part.")
    async with ctx.limits.act("invitations", by.id):
        after = await organizing.invite(ctx.app, row.id, coming, by.id)
    await show_panel(ctx, interaction, row.id, _INVITED if coming.id in after.invited else _IN)


def _read_user(interaction: Interaction) -> User:
    """Return the person chosen in a user select; raise UserError for a bot."""
    data: Any = interaction.data
    (chosen, *_) = data["values"]
    user = data.get("resolved", {}).get("users", {}).get(chosen)
    if user is None or user.get("bot"):
        raise UserError(_NO_BOTS)
    name = user.get("global_name") or user["username"]
    return User(int(chosen), name, False, None, user["username"])


async def list_people(ctx: UiContext, interaction: Interaction, tap: ListPeople) -> None:
    """Show a select of the entrants; in a team match, only those of the organizer's team."""
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    there = [entrant for entrant in contest.there if entrant.team == (found.team or 0)]
    there += contest.substitutes.values()
    pages = max(1, -(-len(there) // ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = there[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    called = await short_names(ctx.app, [entrant.person for entrant in shown])
    options = [
        discord.SelectOption(
            label=called(entrant.person),
            value=str(entrant.person),
            description=_SUBSTITUTE if entrant.person in contest.substitutes else None,
        )
        for entrant in shown
    ]
    parts: list[ui.Item[Any]] = [items.text(f"### {sentences.name(contest.terms)}: people")]
    if options:
        parts.append(items.row(items.select("Who?", ChoosePerson(row.id, page), options)))
    parts += items.pager(page, pages, lambda number: ListPeople(row.id, number))
    await show(interaction, Screen(items.message(*parts, items.row(items.button("Back", Manage(row.id))))))


async def show_person(ctx: UiContext, interaction: Interaction, tap: ChoosePerson) -> None:
    """Offer to remove the chosen entrant or substitute, or to give an entrant's place to another person."""
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    person = _read_person(interaction)
    if person in contest.substitutes:
        text = items.text(f"<@{person}> is on the list of substitutes.")
        taps = (
            items.button("Take them off", Remove(row.id, person), items.BAD),
            items.button("Back", ListPeople(row.id, tap.page)),
        )
        await show(interaction, Screen(items.message(text, items.row(*taps))))
        return
    if person not in contest.entrants:
        raise UserError("They're not taking part.")
    own_team.check_person(contest, person, found.team)
    told = f"<@{person}>: take them out, or choose who takes their place once they tap Join."
    listed = await _list_substitutes(ctx, found, person)
    remove = items.button("Take them out", Remove(row.id, person), items.BAD)
    back = items.button("Back", ListPeople(row.id, tap.page))
    others = items.row(users("Who takes their place?", Substitute(row.id, person)))
    await show(interaction, Screen(items.message(items.text(told), *listed, others, items.row(remove, back))))


def _read_person(interaction: Interaction) -> int:
    """Return the id of the person chosen in a select, or 0 if the value isn't an id."""
    data: Any = interaction.data
    value: str = data["values"][0]
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 20 else 0


async def _list_substitutes(ctx: UiContext, found: Found, out: int) -> list[ui.Item[Any]]:
    """Return a select of the first substitutes; none if there are none or the contest hasn't begun."""
    row, contest = found
    first = [*contest.substitutes][:ON_A_PAGE]
    if not first or contest.begun_at is None:
        return []
    called = await short_names(ctx.app, first)
    options = [discord.SelectOption(label=called(person), value=str(person)) for person in first]
    return [items.row(items.select("Someone from the list of substitutes", FromList(row.id, out), options))]


async def remove_person(ctx: UiContext, interaction: Interaction, tap: Remove) -> None:
    """Take an entrant out of a contest, or a substitute off its list."""
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    known = contest.substitutes.get(tap.person) or contest.entrants.get(tap.person)
    if known is None or known.gone:
        raise UserError("They're not taking part.")
    by = await ctx.meet(interaction)
    await organizing.remove(ctx.app, row.id, tap.person, by.id, found.team)
    await show_panel(ctx, interaction, row.id, "They're out.")


async def move_up(ctx: UiContext, interaction: Interaction, tap: FromList) -> None:
    """Give an entrant's place to the person chosen from the list of substitutes."""
    await _substitute(ctx, interaction, tap)


async def substitute(ctx: UiContext, interaction: Interaction, tap: Substitute) -> None:
    """Invite the chosen person to an entrant's place; a substitute or reserve player takes it at once."""
    async with ctx.limits.act("invitations", interaction.user.id):
        await _substitute(ctx, interaction, tap)


async def _substitute(ctx: UiContext, interaction: Interaction, tap: Substitute | FromList) -> None:
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    by = await ctx.meet(interaction)
    is_any = isinstance(tap, Substitute)
    coming = _read_user(interaction) if is_any else await _from_list(ctx, interaction, contest)
    after = await organizing.substitute(ctx.app, row.id, tap.out, coming, interaction.id, by.id, found.team)
    line = _INVITED if coming.id in after.invited else "Their place is taken."
    await show_panel(ctx, interaction, row.id, line)


async def _from_list(ctx: UiContext, interaction: Interaction, contest: Contest) -> User:
    """Return the person chosen from the substitutes; raise UserError if they're no longer on the list."""
    person = _read_person(interaction)
    async with ctx.app.database.read() as r:
        known = await people.get(r, person)
    if person not in contest.substitutes or known is None:
        raise UserError("They're not on the list anymore. Choose someone else.")
    return User(known.id, known.name, False, known.locale, known.username)


_DECIDING = "Your decision counts here, whatever the match says. Its result and ratings stay as they are."
_CONCEDING = "You can give the point to the other team, whatever the match says. That can't be undone."
_GIVEN = "The other team has the point of this match."
_SCORES: tuple[tuple[str, Scored], ...] = (("1–0", "win"), ("½–½", "draw"), ("0–1", "loss"), ("0–0", "none"))


async def list_matches(ctx: UiContext, interaction: Interaction, tap: ListMatches) -> None:
    """Show a select of a contest's pairings: the open ones, then the decided ones, newest first."""
    row, contest = await find_organized(ctx, interaction, tap.contest)
    ordered = [
        *contest.open,
        *(pairing for pairing in reversed(contest.pairings) if pairing.score is not None),
    ]
    pages = max(1, -(-len(ordered) // ON_A_PAGE))
    page = min(max(0, tap.page), pages - 1)
    shown = ordered[page * ON_A_PAGE : (page + 1) * ON_A_PAGE]
    called = await short_names(
        ctx.app, [person for pairing in shown for person in (pairing.first, pairing.second)]
    )
    options = [
        discord.SelectOption(
            label=f"{called(pairing.first)} – {called(pairing.second)}"[:100],
            value=pairing.match,
            description=f"{_place(pairing)} · {sentences.score(pairing)} · {nickname(pairing.match)}"[:100],
        )
        for pairing in shown
    ]
    parts: list[ui.Item[Any]] = [items.text(f"### {sentences.name(contest.terms)}: matches")]
    if options:
        parts.append(items.row(items.select("Which match?", ChooseMatch(row.id, page), options)))
    parts += items.pager(page, pages, lambda number: ListMatches(row.id, number))
    await show(interaction, Screen(items.message(*parts, items.row(items.button("Back", Manage(row.id))))))


def _place(one: Pairing) -> str:
    return one.slot.capitalize() if one.slot.startswith("board") else f"Round {one.round}"


async def show_match(ctx: UiContext, interaction: Interaction, tap: ChooseMatch) -> None:
    """Offer to decide, void or open the chosen pairing."""
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    data: Any = interaction.data
    one = _pairing(contest, data["values"][0])
    named = await find_names(ctx.app, contest, found.team, (one.first, one.second))
    about, scores = _choices(found, one)
    told = f"### {nickname(one.match)}\n{_place(one)} · {sentences.pairing(one, named)}.\n-# {about}"
    decide = [items.button(label, Decide(row.id, one.match, score)) for label, score in scores]
    taps = (*await _of_the_match(ctx, found, one), items.button("Back", ListMatches(row.id, tap.page)))
    await show(interaction, Screen(items.sentence(told, *items.rows(decide), items.row(*taps))))


def _choices(found: Found, one: Pairing) -> tuple[str, tuple[tuple[str, Scored], ...]]:
    """Return an explanation and the (label, score) choices for deciding a pairing."""
    if not own_team.is_one(found.contest):
        return _DECIDING, _SCORES
    given = own_team.score_concession(found.contest, one, found.team)
    return (_GIVEN, ()) if one.score == given else (_CONCEDING, (("Give the point", given),))


async def _of_the_match(ctx: UiContext, found: Found, one: Pairing) -> list[items.Tap]:
    """Return buttons that void and open a match; none in a team match, which is played in DMs."""
    if own_team.is_one(found.contest):
        return []
    async with ctx.app.database.read() as r:
        has_begun = await contests.of_match(r, one.match) is not None
    void = items.button("Void", Void(found.row.id, one.match), items.BAD)
    return [void, *([items.button("See it", ViewMatch(one.match))] if has_begun else [])]


def _pairing(contest: Contest, match: str) -> Pairing:
    found = next((pairing for pairing in contest.pairings if pairing.match == match), None)
    if found is None:
        raise UserError("This match isn't part of it anymore.")
    return found


async def decide_pairing(ctx: UiContext, interaction: Interaction, tap: Decide) -> None:
    """Decide how a pairing counts, whatever its match says."""
    found = await find_organized(ctx, interaction, tap.contest)
    row, contest = found
    _pairing(contest, tap.match)
    by = await ctx.meet(interaction)
    after = await organizing.decide(ctx.app, row.id, tap.match, tap.score, by.id, found.team)
    await show_panel(ctx, interaction, row.id, f"It counts: {sentences.points(_pairing(after, tap.match))}.")


async def void_pairing(ctx: UiContext, interaction: Interaction, tap: Void) -> None:
    """Void a pairing, so that it counts for nothing."""
    row, contest = await find_organized(ctx, interaction, tap.contest)
    _pairing(contest, tap.match)
    by = await ctx.meet(interaction)
    await organizing.void(ctx.app, row.id, tap.match, by.id)
    await show_panel(ctx, interaction, row.id, "It counts for nothing.")
