"""What the rest of the bot needs to know of this feature."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from examples.counting.ui import screens
from examples.counting.ui.buttons import Counting

FEATURE = Feature(commands=(screens.command,), buttons={Counting: screens.show_count})
