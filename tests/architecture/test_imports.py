"""Rules on which modules may import which."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import GAME_FOLDERS, PACKAGES, imported, python_files, tree_of
from tests.paths import ROOT


def test_the_contracts_of_import_linter_are_kept() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("bot", ("playground", "aiosqlite", "PIL")),
        ("games", ("discord", "PIL", "aiohttp", "aiosqlite", "asyncio", "time", "datetime", "secrets")),
        ("render", ("discord", "aiohttp", "aiosqlite")),
        (
            "examples/tictactoe",
            ("bot", "render", "storage", "playground", "discord", "PIL", "asyncio", "time", "secrets"),
        ),
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
    """Outside `bot` and `bot/runtime`, only `ui` rooms and the modules that assemble features know Discord.

    The files directly in `bot` and in `bot/runtime` are the connection to Discord; `bot/discord_kit` is
    shared by all screens.
    """
    bot = ROOT / "bot"
    files = [
        path
        for path in python_files("bot")
        if path.parent not in (bot, bot / "runtime") and not {"ui", "discord_kit"} & set(path.parts)
    ]
    assert len({path.parent for path in files}) > 40
    breaches = [
        f"{path}: {name}"
        for path in files
        if path.name not in ("feature.py", "command.py")
        for name in imported(path)
        if name.split(".")[0] in ("discord", "aiohttp") or name == "bot.app" or ".ui" in name
    ]
    assert not breaches


def test_nothing_imports_what_a_feature_registers() -> None:
    """Each registered part is loaded by its name, so that a new feature touches no other feature's file."""
    breaches = [
        f"{path}: {name}"
        for path in python_files("bot", "slowplay")
        for name in imported(path)
        if re.fullmatch(r"bot\.(?!discord_kit\.)[\w.]+\.feature(\.\w+)?", name)
    ]
    assert not breaches


def test_what_every_command_line_shares_imports_nothing_of_ours() -> None:
    names = {name.split(".")[0] for name in imported(ROOT / "slowplay" / "terminal.py")}
    assert names & {*PACKAGES, "bench", "tests"} == set()


def test_only_programs_show_progress_and_print_results() -> None:
    """`slowplay.terminal` reads a clock and writes to standard output, which games and bot must not do."""
    users = [
        path
        for path in python_files("games", "render", "storage", "bot")
        if "slowplay.terminal" in imported(path)
    ]
    assert users
    others = [path for path in users if path.name != "command.py"]
    assert [path for path in others if '__name__ == "__main__"' not in path.read_text(encoding="utf-8")] == []


def games_of(path: Path) -> set[str]:
    """Return the games whose packages a file imports, by folder name."""
    folders = {folder.name for folder in GAME_FOLDERS}
    return {part for name in imported(path) for part in name.split(".")[1:2] if part in folders}


def packages_of(path: Path) -> set[str]:
    """Return a file's imports, each shortened to three names, such as `games.ccc.ai`."""
    return {".".join(name.split(".")[:3]) for name in imported(path)}


every_game = pytest.mark.parametrize("folder", GAME_FOLDERS, ids=lambda folder: folder.name)


@every_game
def test_a_game_knows_no_other_game(folder: Path) -> None:
    own = {folder.name}
    assert [path for path in python_files(f"games/{folder.name}") if games_of(path) - own] == []


def test_only_the_registry_knows_games() -> None:
    outside = [*python_files("games/core", "examples", "render", "storage", "bot", "playground", "slowplay")]
    outside.append(ROOT / "games" / "__main__.py")
    assert [path for path in outside if games_of(path)] == []
    assert games_of(ROOT / "games" / "__init__.py") == {folder.name for folder in GAME_FOLDERS}


@every_game
def test_the_rules_of_a_game_know_no_computer_player(folder: Path) -> None:
    ai, door = folder / "ai", folder / "__init__.py"
    rules = [path for path in folder.rglob("*.py") if path != door and not path.is_relative_to(ai)]
    package = f"games.{folder.name}.ai"
    assert ai.is_dir()
    assert rules
    assert [
        path for path in rules if any(f"{name}.".startswith(f"{package}.") for name in imported(path))
    ] == []


def test_discord_is_known_by_its_address_in_one_place_alone() -> None:
    """No module except the settings contains an address of Discord; only app.py sets it."""
    addresses = [
        f"{path}: {node.value}"
        for package in ("bot", "games", "render", "storage")
        for path in python_files(package)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "discord.com" in node.value
    ]
    assert not addresses


@pytest.mark.parametrize("package", PACKAGES)
def test_no_package_hides_a_room_behind_another_name(package: str) -> None:
    """A name that `__init__.py` binds would hide a room with that name."""
    for init in (ROOT / package).rglob("__init__.py"):
        rooms = {room.parent.name for room in init.parent.glob("*/__init__.py")}
        imports = [node for node in ast.walk(tree_of(init)) if isinstance(node, ast.ImportFrom)]
        bound = {alias.asname or alias.name for node in imports for alias in node.names}
        assert rooms & bound == set(), init


def test_no_test_module_imports_another() -> None:
    importing = re.compile(r"^\s*(from tests\b|import tests\b)(?:.*\(\n[^)]*|.*)\btest_\w+", re.MULTILINE)
    files = sorted((ROOT / "tests").rglob("*.py"))
    found = [path for path in files if importing.search(path.read_text(encoding="utf-8"))]
    assert found == []
    for text in (
        "from tests.bot.test_end import x",
        "from tests.bot import (\n    a,\n    test_end as b,\n)",
    ):
        assert importing.search(text)
