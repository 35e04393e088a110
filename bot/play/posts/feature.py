"""The feature that posts about matches: threads, boards, DMs, and lost or regained channels."""

from __future__ import annotations

from bot.core import notices
from bot.discord_kit.interactions.feature import Feature
from bot.play.dealing import briefings
from bot.play.posts.ui import direct_messages, match_threads, old_boards, old_panels, places, public_posts

FEATURE = Feature(
    messages={
        notices.BRIEFING: direct_messages.send_briefing,
        notices.PING: direct_messages.send_ping,
        notices.REMINDER: direct_messages.send_reminder,
        notices.RESULT: direct_messages.send_result,
        notices.PANELS: old_panels.close,
        notices.THREAD: public_posts.thread,
        notices.BOARD: public_posts.board,
        notices.CALL: public_posts.call,
        notices.PLACE: places.send_place,
        notices.BACK: places.send_back,
        notices.MISSED: places.send_missed,
    },
    discord_jobs={
        briefings.FADE: direct_messages.empty_preview,
        match_threads.ROOM: match_threads.open_later,
        match_threads.PUT_AWAY: match_threads.put_away,
        old_boards.STRIP: old_boards.strip_later,
    },
    starts=(places.listen,),
)
