"""Entrants on holiday."""

from __future__ import annotations

from bot.core.person_settings import with_holiday
from bot.play.clocks import changing
from tests.kit.contests.stage import Stage


async def both_on_holiday(on_stage: Stage) -> None:
    """Both are on holiday for five days from now on."""
    for person in (1001, 1002):
        await changing.change_settings(
            on_stage.app, person, lambda settings, now: with_holiday(settings, now, 5 * 24)
        )
