"""The example of a feature is built like those of the bot; `tests/bot/examples` runs it there."""

from __future__ import annotations

import pytest

from bot import features
from bot.discord_kit.interactions.feature import Features
from tests.paths import ROOT

FOLDER = ROOT / "examples" / "counting"


def test_only_what_talks_to_discord_imports_it() -> None:
    files = {path.relative_to(FOLDER): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py")}
    knowing = {str(path) for path, text in files.items() if "import discord" in text or "discord_kit" in text}
    assert knowing == {"feature.py", "ui/buttons.py", "ui/screens.py"}


@pytest.mark.parametrize("brought", ["buttons", "modals", "messages"])
def test_two_features_cannot_use_one_name(brought: str) -> None:
    feature = next(feature for feature in features.load().all if getattr(feature, brought))
    with pytest.raises(ValueError, match="two features use the name"):
        Features([feature, feature], {})
