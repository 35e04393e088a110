"""The feature that delivers the outbox: notes and digests, and the report on requests to Discord."""

from __future__ import annotations

from bot.core import notices
from bot.core.jobs import about_its_subject
from bot.discord_kit.interactions.feature import Feature, features_of
from bot.discord_kit.requests.requests import requests_of
from bot.play.outbox import delivering
from bot.play.outbox.ui import digest, private_messages
from bot.play.outbox.ui.delivery import deliver_all

FEATURE = Feature(
    jobs={delivering.REACH: about_its_subject(delivering.again)},
    messages={notices.NOTE: private_messages.note, notices.DIGEST: digest.several},
    patience=notices.PATIENCE,
    loops={
        "outbox": lambda ctx: deliver_all(ctx, features_of(ctx.client).messages),
        "requests": lambda ctx: requests_of(ctx.client).report_forever(ctx.app.clock),
    },
)
