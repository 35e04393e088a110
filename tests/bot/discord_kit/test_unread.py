"""Response bodies and select options that the bot never uses aren't read."""

from __future__ import annotations

from typing import Any

import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.discord_kit.interactions.callbacks import without_options
from tests.kit.matches.tapped import begin_briefed
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")


@pytest.mark.slow
async def test_a_panel_that_changes_in_place_is_not_asked_for_again(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, request = list[bool](), AsyncWebhookAdapter.request

    async def noted(self: AsyncWebhookAdapter, *given: Any, **more: Any) -> Any:
        asked.append(bool(more.get("params")))
        return await request(self, *given, **more)

    match = await begin_briefed(t, t.mara, t.tom)
    monkeypatch.setattr(AsyncWebhookAdapter, "request", noted)
    opened = await t.mara.tap("Move", match.posts()[-1])
    assert asked == [True], "discord.py asks for a new message"
    await t.mara.tap("Roll the die", opened)
    assert asked == [True, False]


def test_the_lists_of_a_tapped_message_have_no_options_and_all_else_stays() -> None:
    def message(**options: Any) -> dict[str, Any]:
        rows = [{"type": 1, "components": [{"type": 3, "custom_id": "a", **options}]}]
        return {"id": "1", "components": [{"type": 17, "components": rows}]}

    data = {"options": [{"name": "side"}]}
    whole = {"id": "2", "data": data, "message": message(options=[{"label": "d5", "value": "d5"}])}
    assert without_options(whole) == {"id": "2", "data": data, "message": message()}
    assert "options" in str(whole["message"]), "what came in is as it was"
    assert without_options({"id": "3", "data": data}) == {"id": "3", "data": data}
