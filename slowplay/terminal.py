"""Output of long-running commands: progress on standard error, results on standard output.

Progress is a bar with the time left on a terminal, and an occasional plain line everywhere else. Results are
tables in Markdown, which fit into a page of `docs/` as they are, or with `--json` one JSON object alone.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from shutil import get_terminal_size
from typing import Any, NamedTuple, Protocol, TextIO, TypeVar

LINE_SECONDS, LONG_SECONDS = 1.0, 10.0
"""The least time between plain lines, and the time after which one comes without another tenth done."""
_BAR_SECONDS = 0.1
_WIDEST = 10_000

Value = str | int | float | bool | None
Row = Mapping[str, Value]
Item = TypeVar("Item")
Now = Callable[[], float]


class Advance(Protocol):
    """A callable that reports further steps as done."""

    def __call__(self, steps: float = 1) -> None:
        """Report that this many more steps are done."""
        ...


class Table(NamedTuple):
    """Results of one kind.

    Attributes:
        name: The key of the rows in JSON.
        title: The line above the table, which says what the figures are.
        rows: Rows that all have the same keys, which are the headings, with “_” for a space.
    """

    name: str
    title: str
    rows: Sequence[Row]


# --- progress -------------------------------------------------------------------------------------------


def unseen(steps: float = 1) -> None:
    """Ignore progress, as the `Advance` of a run that shows none."""


def track(items: Iterable[Item], what: str, total: float | None = None) -> Iterator[Item]:
    """Yield the items and show how many the caller has dealt with; `total` is None if unknown."""
    with progress(what, total) as advance:
        for item in items:
            yield item
            advance()


@contextmanager
def progress(
    what: str, total: float | None = None, stream: TextIO | None = None, clock: Now = time.monotonic
) -> Iterator[Advance]:
    """Provide an `Advance` that shows the progress of a run whenever it is called.

    Only these calls draw the display, not a thread, so that it disturbs no measurement. A stream that can't
    be written to never ends the run. `stream` is standard error by default; `total` is None if unknown.
    """
    steps = _Steps(what, total, clock)
    display = _display(steps, sys.stderr if stream is None else stream)
    try:
        yield display.advance
    finally:
        display.close()


class _Steps:
    """The number of steps done, their total, and the time since the start."""

    def __init__(self, what: str, total: float | None, clock: Now) -> None:
        self.what, self.total, self.clock = what, total, clock
        self.done, self.began = 0.0, clock()

    def is_complete(self) -> bool:
        return self.total is not None and self.done >= self.total

    def tenth(self) -> int:
        """Return how many tenths are done; 0 if the total is unknown."""
        return int(10 * self.done / self.total) if self.total else 0

    def format_progress(self) -> str:
        """Return counts and times, e.g. `30 of 100 (30%), 0:00:12, about 0:00:28 left`."""
        seconds = self.clock() - self.began
        if not self.total:
            return f"{self.done:,.0f}, {_duration(seconds)}"
        counts = f"{self.done:,.0f} of {self.total:,.0f} ({100 * self.done / self.total:.0f}%)"
        if self.is_complete() or not self.done:
            return f"{counts}, {_duration(seconds)}"
        left = seconds / self.done * (self.total - self.done)
        return f"{counts}, {_duration(seconds)}, about {_duration(left)} left"


def _duration(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


class _Display:
    """A display that shows nothing; after any error, a display stays silent and the run continues."""

    def __init__(self, steps: _Steps) -> None:
        self.steps = steps
        self._is_broken = False

    def advance(self, steps: float = 1) -> None:
        self.steps.done += steps
        self._try_to_show(self.draw)

    def close(self) -> None:
        self._try_to_show(self.end)

    def _try_to_show(self, show: Callable[[], None]) -> None:
        if self._is_broken:
            return
        try:
            show()
        except Exception:  # a terminal can be odd in any way, and the run matters more
            self._is_broken = True

    def draw(self) -> None:
        """Draw the progress after a step."""

    def end(self) -> None:
        """Draw the end after the last step."""


class _Lines(_Display):
    """A display that prints a line for each tenth done, and one every ten seconds if a tenth takes long."""

    def __init__(self, steps: _Steps, stream: TextIO) -> None:
        super().__init__(steps)
        self._stream = stream
        self._last, self._tenth = steps.began, 0

    def draw(self) -> None:
        waited, tenth = self.steps.clock() - self._last, self.steps.tenth()
        is_further = tenth > self._tenth and (waited >= LINE_SECONDS or self.steps.is_complete())
        if is_further or waited >= LONG_SECONDS:
            print(f"{self.steps.what}: {self.steps.format_progress()}", file=self._stream, flush=True)
            self._last, self._tenth = self.steps.clock(), tenth


class _Bar(_Display):
    """A display with a bar by rich, which redraws itself in place."""

    def __init__(self, steps: _Steps, bar: Any, task: Any) -> None:
        super().__init__(steps)
        self._bar, self._task = bar, task
        self._last = -math.inf
        self._try_to_show(self._begin)

    def _begin(self) -> None:
        self._bar.start()
        self._show()

    def draw(self) -> None:
        if self.steps.clock() - self._last >= _BAR_SECONDS:
            self._show()

    def end(self) -> None:
        self._show()
        self._bar.stop()

    def _show(self) -> None:
        self._bar.update(self._task, completed=self.steps.done, told=self.steps.format_progress())
        self._bar.refresh()
        self._last = self.steps.clock()


def _display(steps: _Steps, stream: TextIO | None) -> _Display:
    """Return the bar or the lines, whichever the stream can show; a silent display without a stream."""
    try:
        if stream is None:
            return _Display(steps)
        return _bar_on(steps, stream) if stream.isatty() else _Lines(steps, stream)
    except Exception:
        return _Display(steps)


def _bar_on(steps: _Steps, stream: TextIO) -> _Display:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    class OneThatRaises(Console):
        """A console that raises BrokenPipeError; rich's own ends the program when the reader is gone."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    console = OneThatRaises(file=stream)
    if not console.is_interactive:
        return _Lines(steps, stream)
    columns = (TextColumn("{task.description}"), BarColumn(24), TextColumn("{task.fields[told]}"))
    # No redirection: the program's own output meanwhile must go where the program prints it.
    bar = Progress(
        *columns, console=console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
    )
    return _Bar(steps, bar, bar.add_task(steps.what, total=steps.total, told=""))


# --- results --------------------------------------------------------------------------------------------


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option `--json` to a command."""
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def show(tables: Sequence[Table], *, as_json: bool) -> None:
    """Print results on standard output, as tables or as one JSON object of rows by table name."""
    if as_json:
        print(json_text(tables))
        return
    for number, table in enumerate(tables):
        print(f"\n{table.title}" if number else table.title)
        if table.rows:
            print(f"\n{_markdown(table.rows)}")


def json_text(tables: Iterable[Table]) -> str:
    """Return the results as a JSON object; numbers aren't rounded, and infinity and NaN become null."""
    found = {
        table.name: [{key: _plain(value) for key, value in row.items()} for row in table.rows]
        for table in tables
    }
    return json.dumps(found, indent=2, allow_nan=False)


def _plain(value: Value) -> Value:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _markdown(rows: Sequence[Row]) -> str:
    from rich.box import MARKDOWN
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(box=MARKDOWN)
    for key in rows[0]:
        is_number = all(_is_number(row[key]) for row in rows)
        drawn.add_column(Text(key.replace("_", " ")), justify="right" if is_number else "left")
    for row in rows:
        drawn.add_row(*(Text(format_value(value)) for value in row.values()))
    page = Console(file=StringIO(), width=_width(), color_system=None)
    with page.capture() as written:
        page.print(drawn)
    # Rich leaves lines of spaces above and below the table.
    return written.get().strip()


def _width() -> int:
    """Return the columns of the terminal; in a file, enough for any table."""
    return get_terminal_size().columns if sys.stdout.isatty() else _WIDEST


def _is_number(value: Value) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def format_value(value: Value) -> str:
    """Format a value for a table: floats with at least three figures, an empty text for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:#.3g}"
    return f"{value:,}" if isinstance(value, int) else value
