"""A test of the dice bot, for pytest with pytest-asyncio."""

import sys
from typing import Any

import pytest

from playground.testing import Stage

pytestmark = pytest.mark.asyncio


@pytest.fixture
def playground_options() -> dict[str, Any]:
    return {"intents": "message_content"}


async def test_people_roll_and_ping(playground: Stage) -> None:
    await playground.run(sys.executable, "dice_discord_py.py")
    mara, tom = playground.person("mara"), playground.person("tom")
    assert (await mara.slash("/roll", sides=1)).text == "Mara rolls a 1."
    said = await tom.say("!ping")
    assert (await mara.sees("pong", after=said)).author == "Robot"
