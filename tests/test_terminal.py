"""Progress and results of long-running commands: on a terminal, elsewhere, as tables and as JSON."""

from __future__ import annotations

import io
import json
import math
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

import pytest

import bench.pictures.__main__
import bot.operations.ratings.command
import games.__main__
import games.alpha.ai.evenness
import games.alpha.ai.tournament
import games.creators.ai.tune
from slowplay import terminal
from slowplay.terminal import Table, format_value, progress, show, track
from tests.kit.inputs import TOKEN
from tests.paths import ROOT

RESULTS = [
    Table("sides", "How fast they are", [{"side": "[ours]", "a_second": 1234.5, "met": True, "goal": None}]),
    Table("none", "Nothing differs.", []),
]
END_OF_LINES = re.compile(r"(\d+) of \1 \(100%\), \d:\d\d:\d\d\n\Z")
"""The last plain line of a run."""


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class Screen:
    """A pseudo-terminal: what's written to `stream` appears in `shown`."""

    def __init__(self) -> None:
        self._seen, self.end = pty.openpty()
        self.stream = os.fdopen(os.dup(self.end), "w")

    def shown(self) -> str:
        """Return everything shown so far, and close the terminal."""
        self.stream.close()
        os.close(self.end)
        return b"".join(iter(self._read, b"")).decode()

    def _read(self) -> bytes:
        try:
            return os.read(self._seen, 65_536)
        except OSError:  # that is how a terminal ends on Linux
            return b""


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    monkeypatch.setenv("TERM", "xterm")
    return Screen()


def run_of(stream: TextIO | None, total: float | None, steps: int, seconds: float) -> None:
    """Run a number of steps that take this many seconds each."""
    clock = Clock()
    with progress("Matches", total, stream, clock) as advance:
        for _ in range(steps):
            clock.seconds += seconds
            advance()


def lines_of(total: float | None, steps: int, seconds: float) -> list[str]:
    """Return the lines that a run prints without a terminal."""
    stream = io.StringIO()
    run_of(stream, total, steps, seconds)
    return stream.getvalue().splitlines()


# --- progress -------------------------------------------------------------------------------------------


def test_on_a_terminal_a_bar_tells_the_time_left(screen: Screen) -> None:
    run_of(screen.stream, 4, 4, 10)
    seen = screen.shown()
    assert "Matches" in seen
    assert "━" in seen
    assert "1 of 4 (25%), 0:00:10, about 0:00:30 left" in seen
    assert "3 of 4 (75%), 0:00:30, about 0:00:10 left" in seen
    assert "4 of 4 (100%), 0:00:40" in seen
    assert seen.endswith("\x1b[?25h"), "the cursor is back"


def test_a_bar_of_a_run_that_breaks_off_gives_the_cursor_back(screen: Screen) -> None:
    with pytest.raises(KeyboardInterrupt), progress("Matches", 4, screen.stream):
        raise KeyboardInterrupt
    assert screen.shown().endswith("\x1b[?25h")


def test_a_bar_is_drawn_at_most_ten_times_a_second(screen: Screen) -> None:
    run_of(screen.stream, 30, 30, 0.01)
    assert 3 <= screen.shown().count("of 30") <= 8


def test_what_is_printed_beside_a_bar_stays_where_it_was_printed(
    screen: Screen, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress("Matches", 2, screen.stream) as advance:
        print("a result")
        advance()
    assert capsys.readouterr().out == "a result\n"
    assert "a result" not in screen.shown()


def test_elsewhere_a_line_for_each_tenth_tells_the_time_left() -> None:
    lines = lines_of(100, 100, 2)
    assert lines[0] == "Matches: 5 of 100 (5%), 0:00:10, about 0:03:10 left"
    assert "Matches: 50 of 100 (50%), 0:01:40, about 0:01:40 left" in lines
    assert lines[-1] == "Matches: 100 of 100 (100%), 0:03:20"
    assert len(lines) == 20
    assert len(lines_of(1000, 1000, 0.05)) == 10


def test_a_file_gets_lines_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert lines_of(2, 2, 10)[-1] == "Matches: 2 of 2 (100%), 0:00:20"


def test_a_run_of_a_moment_has_one_line() -> None:
    assert lines_of(100, 100, 0.001) == ["Matches: 100 of 100 (100%), 0:00:00"]


def test_where_nobody_knows_the_total_counts_and_the_time_so_far_are_told() -> None:
    assert lines_of(None, 8, 5) == [f"Matches: {n}, 0:00:{5 * n}" for n in (2, 4, 6, 8)]


def test_a_bar_without_a_total_tells_them_too(screen: Screen) -> None:
    run_of(screen.stream, None, 3, 5)
    assert "3, 0:00:15" in screen.shown()


def test_a_run_of_nothing_tells_nothing() -> None:
    assert lines_of(0, 0, 1) == []


def test_a_terminal_that_can_nothing_gets_lines(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    run_of(screen.stream, 2, 2, 10)
    seen = screen.shown()
    assert "\x1b" not in seen
    assert seen.splitlines()[-1] == "Matches: 2 of 2 (100%), 0:00:20"


class Broken(io.StringIO):
    """A stream that breaks at the first write."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal
        self.tried = 0

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> int:
        self.tried += 1
        raise BrokenPipeError


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_stream_that_breaks_ends_no_run(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Broken(is_terminal=is_terminal)
    run_of(stream, 5, 5, 10)
    assert 0 < stream.tried < 3, "and it isn't tried again and again"


def test_a_closed_stream_ends_no_run() -> None:
    stream = io.StringIO()
    stream.close()
    run_of(stream, 5, 5, 10)


def test_a_program_without_standard_error_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert list(track(range(3), "Matches", 3)) == [0, 1, 2]


def test_a_terminal_that_only_knows_ascii_gets_a_bar(screen: Screen) -> None:
    with os.fdopen(os.dup(screen.end), "w", encoding="ascii") as stream:
        run_of(stream, 2, 2, 10)
    seen = screen.shown()
    assert "2 of 2 (100%)" in seen
    assert seen.isascii()


def test_items_are_handed_on_one_by_one_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    def endless() -> Iterator[int]:
        yield from iter(int, 1)

    assert list(islice(track(endless(), "Matches"), 3)) == [0, 0, 0]
    assert list(track("abc", "Letters", 3)) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "Letters: 3 of 3 (100%), 0:00:00\n")


# --- results --------------------------------------------------------------------------------------------


def test_results_are_tables_in_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    show(RESULTS, as_json=False)
    assert capsys.readouterr().out == (
        "How fast they are\n\n"
        "| side   | a second | met | goal |\n"
        "|--------|----------|-----|------|\n"
        "| [ours] |    1,234 | yes |      |\n"
        "\nNothing differs.\n"
    )


def test_in_json_they_are_not_rounded(capsys: pytest.CaptureFixture[str]) -> None:
    show(RESULTS, as_json=True)
    row = {"side": "[ours]", "a_second": 1234.5, "met": True, "goal": None}
    assert json.loads(capsys.readouterr().out) == {"sides": [row], "none": []}


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_json_has_no_number_for_is_null(value: float) -> None:
    assert json.loads(terminal.json_text([Table("t", "", [{"value": value}])])) == {"t": [{"value": None}]}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (12345, "12,345"),
        (0.5, "0.500"),
        (31.46, "31.5"),
        (177.4, "177"),
        (0.0, "0.00"),
        (math.nan, "nan"),
        ("–", "–"),
    ],
)
def test_a_value_is_written_for_people(value: terminal.Value, text: str) -> None:
    assert format_value(value) == text


def test_a_table_that_goes_to_a_file_keeps_every_word(capsys: pytest.CaptureFixture[str]) -> None:
    show([Table("t", "", [{"words": "word " * 100 + "end"}])], as_json=False)
    assert "word " * 100 + "end" in capsys.readouterr().out


# --- the commands ---------------------------------------------------------------------------------------

COMMANDS: dict[str, tuple[Any, list[str], str]] = {
    "selfplay": (games.__main__, ["selfplay", "alpha", "-n", "2"], "outcomes"),
    "tune": (
        games.creators.ai.tune,
        ["--check", "--games", "1", "--processes", "1", "--only", "A"],
        "patterns",
    ),
    "tournament": (games.alpha.ai.tournament, ["-n", "1"], "points"),
    "second": (games.alpha.ai.evenness, ["-n", "1"], "pairs"),
    "pictures": (bench.pictures.__main__, [], "pictures"),
    "ratings": (bot.operations.ratings.command, [], "differences"),
}
"""Commands that take a moment, with their shortest run and the name of a table."""


@pytest.fixture
def little_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give commands an empty database, and one picture with its own output folder."""
    monkeypatch.setenv("SLOWPLAY_DATABASE", str(tmp_path / "slowplay.db"))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bench.pictures.__main__, "FOLDER", tmp_path)
    monkeypatch.setattr(bench.pictures.__main__, "PICTURES", {"board.png": lambda: b"a picture"})
    monkeypatch.setattr(bench.pictures.__main__, "CHROMIUM", None)


def called(name: str, *more: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command in this process; some read only `sys.argv`."""
    module, arguments, _ = COMMANDS[name]
    monkeypatch.setattr(sys, "argv", [name, *arguments, *more])
    assert not (module.main([*arguments, *more]) if name in ("selfplay", "ratings") else module.main())


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.usefixtures("little_to_do")
def test_a_command_prints_json_and_nothing_else_and_says_how_far_it_is(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called(name, "--json", monkeypatch=monkeypatch)
    printed, said = capsys.readouterr()
    rows = json.loads(printed)[COMMANDS[name][2]]
    assert bool(rows) == (name != "ratings"), "nothing differs where nothing was played"
    assert name in ("ratings", "pictures") or END_OF_LINES.search(said), said


@pytest.mark.parametrize("name", ["selfplay", "ratings"])
@pytest.mark.usefixtures("little_to_do")
def test_without_json_it_prints_tables(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called(name, monkeypatch=monkeypatch)
    printed = capsys.readouterr().out
    if name == "ratings":
        assert printed == "Differences found: 0.\n"
    else:
        title, empty, headings, rule, *rows = printed.splitlines()
        assert (title, empty) == ("Alpha Duel: alpha as Human, alpha as AI, 2 matches", "")
        assert re.fullmatch(r"\| result +\| reason +\| matches +\|", headings)
        assert set(rule) == {"|", "-"}
        assert sum(int(row.split("|")[-2]) for row in rows) == 2


def test_typed_at_a_terminal_a_command_shows_a_bar_there_and_json_where_it_is_sent(screen: Screen) -> None:
    command = [sys.executable, "-m", "games", "selfplay", "alpha", "-n", "2", "--json"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=screen.end, check=True)
    assert sum(row["matches"] for row in json.loads(done.stdout)["outcomes"]) == 2
    seen = screen.shown()
    assert "━" in seen
    assert "2 of 2 (100%)" in seen
