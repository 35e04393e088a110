"""The screen of `/profile`: ratings with a graph, the record of each side, and the last matches."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Annotated, Any

import discord
from discord import app_commands, ui
from msgspec import Meta

from bot.community.profiles.profiles import GamePool, Profile, outcome, profile_of
from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of, run_guarded, show
from bot.discord_kit.text import names
from bot.matchmaking.contests.reading.honors import Honor, count_medals, in_words
from bot.play.ratings.leaderboards import Which
from bot.play.ratings.ratings import BOTS, PEOPLE, games_of, strength
from bot.play.ratings.ui.leaderboard import way_in
from bot.play.wording import matches
from games import GAMES, AnyGame
from render import graph
from storage.tables.profiles import Lately, Rival, SeenBy, Tally
from storage.tables.ratings import Rating

_MEDALS = 3
"""The most medals that are named."""
HIDDEN = "-# Your profile is hidden: only you can see it. `/settings` changes that."
_NOTHING = "No finished matches yet. Start with a challenge, or play the bot right away."


def heading(
    name: str, *, hidden: bool, ratings: Sequence[Rating], honors: Sequence[Honor], has_played: bool
) -> list[str]:
    """Return the first lines of a profile: the name, the ratings of all games, and medals."""
    lines = [f"### {names.format_name(name)}"]
    lines += [HIDDEN] if hidden else []
    lines += [_rating(rating) for rating in ratings]
    lines += _honors(honors)
    return lines if has_played else [*lines, _NOTHING]


def _honors(honors: Sequence[Honor]) -> list[str]:
    """Return the latest medals, one on each line, and the number of all if there are more."""
    lines = [f"{honor.medal} {names.format_name(honor.name)}{_of_what(honor)}" for honor in honors[:_MEDALS]]
    if len(honors) > _MEDALS:
        every = " ".join(f"{medal} {number}" for medal, number in count_medals(honors).items())
        lines.append(f"-# Medals in all: {every}")
    return lines


def _of_what(honor: Honor) -> str:
    words = in_words(honor)
    return f" · {words}" if words else ""


def _rating(rating: Rating) -> str:
    return f"{title(rating.game, rating.pool, '**')} · {strength(rating)} · {games_of(rating)}"


def title(game: str, pool: str, strong: str = "") -> str:
    """Return a game's title between two `strong` marks, with a note for matches against the bot."""
    against = ", against the bot" if pool == BOTS and GAMES[game].supports_pvp else ""
    return f"{strong}{GAMES[game].title}{strong}{against}"


PICTURE = "rating.png"
_SEEN_HERE = "-# Only matches on this server, or against you."
_A_BOT = "Bots don't have profiles. A leaderboard's “Against the bot” shows how strong the levels are."


class ShowProfile(Button, frozen=True, tag="profile"):
    """A select of games in a person's profile."""

    person: Annotated[int, Meta(ge=0, le=2**63 - 1)]


def command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/profile`."""

    @app_commands.command(
        name="profile", description="See someone's ratings, with a graph, and their results"
    )
    @app_commands.describe(user="Whose profile (default: yours)", game="For which game")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=key) for key, g in GAMES.items()])
    async def profile(
        interaction: Interaction, user: discord.User | None = None, game: str | None = None
    ) -> None:
        await run_guarded(interaction, _begin(ctx, interaction, user or interaction.user, game))

    return profile


async def _begin(
    ctx: UiContext, interaction: Interaction, user: discord.User | discord.Member, game: str | None
) -> None:
    if user.bot:
        raise UserError(_A_BOT)
    await _show(ctx, interaction, user.id, game if game in GAMES else None)


async def choose_game(ctx: UiContext, interaction: Interaction, tap: ShowProfile) -> None:
    """Show the game that was chosen."""
    data: Any = interaction.data
    game, _, pool = data["values"][0].partition(":")
    known = game in GAMES and pool in (PEOPLE, BOTS)
    await _show(ctx, interaction, tap.person, GamePool(game, pool) if known else None)


async def _show(ctx: UiContext, interaction: Interaction, person: int, wanted: GamePool | str | None) -> None:
    seen_by = SeenBy(interaction.user.id, place_of(interaction).guild)
    profile = await profile_of(ctx.app, person, seen_by, wanted)
    await show(interaction, await screen_of(profile, seen_by, ctx.faces))


# --- the profile as picture and text ------------------------------------------------------------------


async def screen_of(profile: Profile, seen_by: SeenBy, faces: tuple[str, ...] = ()) -> Screen:
    """Return a profile as its reader sees it."""
    parts: list[ui.Item[Any]] = [items.text("\n".join(_heading(profile)))]
    files = []
    if profile.changes:
        files.append(await _picture(profile, faces))
        parts.append(items.picture(PICTURE, files[0].description or ""))
    if profile.chosen is not None:
        parts.append(items.text("\n".join(_about(profile, profile.chosen))))
        parts += (_match(match, profile, profile.chosen.game, seen_by.reader) for match in profile.lately)
        parts += _choice(profile)
        parts.append(items.row(_board(profile.chosen, seen_by.here)))
    return Screen(items.message(*parts), files)


def _heading(profile: Profile) -> list[str]:
    return heading(
        profile.person.name,
        hidden=profile.hidden,
        ratings=profile.ratings,
        honors=profile.honors,
        has_played=profile.chosen is not None,
    )


def _about(profile: Profile, chosen: GamePool) -> list[str]:
    """Return lines about a person's results in the chosen game."""
    name = title(chosen.game, chosen.pool, "**")
    if not profile.sides:
        return [f"{name} · no finished matches {'yet' if profile.own else 'here yet'}."]
    place = f" · #{profile.place} everywhere" if profile.place else ""
    lines = [f"{name}{place}"]
    lines += [] if profile.own else [_SEEN_HERE]
    lines += [_of_side(GAMES[chosen.game], side) for side in profile.sides]
    if profile.streak:
        least = "at least " if profile.streak.at_least else ""
        lines.append(f"{least.capitalize()}{profile.streak.matches} {profile.streak.outcome} in a row")
    if profile.favourite and profile.favourite.matches > 1:
        rival = _rival(profile.favourite, chosen.game)
        lines.append(f"Most often against {rival}: {profile.favourite.matches} matches")
    return lines


def _of_side(game: AnyGame, side: Tally) -> str:
    record = _record(side)
    return f"As {game.seats[side.seat]}: {record}" if game.supports_pvp else record[0].upper() + record[1:]


def _record(side: Tally) -> str:
    drawn = f", {side.draws} drawn" if side.draws else ""
    return f"{side.wins} won, {side.losses} lost{drawn}"


def _rival(rival: Rival, game_key: str) -> str:
    bot = matches.bot_name(game_key, rival.level)
    return bot if rival.person is None else f"**{names.format_name(rival.name or '')}**"


def _match(match: Lately, profile: Profile, game_key: str, reader: int) -> ui.Item[Any]:
    """Return a finished match, with a button to open it if the reader played it."""
    side = matches.as_side(GAMES[game_key], match.seat)
    played = reader in (profile.person.id, match.person)
    thread = f" · <#{match.thread}>" if match.thread is not None else ""
    ended = outcome(match).capitalize()
    text = items.text(
        f"**{ended}**{side} against {_rival(match, game_key)}\n-# <t:{match.ended_at}:R>{thread}"
    )
    if not played:
        return text
    return ui.Section(text, accessory=items.button("Open", OpenMatch(match.match_id)))


def _choice(profile: Profile) -> list[ui.ActionRow[Any]]:
    """Return the select of all game pools; none if there is only one."""
    if len(profile.pools) < 2:
        return []
    options = [
        discord.SelectOption(
            label=title(pool.game, pool.pool)[:100],
            value=f"{pool.game}:{pool.pool}",
            default=pool == profile.chosen,
        )
        for pool in profile.pools
    ]
    return [items.row(items.select("Another game", ShowProfile(profile.person.id), options))]


def _board(chosen: GamePool, here: int | None) -> items.Tap:
    which: Which = "bots" if chosen.pool == BOTS else "everywhere" if here is None else "here"
    return items.button("Leaderboard", way_in(chosen.game, which))


# --- the graph ----------------------------------------------------------------------------------------


async def _picture(profile: Profile, faces: tuple[str, ...]) -> discord.File:
    drawn = await asyncio.to_thread(graph_of, profile, faces)
    data = await asyncio.to_thread(graph.png, drawn)
    return discord.File(io.BytesIO(data), filename=PICTURE, description=_alt(profile, drawn))


def graph_of(profile: Profile, faces: tuple[str, ...] = ()) -> graph.Graph:
    """Return the graph of the rating after each match, with a band of two rating deviations."""
    last, person = profile.changes[-1], profile.person
    name = names.choose_lettering(person.name, person.username, faces)
    moments = (graph.Moment(change.at, change.after, 2 * change.deviation) for change in profile.changes)
    return graph.Graph(
        title(last.game, last.pool),
        f"{_now(profile)} · band: likely range",
        tuple(moments),
        name.words,
        name.face,
    )


def _now(profile: Profile) -> str:
    """Return the present rating in words."""
    last = profile.changes[-1]
    found = (rating for rating in profile.ratings if (rating.game, rating.pool) == (last.game, last.pool))
    return next((strength(rating) for rating in found), str(round(last.after)))


def _alt(profile: Profile, drawn: graph.Graph) -> str:
    """Return what the graph shows, in a few words."""
    values = [round(moment.value) for moment in drawn.moments]
    title = f"{names.short(profile.person.name)}: {drawn.title}"
    if len(values) == 1:
        return f"Rating of {title}: {_now(profile)} after one match."
    return (
        f"Rating of {title}: {_now(profile)} after {len(values)} matches; it started at {values[0]}, "
        f"and has been between {min(values)} and {max(values)}."
    )
