"""Taps in the lobby."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Unknown
from bot.core.seats import require_game
from bot.discord_kit.components.navigation import OpenLobby
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, place_of, show
from bot.matchmaking.challenges import challenging
from bot.matchmaking.lobby import looking
from bot.matchmaking.lobby.ui import form, search
from bot.matchmaking.lobby.ui.buttons import Choose, Draft, Find, StopLooking, TakeChallenge
from bot.matchmaking.lobby.ui.form import fields_of, first, read_draft
from bot.matchmaking.lobby.ui.sentences import visible
from bot.matchmaking.lobby.waiting import lobby
from bot.matchmaking.terms.search_request import terms_of
from bot.play.matches.ui import opening
from games import GAMES
from storage.rows import Challenge
from storage.tables import outbox


async def open_form(ctx: UiContext, interaction: Interaction, tap: OpenLobby) -> None:
    """Show the form with the person's usual choices."""
    await _show(ctx, interaction, await first(ctx.app, interaction.user.id, place_of(interaction).guild))


async def change_form(ctx: UiContext, interaction: Interaction, tap: Draft) -> None:
    """Show the form with a changed choice."""
    await _show(ctx, interaction, Draft(*fields_of(tap)))


async def choose(ctx: UiContext, interaction: Interaction, tap: Choose) -> None:
    """Set a field of the form to the value chosen in a select; another game resets the preset, too."""
    data: Any = interaction.data
    value, draft = str(data["values"][0]), Draft(*fields_of(tap))
    if tap.what == "game":
        fresh = await first(
            ctx.app, interaction.user.id, place_of(interaction).guild, require_game(value).key
        )
        draft = msgspec.structs.replace(draft, game=fresh.game, preset=fresh.preset)
    else:
        number = value if tap.what == "pace" else int(value) if value.isdecimal() else len(GAMES)
        draft = msgspec.structs.replace(draft, **{tap.what: number})
    await _show(ctx, interaction, draft)


async def _show(ctx: UiContext, interaction: Interaction, draft: Draft) -> None:
    place, wanted = place_of(interaction), read_draft(draft)
    terms_of(wanted)
    found = await lobby(ctx.app, interaction.user.id, wanted, place)
    shown = visible(interaction, found.challenges)
    name = ctx.app.randomness.name()
    await show(interaction, form.screen(draft, found, place.guild is not None, shown, name))


async def find_opponent(ctx: UiContext, interaction: Interaction, tap: Find) -> None:
    """Begin a search; show the match if an opponent is found at once, else the search."""
    place, person = place_of(interaction), person_of(interaction)
    seek = await looking.begin(ctx.app, person, read_draft(tap), place, tap.search, interaction.id)
    if seek.match_id is not None:
        await opening.open_panel(ctx, interaction, seek.match_id)
    else:
        await show(interaction, await search.screen(ctx, seek))


async def stop_search(ctx: UiContext, interaction: Interaction, tap: StopLooking) -> None:
    """Stop a search."""
    seek = await looking.stop(ctx.app, interaction.user.id, tap.search)
    await show(interaction, await search.screen(ctx, seek))


async def take_challenge(ctx: UiContext, interaction: Interaction, tap: TakeChallenge) -> None:
    """Accept an open challenge of this server, and update its card; raise Unknown if it's hidden."""
    challenge = await challenging.get(ctx.app, tap.challenge)
    if challenge.opponent is None and not visible(interaction, [challenge]):
        raise Unknown
    _, match = await challenging.accept(
        ctx.app, challenge.id, person_of(interaction), interaction.id, challenge.message
    )
    await _refresh(ctx.app, challenge)
    await opening.open_begun(ctx, interaction, match.id)


async def _refresh(app: AppContext, challenge: Challenge) -> None:
    async with app.database.write() as w:
        await outbox.add(w, [notices.card(challenge, app.now())])
    app.outbox.wake()
