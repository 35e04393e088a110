"""What was chosen for a match, as options, sides and terms; everything else is as usual."""

from __future__ import annotations

from typing import Any

from bot.core.person_settings import settings_in
from bot.core.seats import Place
from bot.core.terms import MatchTerms
from bot.discord_kit.interactions.context import UiContext
from bot.matchmaking.challenges import bot_matches
from bot.matchmaking.terms import here
from bot.play.documents import documents
from games.core.game import AnyGame
from games.core.vocabulary.documents import DocumentKind
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.presets import named


def single(game: AnyGame) -> list[OptionSpec]:
    """The options with one value for the whole match."""
    return [spec for spec in game.option_specs if not spec.per_seat]


def seat_names(kind: DocumentKind) -> tuple[str, str]:
    return kind.noun, f"opponent_{kind.noun}"


async def raw_options(
    ctx: UiContext, game: AnyGame, person: int, given: dict[str, Any], seat: int | None
) -> dict[str, Any]:
    """What was chosen, on top of the preset; `seat` is the person's own (None: at random)."""
    preset = named(game.presets, given.get("preset") or "")
    raw = {} if preset is None else dict(preset.options)
    raw |= {spec.name: given[spec.slug] for spec in single(game) if given.get(spec.slug) is not None}
    if game.documents is None:
        return raw
    mine, other = seat_names(game.documents)
    texts = given.get(mine), given.get(other)
    return raw | await documents.for_seats(ctx.app, game, person, texts, seat, raw)


def seat_of(game: AnyGame, side: str | None) -> int | None:
    return game.seats.index(side) if side in game.seats else None


async def _liked(ctx: UiContext, game: AnyGame, person: int, given: dict[str, Any]) -> dict[str, str]:
    """The level and the preset that somebody has set, where they name none and it's still there."""
    async with ctx.app.database.read() as r:
        settings = await settings_in(r, person)
    level, preset = settings.levels.get(game.key), settings.presets.get(game.key)
    liked = {
        "level": level if level in (*game.players, *ctx.engines_of(game.key)) else None,
        "preset": preset if preset is not None and named(game.presets, preset) else None,
    }
    return {name: value for name, value in liked.items() if value is not None and given.get(name) is None}


def for_a_newcomer(game: AnyGame) -> dict[str, Any]:
    """What is chosen for somebody's first match: the easiest level, the easier side, the usual rules."""
    easiest = min(game.players, key=lambda level: game.level_ratings[level])
    return {
        "rated": False,
        "level": easiest,
        "side": game.seats[game.beginner_seat],
        "preset": game.presets[0].name,
    }


async def against_bot(
    ctx: UiContext, game: AnyGame, person: int, place: Place, given: dict[str, Any]
) -> tuple[str, int, MatchTerms]:
    """The level, the person's seat and the terms of a match against the bot, each as chosen, or else as the
    person likes it, or as usual."""
    given = given | await _liked(ctx, game, person, given)
    is_first = await bot_matches.is_first(ctx.app, person, game.key, place)
    seat, rated = seat_of(game, given.get("side")), given.get("rated")
    if seat is None:
        seat = game.beginner_seat if is_first else 0
    raw = await raw_options(ctx, game, person, given, seat)
    level, pace = given.get("level") or next(iter(game.players)), given.get("time") or "none"
    terms = MatchTerms(game.key, raw, pace, not is_first if rated is None else rated)
    return level, seat, await here.fitting(ctx.app, terms, place)
