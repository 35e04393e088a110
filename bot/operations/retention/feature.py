"""Deleting what nobody needs any more; no Discord."""

from __future__ import annotations

from bot.core.jobs import Job
from bot.discord_kit.interactions.feature import Feature
from bot.operations.retention import retention

FEATURE = Feature(
    jobs={retention.SWEEP: Job(retention.sweep)},
    starts=(lambda ctx: retention.schedule(ctx.app),),
)
