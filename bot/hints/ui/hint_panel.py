"""A hint as its asker sees it, and nobody else."""

from __future__ import annotations

from bot.hints.hints import Hint, Hints
from bot.hints.ui.buttons import AskForHint
from bot.matches import dealing
from bot.matches.ui.buttons import OpenMatch, Play
from bot.ui import items, markdown, pictures, words
from bot.ui.context import NO_PINGS, Interaction, UiContext
from bot.ui.items import Screen

_PICTURE = "hint.png"
_UNSEEN = "The bot knows the board, not what you were shown: trust your memory over this hint."
_SMALL = "-# Only you see this, and no one is told that you asked. Only casual matches have hints."


def hints_of(ctx: UiContext) -> Hints:
    """The hints that this process has given."""
    return ctx.own(Hints, lambda: Hints(ctx.app, ctx.bots.ai_pool))


async def show_hint(ctx: UiContext, interaction: Interaction, tap: AskForHint) -> None:
    """A hint in a message of its own; it may be thought about for a while."""
    match_id, person = tap.match, interaction.user.id
    await dealing.look(ctx.app, *await hints_of(ctx).checked(match_id, person))
    await interaction.response.defer(ephemeral=True, thinking=True)
    shown = await screen(await hints_of(ctx).hint(match_id, person))
    await interaction.edit_original_response(**shown.as_edit(), allowed_mentions=NO_PINGS)


async def screen(hint: Hint) -> Screen:
    """A hint in words and as a picture, the tap that plays it, and the way to the board."""
    file = await pictures.board(hint.advice.picture, _PICTURE)
    said = "\n".join(filter(None, (f"### Hint · {hint.state.title}", *_lines(hint), _SMALL)))
    taps = [*_playing(hint), items.button("Open", OpenMatch(hint.state.match.id))]
    shown = items.picture(_PICTURE, file.description or "")
    return Screen(items.message(shown, items.text(said), items.row(*taps)), [file])


def _playing(hint: Hint) -> list[items.Tap]:
    """The tap that plays it; none where a text is too long for a button."""
    tap = Play(hint.state.match.id, hint.state.version(hint.seat), hint.text)
    return [items.button("Play it", tap, items.STRONG)] if tap.is_whole else []


def _lines(hint: Hint) -> tuple[str, ...]:
    advice = markdown.plain((hint.advice.words,))
    why = markdown.plain((hint.advice.why,))
    written = f"-# With `/move` it's `{hint.text.replace('`', '')}`."
    if hint.only_choice:
        return f"There's only one thing to do now: {advice}.", written
    who = words.bot_name(hint.state.game.key, hint.level)
    return f"**{who}** would {advice}.", why, _UNSEEN if hint.unseen else "", written
