"""The post at the end of a contest: the champion, the medals, and the bracket or the table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.teams.team_sides import Face
from bot.matchmaking.contests.ui import sentences, tables
from bot.matchmaking.contests.ui.access import find_names, mention
from bot.matchmaking.contests.ui.buttons import Show, ShowPairings
from bot.play.posts.ui.posting import post_in_channel, post_quietly
from storage.rows import QueuedMessage
from storage.tables.contests import ContestRow

_MOST = 16
"""Results that a message lists; *Pairings* has all."""


async def post(ctx: UiContext, face: Face, last: Sequence[Pairing], message: QueuedMessage) -> int | None:
    """Post the end of a contest, and ping who has won; `last` are the results to list below."""
    channel, won = face.row.channel or 0, find_champions(face.contest)
    screen = await _screen(ctx, face, won, last)
    pinged = [person for _, people in won for person in people if person > 0]
    if not pinged:
        return await post_quietly(ctx, channel, screen, message)
    return await post_in_channel(ctx, channel, screen, message, pinged)


def find_champions(contest: Contest) -> list[tuple[str, list[int]]]:
    """Return who has won each division or group, with its heading.

    Equals share it. A table without points has no winner, and a team match has teams instead of people.
    """
    if contest.terms.kind == "teams":
        return []
    scored = bool(tables.windows_of(contest))
    firsts = (
        (heading, [row.person for row in table if row.place == 1 and (scored or row.points)])
        for heading, table in tables.list_tables(contest)
    )
    return [(heading, people) for heading, people in firsts if people]


def format_champions(won: Sequence[tuple[str, Sequence[int]]]) -> list[str]:
    """Return “@mara wins”, or for each division “Division 1: @mara and @tom share first place”."""
    return [
        f"{f'{heading}: ' if heading else ''}{' and '.join(map(mention, people))} "
        f"{'wins' if len(people) == 1 else 'share first place'}"
        for heading, people in won
    ]


async def _screen(
    ctx: UiContext, face: Face, won: Sequence[tuple[str, Sequence[int]]], last: Sequence[Pairing]
) -> Screen:
    contest, team = face.contest, face.team
    name, said = sentences.name(contest.terms), format_champions(won)
    over = f"{name}: the season is over" if contest.terms.kind == "league" else f"{name} is over"
    above = [f"### {over}", *(f"🏆 **{line}**" for line in said)]
    if not tables.windows_of(contest) and team is None:
        above += filter(
            None, (tables.format_medals(contest, table) for _, table in tables.list_tables(contest))
        )
    file = await tables.draw_standings(ctx, contest)
    page = await tables.standing(ctx, contest, team)
    if tables.windows_of(contest):
        lines = page.lines
    else:
        boards = page.lines if team is not None else ()
        lines = [*tables.leaders(contest, team, ctx.app.now()), *boards]
    results = ("**Last results**", *await list_results(ctx, face, last)) if last and team is None else ()
    told = f"{over}. {'; '.join(said)}."
    push = sentences.on_a_lock_screen(contest, told, ctx.app.now()) if said else ""
    parts = (
        items.text("\n".join(above)),
        items.show_picture(file),
        items.text("\n".join((*lines, *results))),
        items.row(*taps(face.row)),
    )
    return Screen(items.message(*parts), [file], push)


async def list_results(ctx: UiContext, face: Face, ended: Sequence[Pairing]) -> list[str]:
    """Return decided pairings as lines; of many, the first ones and the number of the others."""
    told = ended[:_MOST]
    people = [person for pairing in told for person in (pairing.first, pairing.second)]
    named = await find_names(ctx.app, face.contest, face.team, people)
    more = tables.count_more(len(ended) - len(told))
    return [*(sentences.pairing(pairing, named) for pairing in told), *more]


def taps(row: ContestRow) -> list[items.Tap]:
    """Return the buttons below a post about results."""
    return [items.button("Standings", Show(row.id)), items.button("Pairings", ShowPairings(row.id))]
