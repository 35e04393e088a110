"""Records and their verification, replays, and the history."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.components.navigation import WatchReplay
from bot.discord_kit.interactions.feature import Feature
from bot.discord_kit.interactions.offers import TapContext
from bot.play.records.ui import history, record_files, replay, verifying
from bot.play.records.ui.buttons import (
    ChangeEyes,
    ExportRecord,
    JumpToStep,
    MakeGif,
    ShowHistory,
    ShowStep,
    TakeFromHistory,
    VerifyMatch,
)


async def _offer_record(_: AppContext, context: TapContext) -> list[Tap]:
    return [items.button("Record", ExportRecord(context.match_id))]


async def _offer_after_end(_: AppContext, context: TapContext) -> list[Tap]:
    """Offer record, replay (unless a second leg follows), and verification (if the match counts)."""
    state, match_id = context.state, context.match_id
    replay = [] if state.sealed else [items.button("Replay", WatchReplay(match_id))]
    verify = [] if state.is_void else [items.button("Verify", VerifyMatch(match_id))]
    return [*replay, *verify, items.button("Record", ExportRecord(match_id))]


FEATURE = Feature(
    commands=(history.command, record_files.export_command, verifying.verify_command, replay.command),
    buttons={
        ExportRecord: record_files.export_record,
        VerifyMatch: verifying.verify_match,
        WatchReplay: replay.open_replay,
        ShowStep: replay.show_step,
        JumpToStep: replay.jump_to_step,
        ChangeEyes: replay.change_eyes,
        MakeGif: replay.make_gif,
        ShowHistory: history.turn_page,
        TakeFromHistory: history.take_choice,
    },
    taps={"board": _offer_record, "after_end": _offer_after_end},
)
