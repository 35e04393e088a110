"""The feature that CONTRIBUTING writes out is a whole one: with a line in the list, it runs in the bot."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bot import features
from bot.discord_kit.interactions.feature import Features
from tests.kit.matches.decoy import LAYOUT, begin
from tests.kit.matches.tapped import assert_refused
from tests.kit.table import table
from tests.paths import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = {
    Path(name): text
    for name, text in re.findall(r"^```python\n# (bot/[\w/]+\.py)\n(.*?)^```$", PAGE, re.M | re.S)
}
"""The files of the example, in the order of the page, each before those that import it."""


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the example and its line in the list, until the test is over."""
    for folder in ("bot.play.counting", "bot.play.counting.ui"):
        _module(monkeypatch, folder).__path__ = []
    for path, text in FILES.items():
        module = _module(monkeypatch, ".".join(path.with_suffix("").parts))
        exec(compile(text, str(path), "exec"), module.__dict__)
    monkeypatch.setattr(features, "FEATURES", (*features.FEATURES, "play.counting"))


def _module(monkeypatch: pytest.MonkeyPatch, name: str) -> ModuleType:
    module = ModuleType(name)
    parent, _, own_name = name.rpartition(".")
    monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys.modules[parent], own_name, module, raising=False)
    return module


def test_only_what_talks_to_discord_imports_it() -> None:
    knowing = [path for path, text in FILES.items() if "discord" in text or ".ui" in text]
    assert set(FILES) - set(knowing) == {Path("bot/play/counting/counting.py")}
    assert {path.parent.name for path in knowing if path.name != "feature.py"} == {"ui"}


@pytest.mark.usefixtures("counting")
async def test_the_feature_of_contributing_works_in_the_bot_and_after_a_restart() -> None:
    async with table("mara", "tom", "ines") as t:
        match = await begin(t, t.mara, t.tom)
        told = await t.mara.slash("/count", match=match.id)
        assert told.text == "Your actions in Decoy Patrol: 0"
        await t.mara.move(f"setup {LAYOUT}")
        await t.restart_bot()
        assert (await t.mara.tap("Count again", told)).text == "Your actions in Decoy Patrol: 1"
        assert (await t.tom.slash("/count", match=match.id)).text == "Your actions in Decoy Patrol: 0"
        assert_refused(await t.ines.slash("/count", match=match.id), "in this match")


@pytest.mark.parametrize("brought", ["buttons", "modals", "messages"])
def test_two_features_cannot_use_one_name(brought: str) -> None:
    one = next(one for one in features.load().all if getattr(one, brought))
    with pytest.raises(ValueError, match="two features use the name"):
        Features([one, one], {})
