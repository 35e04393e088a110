"""The command `slowplay`: its help, its subcommands, and the message for an unknown one."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bench.crowd.command
import bot.doctor.command
import bot.operations.backups.command
import bot.operations.health.command
import bot.operations.ratings.command
import bot.program
import games.__main__
import playground.__main__
from slowplay.__main__ import COMMANDS, bot_command, help_text, main
from tests.budgets import first_slow
from tests.paths import ROOT

LINES, COLUMNS = 24, 80
LONG_HELP = {"crowd"}
"""Commands with more options than fit on one screen."""
PASSED_ON = [
    (["serve"], bot.program, ()),
    (["doctor", "--json"], bot.doctor.command, (["--json"],)),
    (["health", "ready"], bot.operations.health.command, (["ready"],)),
    (["verify", "FILE"], games.__main__, (["verify", "FILE"], "slowplay")),
    (["selfplay", "ccc", "-n", "2"], games.__main__, (["selfplay", "ccc", "-n", "2"], "slowplay")),
    (["perft", "ccc", "1"], games.__main__, (["perft", "ccc", "1"], "slowplay")),
    (["backup", "--keep", "3"], bot.operations.backups.command, (["backup", "--keep", "3"],)),
    (["restore", "FILE"], bot.operations.backups.command, (["restore", "FILE"],)),
    (["copy", "A", "B"], bot.operations.backups.command, (["copy", "A", "B"],)),
    (["ratings", "--write"], bot.operations.ratings.command, (["--write"],)),
    (["crowd", "--people", "9"], bench.crowd.command, (["--people", "9"], "slowplay crowd")),
    (["replay", "FILE"], playground.__main__, (["--replay", "FILE"],)),
    (["replay", "FILE", "--port", "9"], playground.__main__, (["--port", "9", "--replay", "FILE"],)),
]
STATUS = 7


def assert_fits_one_screen(text: str) -> None:
    lines = text.rstrip("\n").splitlines()
    assert len(lines) < LINES, "the prompt needs a line, too"
    assert max(map(len, lines)) <= COLUMNS


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo changes of the environment that a command makes for its subprocesses."""
    monkeypatch.setattr(os, "environ", {**os.environ, "COLUMNS": str(COLUMNS)})
    monkeypatch.setattr("slowplay.__main__._exit_on_sigterm", lambda: None)


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_the_help_names_every_command_on_one_screen(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([flag]) == 0
    shown = capsys.readouterr().out
    assert shown == help_text() + "\n"
    assert_fits_one_screen(shown)
    assert [name for name in COMMANDS if f"\n  {name} " not in shown] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_by_the_name_it_was_called_by(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    shown = capsys.readouterr().out
    assert ended.value.code == 0
    assert shown.startswith(f"usage: slowplay {name} ")
    assert "python -m" not in shown
    if name not in LONG_HELP:
        assert_fits_one_screen(shown)


@pytest.mark.parametrize(("arguments", "module", "given"), PASSED_ON, ids=lambda one: str(one)[:20])
def test_a_command_runs_its_program_with_the_words_behind_it(
    arguments: list[str], module: Any, given: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(module, "main", lambda *passed: asked.append(passed) or STATUS)
    assert main(arguments) == STATUS
    assert asked == [given]


def test_every_command_is_tried() -> None:
    assert {arguments[0] for arguments, _, _ in PASSED_ON} | {"play"} == set(COMMANDS)


def test_the_health_check_imports_nothing_else_of_the_bot(tmp_path: Path) -> None:
    """The health check runs every 30 seconds, so it has to start quickly."""
    code = "import sys, slowplay.__main__, bot.operations.health.command; print(*sorted(sys.modules))"
    command = [sys.executable, "-c", code]
    given = {"PYTHONPATH": str(ROOT)}
    loaded = subprocess.run(command, cwd=tmp_path, env=given, stdout=subprocess.PIPE, text=True, check=True)
    names = {name for name in loaded.stdout.split() if name.split(".")[0] in ("bot", "discord", "storage")}
    assert names == {"bot", "bot.operations", "bot.operations.health", "bot.operations.health.command"}


def test_play_opens_the_playground_with_the_bot_and_a_database_that_is_gone_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[list[str]] = []
    databases: list[Path] = []

    def playing(arguments: list[str]) -> int:
        databases.append(Path(os.environ["SLOWPLAY_DATABASE"]))
        assert list(databases[0].parent.iterdir()) == []
        asked.append(arguments)
        return STATUS

    monkeypatch.setattr(playground.__main__, "main", playing)
    assert main(["play", "--port", "9", "--record", "FILE"]) == STATUS
    assert asked == [["--port", "9", "--record", "FILE", "--bot-name", "Slowplay", "--run", bot_command()]]
    assert not databases[0].parent.exists()


def test_play_adds_a_game_for_the_bot_that_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    monkeypatch.setattr(
        playground.__main__, "main", lambda _: asked.append(os.environ.get("SLOWPLAY_GAMES")) or STATUS
    )
    assert main(["play"]) == main(["play", "--game", "examples.tictactoe.TicTacToe"]) == STATUS
    assert asked == [None, "examples.tictactoe.TicTacToe"]


def test_the_bot_of_play_is_started_by_this_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert shlex.split(bot_command()) == [sys.executable, "-m", "slowplay", "serve"]
    monkeypatch.chdir(tmp_path)
    assert shlex.split(bot_command()) == [sys.executable, "-P", "-m", "slowplay", "serve"], (
        "a folder bot may be here"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["pley"], "There's no command “pley”. Did you mean “play”? “slowplay --help” lists them all.\n"),
        (["--port"], "There's no command “--port”. “slowplay --help” lists them all.\n"),
        ([], "Which command? Try “slowplay play”, or “slowplay --help” for all of them.\n"),
    ],
)
def test_a_command_that_is_not_there_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", sentence)


def test_without_arguments_handed_in_the_words_are_those_of_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["slowplay"])
    assert main() == 2
    assert "Which command?" in capsys.readouterr().err


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(games.__main__, "main", interrupted)
    assert main(["perft", "ccc", "1"]) == 130


def piped(folder: Path, *words: str) -> tuple[int, str]:
    """Run a command with a closed output pipe, and return its exit status and its complaints."""
    reading, writing = os.pipe()
    os.close(reading)
    given = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "slowplay", *words]
    try:
        done = subprocess.run(
            command, cwd=folder, env=given, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr


@pytest.mark.proof
@pytest.mark.parametrize("words", [("--help",), ("doctor",), ("perft", "ccc", "1")], ids=" ".join)
def test_output_that_no_one_reads_to_its_end_is_no_fault(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert piped(tmp_path, *words) == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize("name", first_slow(COMMANDS, 2))
def test_of_no_command_unread_output_is_a_fault(tmp_path: Path, name: str) -> None:
    assert piped(tmp_path, name, "--help") == (128 + signal.SIGPIPE, "")
