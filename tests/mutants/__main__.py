"""Plant faults one at a time and report which the tests don't notice.

    python -m tests.mutants --record --jobs 2   once for a tree: which test runs which line
    python -m tests.mutants --seed 1 --count 300 --jobs 2
    python -m tests.mutants --only bot/community --count 40
    python -m tests.mutants --again REPORT     the faults of an earlier report whose lines are still there

Faults are planted in a copy of the tree. Of the tests of `make test` and `make slow` that run a faulty line,
those whose paths are most like the file's come first, until `--seconds` are used up or one fails; a fault
that makes them hang counts as noticed. The test that failed runs once more without the fault, and if it
fails again, the fault counts as not noticed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import cache_from_source
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.equivalent import EQUIVALENT
from tests.mutants.faults import Fault, faults_of, is_readable
from tests.mutants.noticing import Recording
from tests.paths import ROOT

RECORDED = ROOT / ".mutants"
SHARES = {"bot": 40, "games": 24, "storage": 10, "storage/queries": 6, "playground": 12, "render": 8}
"""Percentage of faults by area; migrations count as storage/queries."""
PARTS = ("render", "games", "contract", "storage", "playground", "bot")
LEFT_OUT = ("habits.py", "calibrate.py", "tune.py", "tally.py", "_table.py", "__main__.py", "emblems.py")
"""Scripts that the bot never runs, data that they generate, and drawings in hundredths of their size."""
_RECORDER = ("-p", "tests.mutants.recording")
MOST_TESTS = 200
START_SECONDS = 60.0
_PYTEST = (sys.executable, "-m", "pytest", "-m", "not proof", "-n", "0", "-x", "-p", "no:cacheprovider")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for a fault: the test that noticed it, or None."""

    fault: Fault
    tests: int
    noticed: str | None


def main() -> int:
    """Record, or plant and report; the exit status is 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--record", action="store_true", help="record which test runs which line")
    parser.add_argument("--seed", type=int, default=1, help="which faults are chosen")
    parser.add_argument("--count", type=int, default=300, help="how many faults are planted")
    parser.add_argument(
        "--only", nargs="+", default=(), metavar="PATH", help="only in these folders or files"
    )
    parser.add_argument("--again", type=Path, metavar="REPORT", help="plant the faults of an earlier report")
    parser.add_argument(
        "--seconds", type=float, default=15, help="how long the tests of one fault take at most"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many processes run at a time")
    asked = parser.parse_args()
    if asked.record:
        record(asked.jobs)
        return 0
    again = asked.again and planted_again(asked.again.read_text(encoding="utf-8"))
    faults = again or chosen(asked.seed, asked.count, asked.only)
    outcomes = list(tried(faults, asked.seconds, asked.jobs))
    report(outcomes)
    return 0


def record(jobs: int) -> None:
    """Run the suite once, with a note of the lines each test runs."""
    shutil.rmtree(RECORDED, ignore_errors=True)
    RECORDED.mkdir()
    parts = [f"tests/{part}" for part in PARTS]
    pytest = (sys.executable, "-m", "pytest", "-m", "not proof", "-n", str(jobs), "--dist", "worksteal")
    command = (*pytest, *_RECORDER, *parts)
    subprocess.run(command, cwd=ROOT, env=os.environ | {"MUTANTS_RECORD": str(RECORDED)}, check=False)


def chosen(seed: int, count: int, only: Sequence[str]) -> list[Fault]:
    """Draw faults by the areas' shares, at most one per line.

    A change elsewhere in the tree leaves nearly all of them: each has a place of its own in the order.
    """

    def place(fault: Fault) -> bytes:
        return hashlib.sha256(f"{seed} {fault.file} {fault.original} {fault.mutant}".encode()).digest()

    faults: list[Fault] = []
    for area, share in SHARES.items():
        files = [file for file in sources() if area_of(file) == area and within(file, only)]
        found = sorted(plantable(files), key=place)
        faults += islice(one_a_line(found), round(count * share / 100) if not only else count)
    return sorted(faults, key=place)[:count]


def planted_again(report: str) -> list[Fault]:
    """Return the faults that a report names, where their lines are today; leave out those without a line."""
    named = dict.fromkeys(
        re.findall(r"(\S+\.(?:py|sql)):(\d+)  (.* → .*?)(?:  \(\d+ tests\))?$", report, re.MULTILINE)
    )
    today = set(sources())
    faults = []
    for file, line, change in named:
        same = [
            fault
            for fault in plantable([file] if file in today else [])
            if str(fault).endswith(f"  {change}")
        ]
        faults += sorted(same, key=lambda fault: abs(fault.lines.start - int(line)))[:1]
    return faults


def plantable(files: Sequence[str]) -> list[Fault]:
    """Return every fault for these files that could change something."""
    return [fault for file in files for fault in faults_of(ROOT, file) if not is_equivalent(fault)]


def one_a_line(faults: list[Fault]) -> Iterator[Fault]:
    """Yield the first fault of each line that leaves a valid program."""
    seen = set()
    for fault in faults:
        place = fault.file, fault.lines.start
        if place not in seen and is_readable(ROOT, fault):
            seen.add(place)
            yield fault


def sources() -> list[str]:
    """Return the files that may get faults."""
    areas = ("games", "bot", "storage", "render", "playground")
    listed = subprocess.run(("git", "ls-files", *areas), cwd=ROOT, check=True, capture_output=True, text=True)
    ours = (file for file in listed.stdout.splitlines() if "postgresql" not in file)
    return [file for file in ours if file.endswith((".py", ".sql")) and not file.endswith(LEFT_OUT)]


def area_of(file: str) -> str:
    """Return the area of a file."""
    return "storage/queries" if file.endswith(".sql") else file.partition("/")[0]


def within(file: str, only: Sequence[str]) -> bool:
    """Return whether a file is in one of these folders, or one of these files."""
    return not only or any(file == path or file.startswith(path.rstrip("/") + "/") for path in only)


def is_equivalent(fault: Fault) -> bool:
    """Return whether a fault is known to change nothing."""
    return any(fault.file == file and str(fault).endswith(change) for file, change, _ in EQUIVALENT)


def tried(faults: list[Fault], seconds: float, jobs: int) -> Iterator[Outcome]:
    """Plant each fault in a copy of the tree, and yield its outcome."""
    recording = Recording(ROOT, RECORDED)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(copy_tree(Path(folder) / str(number)))

        def attempt(fault: Fault) -> Outcome:
            copy = copies.get()
            try:
                return attempted(copy, fault, recording, seconds)
            finally:
                copies.put(copy)

        for outcome in pool.map(attempt, faults):
            print(f"{outcome.noticed or 'SURVIVED':60}  {outcome.tests:3} tests  {outcome.fault}", flush=True)
            yield outcome


def copy_tree(to: Path) -> Path:
    """Copy all files known to git, and link the environment."""
    known = ("git", "ls-files", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(known, cwd=ROOT, check=True, capture_output=True, text=True)
    for file in listed.stdout.splitlines():
        (to / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, to / file)
    (to / ".venv").symlink_to((ROOT / ".venv").resolve())
    return to


def attempted(copy: Path, fault: Fault, recording: Recording, seconds: float) -> Outcome:
    """Run the tests that could notice a fault."""
    could = recording.could_notice(fault)[:MOST_TESTS]
    tests, total = [], 0.0
    for test in could:
        total += recording.seconds[test]
        if tests and total > seconds:
            break
        tests.append(test)
    if not tests:
        return Outcome(fault, 0, None)
    file = copy / fault.file
    source = file.read_bytes()
    try:
        replace(file, fault.planted(source))
        noticing = noticed(copy, tests, START_SECONDS + 4 * total)
    finally:
        replace(file, source)
    if noticing in tests and noticed(copy, [noticing], START_SECONDS):
        noticing = None
    return Outcome(fault, len(tests), noticing)


def replace(file: Path, content: bytes) -> None:
    """Write a file, and delete its compiled bytecode."""
    file.write_bytes(content)
    if file.suffix == ".py":
        Path(cache_from_source(str(file))).unlink(missing_ok=True)


def noticed(copy: Path, tests: list[str], limit: float) -> str | None:
    """Run tests until one fails; return its name, or None."""
    command = ("nice", "-n", "10", *_PYTEST, *tests)
    with subprocess.Popen(
        command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as running:
        try:
            told, _ = running.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return "(it hangs)"
    if not running.returncode:
        return None
    return first_failed(told) or "(it can't be read)"


def first_failed(told: str) -> str | None:
    """Return the first test that pytest names as failed; lines of logs begin with ERROR, too."""
    found = re.search(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", told, re.MULTILINE)
    return found and found[1]


def report(outcomes: list[Outcome]) -> None:
    """Print how many faults were noticed, by area, and those that weren't."""
    planted = Counter(area_of(outcome.fault.file) for outcome in outcomes)
    survivors = [outcome for outcome in outcomes if outcome.noticed is None]
    survived = Counter(area_of(outcome.fault.file) for outcome in survivors)
    print(f"\n{'':16} planted  noticed  survived")
    for area in planted:
        print(f"{area:16} {planted[area]:7}  {planted[area] - survived[area]:7}  {survived[area]:8}")
    share = 100 * (len(outcomes) - len(survivors)) / max(len(outcomes), 1)
    print(f"{'all':16} {len(outcomes):7}  {len(outcomes) - len(survivors):7}  {len(survivors):8}")
    print(f"noticed: {share:.1f} %\n")
    for outcome in sorted(survivors, key=lambda outcome: str(outcome.fault)):
        print(f"{outcome.fault}  ({outcome.tests} tests)")


if __name__ == "__main__":
    start = time.perf_counter()
    status = main()
    print(f"{time.perf_counter() - start:.0f} s")
    sys.exit(status)
