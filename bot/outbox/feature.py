"""Private messages: notes, and digests of many."""

from __future__ import annotations

from bot.core.jobs import about_its_subject
from bot.outbox import notices, reaching
from bot.outbox.ui import digest_messages, notes
from bot.ui.feature import Feature

FEATURE = Feature(
    jobs={reaching.REACH: about_its_subject(reaching.again)},
    messages={notices.NOTE: notes.note, notices.DIGEST: digest_messages.several},
)
