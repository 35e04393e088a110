"""`/analysis`: what a match could have taught its players."""

from __future__ import annotations

from bot.analysis import analyses, carrying, sharing
from bot.analysis.carrying import Carrier
from bot.analysis.ui import command, ready, saving, taps
from bot.analysis.ui import sharing as shared
from bot.analysis.ui.buttons import Analyze, SaveAnalysis, ShareAnalysis, ShowAnalysis
from bot.core.app_context import AppContext
from bot.core.jobs import about_its_subject
from bot.ui import items
from bot.ui.feature import Feature
from bot.ui.items import Tap
from bot.ui.offers import TapContext


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer the analysis of a match that is open to all."""
    may = analyses.may_be_analyzed(context.state)
    return [items.button("Analysis", Analyze(context.match_id))] if may else []


FEATURE = Feature(
    commands=(command.command,),
    buttons={
        Analyze: taps.opened,
        ShowAnalysis: taps.turned,
        ShareAnalysis: shared.shared,
        SaveAnalysis: saving.saved,
    },
    jobs={analyses.ANALYZE: about_its_subject(analyses.called_again)},
    messages={carrying.DONE: ready.tell, sharing.SHARED: shared.post},
    loops={"analyses": lambda ctx: Carrier(ctx.app, ctx.bots.ai_pool).run()},
    taps={"after_end": _offer},
)
