"""Tests of pure games need no Discord, network, database or pictures, like the games themselves."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.budgets import first_fast, first_slow
from tests.paths import ROOT

BLOCKED = ("discord", "aiohttp", "PIL", "aiosqlite", "playwright", "bot", "playground", "storage")
FILES = ("tests/games/test_records.py", "tests/contract/test_goldens.py")
_PYTEST_WITHOUT = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED}:
            raise ImportError(name + " is blocked here")

sys.meta_path.insert(0, Blocked())
import pytest
raise SystemExit(pytest.main(sys.argv[1:]))
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a process where the blocked modules can't be imported."""
    command = (sys.executable, "-c", _PYTEST_WITHOUT, "-p", "no:cacheprovider", *arguments)
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("folder", first_fast(["tests/contract", "tests/games"]))
def test_all_tests_of_a_folder_are_found_without_discord(folder: str) -> None:
    done = run(folder, "--collect-only")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", first_slow(["tests/games/test_records.py", "tests/contract/test_goldens.py"])
)
def test_a_file_of_tests_passes_without_discord(file: str) -> None:
    done = run(file)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


@pytest.mark.proof
def test_what_is_blocked_is_missed() -> None:
    assert "is blocked here" in run("tests/render/test_text.py").stdout
