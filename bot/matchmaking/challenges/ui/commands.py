"""The commands by which a match begins: `challenge`, and `play` against the bot."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.core.person_settings import settings_in
from bot.core.seats import Place, User
from bot.core.terms import MatchTerms
from bot.core.time_controls import DEFAULT, TIME_CONTROLS
from bot.discord_kit.components.choices import MOST_CHOICES, Completions, fitting_texts
from bot.discord_kit.interactions import context as contexts
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded
from bot.matchmaking.challenges import bot_matches, offering
from bot.matchmaking.challenges.ui import starting
from bot.matchmaking.terms import server_rules
from bot.play.documents import documents
from bot.play.documents.ui.showing import completion as completion_of_documents
from games.core.game import AnyGame
from games.core.vocabulary.documents import DocumentKind
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.presets import Preset, find_preset
from storage.rows import Challenge


def single(game: AnyGame) -> list[OptionSpec]:
    """Return the game's options that have one value for the whole match."""
    return [spec for spec in game.option_specs if not spec.per_seat]


def seat_names(kind: DocumentKind) -> tuple[str, str]:
    """Return the names of the parameters for the person's own document and the opponent's."""
    return kind.noun, f"opponent_{kind.noun}"


async def raw_options(
    ctx: UiContext, game: AnyGame, person: int, given: Mapping[str, Any], seat: int | None
) -> dict[str, Any]:
    """Return the chosen options on top of the preset's; `seat` is the person's own (None: at random)."""
    preset = find_preset(game.presets, given.get("preset") or "")
    raw = {} if preset is None else dict(preset.options)
    raw |= {spec.name: given[spec.slug] for spec in single(game) if given.get(spec.slug) is not None}
    if game.documents is None:
        return raw
    mine, other = seat_names(game.documents)
    texts = given.get(mine), given.get(other)
    return raw | await documents.for_seats(ctx.app, game, person, texts, seat, raw)


def seat_of(game: AnyGame, side: str | None) -> int | None:
    """Return the seat with this side's name, or None for a random one."""
    return game.seats.index(side) if side in game.seats else None


async def find_liked(ctx: UiContext, game: AnyGame, person: int, given: dict[str, Any]) -> dict[str, str]:
    """Return the level and preset from the person's settings, where they chose none and it still exists."""
    async with ctx.app.database.read() as r:
        settings = await settings_in(r, person)
    level, preset = settings.levels.get(game.key), settings.presets.get(game.key)
    liked = {
        "level": level if level in (*game.personas, *ctx.engines_of(game.key)) else None,
        "preset": preset if preset is not None and find_preset(game.presets, preset) else None,
    }
    return {name: value for name, value in liked.items() if value is not None and given.get(name) is None}


def for_a_newcomer(game: AnyGame) -> dict[str, Any]:
    """Return the choices for a match with the coach: the easiest level, the usual rules."""
    easiest = min(game.players, key=lambda level: game.level_ratings[level])
    return {"level": easiest, "preset": game.presets[0].name}


async def against_bot(
    ctx: UiContext, game: AnyGame, person: int, place: Place, given: dict[str, Any]
) -> tuple[str, int, MatchTerms]:
    """Return the level, the person's seat and the terms of a match against the bot.

    Each is as chosen, or else as in the person's settings, or as usual. Forbidden options raise UserError.
    """
    given = given | await find_liked(ctx, game, person, given)
    seat = seat_of(game, given.get("side"))
    seat = game.beginner_seat if seat is None else seat
    raw = await raw_options(ctx, game, person, given, seat)
    level, pace = given.get("level") or next(iter(game.personas)), given.get("time") or "none"
    terms = MatchTerms(game.key, raw, pace, bool(given.get("rated")))
    return level, seat, await server_rules.fitting(ctx.app, terms, place)


def challenge_command(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any] | None:
    """Return the command `/<game> challenge`, or None if two people can't play the game."""
    if not game.supports_pvp:
        return None

    async def challenge(interaction: Interaction, **given: Any) -> None:
        await run_guarded(interaction, _offer(ctx, game, interaction, given))

    parameters = {
        "opponent": ("Who you challenge (default: anyone here)", discord.User | None),
        **_preset_parameter(game),
        "side": ("The side you play (default: random)", str | None),
        "time": (f"How much time each player gets (default: {TIME_CONTROLS[DEFAULT].words})", str | None),
        "rated": ("Rated? (default: only against a named opponent you've played before here)", bool | None),
    }
    return _command(ctx, game, challenge, "Challenge someone to a match, or invite anyone here", parameters)


def play_command(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    """Return the command `/<game> play`, for matches against the bot."""

    async def play(interaction: Interaction, **given: Any) -> None:
        await run_guarded(interaction, _play_bot(ctx, game, interaction, given))

    parameters = {
        "level": (
            f"How well the bot plays (default: your usual, or {next(iter(game.personas))})",
            str | None,
        ),
        **_preset_parameter(game),
        "side": (f"Your side (default: {game.seats[game.beginner_seat]})", str | None),
        "time": (f"How much time you get (default: {TIME_CONTROLS['none'].words})", str | None),
        "rated": ("Whether it changes your ratings (default: no); casual matches have hints", bool | None),
        "public": ("Play where everyone here can watch (default: no, in your DMs)", bool | None),
    }
    if len(_levels(ctx, game)) == 1:
        del parameters["level"]
    if not game.supports_pvp:
        del parameters["side"]
    return _command(
        ctx, game, play, "Play the bot; the match starts when you tap Play on its card", parameters
    )


def _command(
    ctx: UiContext,
    game: AnyGame,
    callback: Callable[..., Any],
    description: str,
    parameters: dict[str, tuple[str, Any]],
) -> app_commands.Command[Any, ..., Any]:
    """Return a command with these parameters and all options of the game."""
    whole = parameters | _seat_parameters(game)
    whole |= {spec.slug: (_about(spec), _annotation(spec)) for spec in single(game)}
    _sign(callback, {name: annotation for name, (_, annotation) in whole.items()})
    app_commands.describe(**{name: about[:100] for name, (about, _) in whole.items()})(callback)
    app_commands.choices(**_build_fixed_choices(ctx, game, set(parameters)))(callback)
    app_commands.autocomplete(**_completions(ctx, game))(callback)
    return app_commands.Command(name=callback.__name__, description=description, callback=callback)


def _preset_parameter(game: AnyGame) -> dict[str, tuple[str, Any]]:
    """Return the parameter for the preset; none if there's only one preset."""
    usual, *others = game.presets
    return {"preset": (f"The kind of match (default: {usual.name})", str | None)} if others else {}


def _about(spec: OptionSpec) -> str:
    shown = spec.default if spec.free else spec.show(spec.default)
    usual = "what the server allows" if spec.own_words is not None else shown
    return f"{spec.about} (default: {usual})" if spec.default != "" else spec.about


def _seat_parameters(game: AnyGame) -> dict[str, tuple[str, Any]]:
    """Return the parameters of the option that has a value for each seat, own and opponent's."""
    kind, spec = game.documents, documents.option_of(game)
    if kind is None or spec is None:
        return {}
    which = f"one that comes with the game, or your own (default: {spec.default})"
    mine, other = seat_names(kind)
    return {
        mine: (f"Your {kind.noun}: {which}", str | None),
        other: (f"Your opponent's {kind.noun}: {which}", str | None),
    }


def _sign(callback: Any, kinds: dict[str, Any]) -> None:
    """Give a callback the signature from which discord.py reads the parameters of a command."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    others = [inspect.Parameter(name, keyword, default=None, annotation=kind) for name, kind in kinds.items()]
    callback.__signature__ = inspect.Signature([first, *others])


def _annotation(spec: OptionSpec) -> Any:
    if not isinstance(spec.default, int):
        return str | None
    if len(spec.values) <= MOST_CHOICES:
        return int | None
    numbers = [value for value in spec.values if isinstance(value, int)]
    return app_commands.Range[int, min(numbers), max(numbers)] | None


def _build_fixed_choices(
    ctx: UiContext, game: AnyGame, parameters: set[str]
) -> dict[str, list[app_commands.Choice[Any]]]:
    known: dict[str, dict[str, Any]] = {
        "side": {name: name for name in game.seats},
        "time": {pace.words: key for key, pace in TIME_CONTROLS.items()},
        "level": _levels(ctx, game),
        "preset": {_format_preset(preset): preset.name for preset in game.presets},
    }
    choices = {name: _choices(values) for name, values in known.items() if name in parameters}
    for spec in single(game):
        if len(spec.values) <= MOST_CHOICES and not spec.free:
            choices[spec.slug] = _choices({spec.show(value): value for value in spec.values})
    return choices


def _levels(ctx: UiContext, game: AnyGame) -> dict[str, str]:
    """Return the levels by their labels, “hard · Magpie”, then the operator's own engines."""
    levels = {f"{level} · {persona.name}": level for level, persona in game.personas.items()}
    return levels | {name: name for name in ctx.engines_of(game.key)}


def _format_preset(preset: Preset) -> str:
    """Return a preset's label with what it means, cut to the 100 characters that Discord allows."""
    casual = "" if preset.rated else " (casual)"
    return f"{preset.name}{casual} · {preset.about}"[:100]


def _choices(values: dict[str, Any]) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=name, value=value) for name, value in values.items()]


def _completions(ctx: UiContext, game: AnyGame) -> dict[str, Any]:
    of_seats = {name: completion_of_documents(ctx, game) for name in _seat_parameters(game)}
    return of_seats | {
        spec.slug: _completion(spec)
        for spec in single(game)
        if (len(spec.values) > MOST_CHOICES or spec.free) and isinstance(spec.default, str)
    }


def _completion(spec: OptionSpec) -> Any:
    async def complete(interaction: Interaction, current: str) -> Completions:
        return fitting_texts((str(value) for value in spec.values if value), current)

    return complete


async def _offer(ctx: UiContext, game: AnyGame, interaction: Interaction, given: dict[str, Any]) -> None:
    opponent = given["opponent"]
    other = contexts.user_of(opponent) if opponent else None
    challenge = await make_challenge(ctx, game, interaction, other, given)
    await starting.post_challenge(ctx, interaction, challenge)


async def make_challenge(
    ctx: UiContext, game: AnyGame, interaction: Interaction, other: User | None, given: Mapping[str, Any]
) -> Challenge:
    """Return a new challenge to a person (None: to anyone here) with the chosen terms."""
    me, seat = contexts.person_of(interaction), seat_of(game, given.get("side"))
    raw = await raw_options(ctx, game, me.id, given, seat)
    place = starting.place_of_challenge(interaction, f"{game.key} play")
    rated = given.get("rated")
    if rated is None:
        rated = other is not None and await offering.have_met(ctx.app, game.key, me.id, other.id, place)
    terms = MatchTerms(game.key, raw, given.get("time") or DEFAULT, rated)
    return await offering.offer(ctx.app, me, other, seat, terms, place, interaction.id)


async def _play_bot(ctx: UiContext, game: AnyGame, interaction: Interaction, given: dict[str, Any]) -> None:
    place, person = starting.place_of_offer(interaction, bool(given["public"])), await ctx.meet(interaction)
    level, seat, terms = await against_bot(ctx, game, person.id, place, given)
    offer = await bot_matches.offer(ctx.app, person, level, seat, terms, place, interaction.id)
    await starting.post_offer(ctx, interaction, offer)
