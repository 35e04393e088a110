"""The feature that deletes data that is no longer needed; it doesn't use Discord."""

from __future__ import annotations

from bot.core.jobs import Job
from bot.discord_kit.interactions.feature import Feature
from bot.operations.retention import retention

FEATURE = Feature(
    jobs={retention.SWEEP: Job(retention.sweep)},
    starts=(lambda ctx: retention.schedule(ctx.app),),
)
