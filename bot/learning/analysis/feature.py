"""The feature of `/analysis`: what the players could have learned from a match."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.jobs import about_its_subject
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.learning.analysis import analyses, carrying
from bot.learning.analysis.better_moves import BETTER
from bot.learning.analysis.carrying import Carrier
from bot.learning.analysis.ui import better_board, done_notice, taps
from bot.learning.analysis.ui.pages import Analyze, FindBetter, SaveAnalysis, ShareAnalysis, ShowAnalysis


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer the analysis of a match that is open to all."""
    may = analyses.may_be_analyzed(context.state)
    return [items.button("Analysis", Analyze(context.match_id))] if may else []


FEATURE = Feature(
    commands=(taps.command,),
    buttons={
        Analyze: taps.open_analysis,
        ShowAnalysis: taps.turn_page,
        ShareAnalysis: done_notice.share,
        SaveAnalysis: taps.save_analysis,
        FindBetter: better_board.find_better,
    },
    exercises={BETTER: better_board.BETTER_KIND},
    jobs={analyses.ANALYZE: about_its_subject(analyses.call_again)},
    messages={carrying.DONE: done_notice.tell, analyses.SHARED: done_notice.post},
    loops={"analyses": lambda ctx: Carrier(ctx.app, ctx.bots.ai_pool).run()},
    taps={"after_end": _offer},
)
