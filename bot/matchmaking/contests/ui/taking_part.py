"""Taps by which players enter, check in, pause, limit their matches, and withdraw."""

from __future__ import annotations

from typing import Any

from bot.core import sending
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, show
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.organizing import accepting, entering
from bot.matchmaking.contests.organizing.places import check_place
from bot.matchmaking.contests.teams.team_sides import Found
from bot.matchmaking.contests.ui import inviting, sentences
from bot.matchmaking.contests.ui.access import find_contest, place_at
from bot.matchmaking.contests.ui.buttons import AtOnce, CheckIn, Join, Pause, Show, StandBy, Withdraw
from bot.matchmaking.contests.ui.showing import open_contest

_SURE = "Do you want to withdraw from **{name}**? Matches under way continue, and you get no new ones."
_PAUSED = {"ladder": sentences.PAUSED, "league": "You'll skip the next season. You play this one to its end."}
_STAND_BY = "Be a substitute: if a place comes free, it goes to the first on the list, and I'll DM you."
_IF_FREE = "If it's your turn, I'll DM you."
_NEXT_SEASON = "Otherwise you're in the next season."
_BEFORE = "Do you want to withdraw from **{name}**? You can join again until it begins."


async def join(ctx: UiContext, interaction: Interaction, tap: Join) -> None:
    """Enter the person, accept their invitation, or offer them the list of substitutes."""
    row, contest = await find_contest(ctx, interaction, tap.contest)
    place = await place_at(interaction, row)
    await check_place(ctx.app, Found(row, contest), interaction.user.id, place)
    invited = await inviting.invitation(ctx, Found(row, contest), interaction.user.id)
    if invited is None and _may_stand_by(contest, interaction.user.id):
        await show(interaction, _offer(row.id, contest))
        return
    person = person_of(interaction)
    if invited is None:
        after = await entering.join(ctx.app, row.id, person, interaction.id, place)
    else:
        after = await accepting.accept(ctx.app, row.id, person, interaction.id)
    warning = await sending.warning(ctx.app, interaction.user.id) if row.is_across else ""
    line = f"{_welcome(after, ctx.app.now())} {warning}".strip()
    await open_contest(ctx, interaction, row.id, line=line)


def _welcome(contest: Contest, now: int) -> str:
    if contest.terms.kind == "ladder":
        return "You're on the ladder. Your first match starts within a day."
    if contest.is_checking_in(now):
        return "You have a place."
    if contest.terms.check_in and contest.status == "open":
        return "You're in. I'll DM you when it's time to check in."
    return "You're in. I'll DM you when your first match starts."


def _may_stand_by(contest: Contest, person: int) -> bool:
    """Return whether a person can't enter anymore, but can go on the list of substitutes."""
    known = contest.entrants.get(person)
    is_out = known is None or known.gone not in ("", "removed")
    could = is_out and entering.can_be_substitute(contest, person)
    return could and person not in contest.substitutes and entering.takes_substitutes(contest)


def _offer(contest_id: str, contest: Contest) -> Screen:
    is_late = contest.status == "running" and not entering.takes_late_entries(contest)
    why = "It has begun" if is_late else "It's full"
    follows = f" {_NEXT_SEASON}" if contest.terms.kind == "league" else ""
    told = f"{why}, so you can't join **{sentences.name(contest.terms)}** right now. {_STAND_BY}{follows}"
    taps = (
        items.button("Be a substitute", StandBy(contest_id), items.GOOD),
        items.button("Back", Show(contest_id)),
    )
    return Screen(items.sentence(told, items.row(*taps)))


async def stand_by(ctx: UiContext, interaction: Interaction, tap: StandBy) -> None:
    """Put the person on the list of substitutes."""
    row, contest = await find_contest(ctx, interaction, tap.contest)
    place = await place_at(interaction, row)
    await check_place(ctx.app, Found(row, contest), interaction.user.id, place)
    person = person_of(interaction)
    after = await entering.list_as_substitute(ctx.app, row.id, person, interaction.id, place)
    await open_contest(ctx, interaction, row.id, line=f"{sentences.standing_by(after, person.id)} {_IF_FREE}")


async def withdraw(ctx: UiContext, interaction: Interaction, tap: Withdraw) -> None:
    """Withdraw the person; an entrant is asked to confirm first."""
    row, contest = await find_contest(ctx, interaction, tap.contest)
    mine = contest.entrants.get(interaction.user.id)
    if tap.sure == "ask" and mine is not None and not mine.gone and contest.ended_at is None:
        said = _BEFORE if contest.status == "open" else _SURE
        told = said.format(name=sentences.name(contest.terms))
        taps = (
            items.button("Withdraw", Withdraw(row.id, "sure"), items.BAD),
            items.button("Stay in", Show(row.id)),
        )
        await show(interaction, Screen(items.sentence(told, items.row(*taps))))
        return
    await entering.leave(ctx.app, row.id, interaction.user.id)
    await open_contest(ctx, interaction, row.id, line="You've withdrawn.")


async def check_in(ctx: UiContext, interaction: Interaction, tap: CheckIn) -> None:
    """Check the person in."""
    row, _ = await find_contest(ctx, interaction, tap.contest)
    await entering.check_in(ctx.app, row.id, interaction.user.id, interaction.id)
    await open_contest(ctx, interaction, row.id, line="You've checked in.")


async def pause(ctx: UiContext, interaction: Interaction, tap: Pause) -> None:
    """Pause the person's new matches, or resume them, on a ladder or in a league."""
    row, contest = await find_contest(ctx, interaction, tap.contest)
    on = tap.what == "on"
    await entering.pause(ctx.app, row.id, interaction.user.id, on=on)
    line = _PAUSED[contest.terms.kind] if on else "You're back."
    await open_contest(ctx, interaction, row.id, line=line)


async def limit(ctx: UiContext, interaction: Interaction, tap: AtOnce) -> None:
    """Set how many matches at a time the person plays on a ladder."""
    row, _ = await find_contest(ctx, interaction, tap.contest)
    data: Any = interaction.data
    value = data["values"][0]
    number = int(value) if value.isdecimal() and len(value) < 3 else 0
    await entering.limit(ctx.app, row.id, interaction.user.id, number)
    said = f"You play {sentences.format_count(number, 'match', 'es')} at a time."
    await open_contest(ctx, interaction, row.id, line=said)
