"""Measure how often an idle bot wakes up, and its memory, in an empty playground.

`python -m bench.idle [--seconds 60]`. The bot is a separate process with a new SQLite file. A wakeup is a
voluntary context switch of one of its threads, as /proc tells it. While the bot starts, none counts; the
memory is the most that it has taken since it began.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from bench.crowd.processes import usage
from bench.figures import Goal, build_row
from playground.app import start
from slowplay.terminal import Advance, Row, Table, add_json, progress, show
from tests.kit.program import heard, process

WAKEUPS, MEGABYTES = Goal("at most", 30), Goal("at most", 80)


def count_wakeups(process: int) -> dict[str, int]:
    """Return how often each thread of a process has waited so far, by its name and number."""
    found = dict[str, int]()
    for thread in Path(f"/proc/{process}/task").iterdir():
        lines = dict(line.split(":\t", 1) for line in (thread / "status").read_text().splitlines())
        found[f"{lines['Name']} {thread.name}"] = int(lines["voluntary_ctxt_switches"])
    return found


async def measure(seconds: int, start_seconds: float, advance: Advance) -> list[Row]:
    """Return the memory of a bot that has nothing to do, and its wakeups a minute, in all and by thread."""
    playground = await start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with process(Path(folder), SLOWPLAY_LOG="INFO", **playground.environment()) as running:
                await heard(running, "online as")
                await asyncio.sleep(start_seconds)
                before = count_wakeups(running.pid)
                for _ in range(seconds):
                    await asyncio.sleep(1)
                    advance()
                after, peak = count_wakeups(running.pid), usage([running.pid]).peak
                running.terminate()
                await running.communicate()
    finally:
        await playground.close()
    waked = {thread: 60 * (after[thread] - before.get(thread, 0)) / seconds for thread in after}
    of = f"idle for {seconds} s"
    threads = [build_row(of, f"part: thread {name}", number) for name, number in waked.items() if number]
    return [
        build_row(of, "wakeups a minute", sum(waked.values()), WAKEUPS),
        build_row(of, "memory (MB)", peak, MEGABYTES),
        *threads,
    ]


def main() -> None:
    """Measure with the settings of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.idle", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument(
        "--start", type=float, default=10.0, help="seconds after it's online that don't count"
    )
    add_json(parser)
    chosen = parser.parse_args()
    with progress("Seconds", chosen.seconds) as advance:
        rows = asyncio.run(measure(chosen.seconds, chosen.start, advance))
    show([Table("idle", "An idle bot", rows)], as_json=chosen.json)


if __name__ == "__main__":
    main()
