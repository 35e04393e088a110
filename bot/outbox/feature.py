"""Private messages: notes, and digests of many."""

from __future__ import annotations

from bot.outbox import notices
from bot.outbox.ui import notes, private_messages
from bot.ui.feature import Feature

FEATURE = Feature(messages={notices.NOTE: notes.note, notices.DIGEST: private_messages.several})
