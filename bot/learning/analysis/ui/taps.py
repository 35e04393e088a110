"""Opening an analysis, and turning its pages."""

from __future__ import annotations

from bot.discord_kit.components import pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of, place_of, show
from bot.learning.analysis import analyses
from bot.learning.analysis.analyses import Look
from bot.learning.analysis.ui import pages
from bot.learning.analysis.ui.buttons import Analyze, ShowAnalysis
from bot.learning.analysis.ui.waiting import AllWaiting


async def opened(ctx: UiContext, interaction: Interaction, tap: Analyze) -> None:
    """The first page in a new message, now or when it's done."""
    await _answered(ctx, interaction, tap.match, 0, is_new=True)


async def turned(ctx: UiContext, interaction: Interaction, tap: ShowAnalysis) -> None:
    """Another page, where the last one was."""
    await _answered(ctx, interaction, tap.match, tap.page, is_new=False)


async def _answered(
    ctx: UiContext, interaction: Interaction, match_id: str, number: int, *, is_new: bool
) -> None:
    known = ctx.own(AllWaiting, AllWaiting)
    waiting = known.begin(match_id, interaction)
    person, guild = person_of(interaction), place_of(interaction).guild
    try:
        look = await analyses.asked(ctx.app, ctx.limits, match_id, person, guild)
        await (answers.beside if is_new else show)(interaction, await screen(ctx, look, number, person.id))
    except BaseException:
        known.end(match_id, interaction)
        raise
    if look.is_done:
        known.end(match_id, interaction)
    waiting.answered.set()


async def screen(ctx: UiContext, look: Look, number: int, person: int) -> Screen:
    """A page as somebody sees it; until it's done, how far it is."""
    if not look.is_done:
        return pages.progress(look)
    return await pages.page(look, number, person, await pictures.theme_of(ctx.app, person))
