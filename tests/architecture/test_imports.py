"""Who may import whom."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, ROOT, python_files, tree_of


def test_the_contracts_of_import_linter_are_kept() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def imported(path: Path) -> set[str]:
    """Every module that a file names in an import, wherever in the file."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("bot", ("playground", "aiosqlite", "PIL")),
        ("games", ("discord", "PIL", "aiohttp", "aiosqlite", "asyncio", "time", "datetime", "secrets")),
        ("render", ("discord", "aiohttp", "aiosqlite")),
        ("storage", ("discord", "PIL", "aiohttp", "time", "datetime")),
        ("playground", ("discord", "aiosqlite")),
    ],
)
def test_a_package_does_not_import(package: str, forbidden: tuple[str, ...]) -> None:
    breaches = [
        f"{path}: {name}"
        for path in python_files(package)
        for name in imported(path)
        if name.split(".")[0] in forbidden or name in forbidden
    ]
    assert not breaches


def test_what_talks_to_discord_reads_no_database_by_itself() -> None:
    files = [path for path in python_files("bot") if path.parent.name == "ui"]
    assert len(files) > 30
    assert [path for path in files if "sqlite3" in imported(path)] == []


def test_use_cases_know_no_discord() -> None:
    """In a feature's folder, only its `ui` talks to Discord; nothing beside that folder knows it either."""
    features = {path.parent for path in (ROOT / "bot").glob("*/*.py")} - {ROOT / "bot" / "ui"}
    assert len(features) > 10
    breaches = [
        f"{path}: {name}"
        for folder in features
        for path in folder.glob("*.py")
        if path.name != "feature.py"
        for name in imported(path)
        if name.split(".")[0] in ("discord", "aiohttp") or name == "bot.app" or ".ui" in name
    ]
    assert not breaches


def test_what_every_command_line_shares_imports_nothing_of_ours() -> None:
    names = {name.split(".")[0] for name in imported(ROOT / "terminal.py")}
    assert names & {*PACKAGES, "bench", "tests"} == set()


def test_only_programs_show_progress_and_print_results() -> None:
    """It reads a clock and writes to standard output, and what games and bot compute does neither."""
    users = [
        path for path in python_files("games", "render", "storage", "bot") if "terminal" in imported(path)
    ]
    assert users
    assert [path for path in users if '__name__ == "__main__"' not in path.read_text(encoding="utf-8")] == []


def test_discord_is_known_by_its_address_in_one_place_alone() -> None:
    """No module but the settings' own makes an address of Discord; only app.py sets it."""
    addresses = [
        f"{path}: {node.value}"
        for package in ("bot", "games", "render", "storage")
        for path in python_files(package)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "discord.com" in node.value
    ]
    assert not addresses
