"""Deleting what nobody needs any more; no Discord."""

from __future__ import annotations

from bot.core.jobs import Job
from bot.retention import retention
from bot.ui.feature import Feature

FEATURE = Feature(
    jobs={retention.SWEEP: Job(retention.sweep)},
    starts=(lambda ctx: retention.schedule(ctx.app),),
)
