"""The bots of examples/dice, one for each library, pass the test beside them as a bot author would run it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

FOLDER = ROOT / "examples" / "dice"
PACKAGES = Path(__file__).parent / "discordjs" / "node_modules"
COMMAND = 'sys.executable, "dice_discord_py.py"'
"""How the test starts its bot."""
COMMANDS = {
    "discord.py": COMMAND,
    "hikari": 'sys.executable, "dice_hikari.py"',
    "discord.js": '"node", "dice_discord_js.mjs"',
}
TESTING = (sys.executable, "-m", "pytest", "-q", "-p", "no:simcord", "-p", "playground.testing.plugin")

pytestmark = pytest.mark.slow


def run_test(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run the example's test, with another command for the bot, in a folder outside of the repository."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    if PACKAGES.exists():
        (folder / "node_modules").symlink_to(PACKAGES)
    file = folder / "test_dice.py"
    text = file.read_text(encoding="utf-8")
    assert COMMAND in text
    file.write_text(text.replace(COMMAND, command), encoding="utf-8")
    given = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(TESTING, cwd=folder, env=given, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("library", COMMANDS)
def test_the_bot_passes_its_test(library: str, tmp_path: Path) -> None:
    if library == "discord.js" and not (PACKAGES.exists() and shutil.which("node")):
        pytest.skip("discord.js is missing: run npm ci in tests/clients/discordjs")
    done = run_test(tmp_path, COMMANDS[library])
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout + done.stderr


def test_a_bot_that_ends_at_once_fails_it(tmp_path: Path) -> None:
    done = run_test(tmp_path, 'sys.executable, "-c", "exit(\'no bot\')"')
    assert done.returncode == 1
    assert "The bot ended with status 1. It wrote last:\nE           no bot" in done.stdout
