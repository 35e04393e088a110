"""Private messages: notes, and digests of many; and what becomes of requests to Discord."""

from __future__ import annotations

from bot.core.jobs import about_its_subject
from bot.outbox import notices, reaching
from bot.outbox.ui import digest_messages, notes
from bot.outbox.ui.delivery import deliver_all
from bot.ui.feature import Feature, features_of
from bot.ui.requests import requests_of

FEATURE = Feature(
    jobs={reaching.REACH: about_its_subject(reaching.again)},
    messages={notices.NOTE: notes.note, notices.DIGEST: digest_messages.several},
    patience=notices.PATIENCE,
    loops={
        "outbox": lambda ctx: deliver_all(ctx, features_of(ctx.client).messages),
        "requests": lambda ctx: requests_of(ctx.client).report_forever(ctx.app.clock),
    },
)
