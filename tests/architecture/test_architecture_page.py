"""docs/architecture.md and docs/inside.md match the code: the picture, the four ways, files and numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import grimp
import pytest

from bot.core import clock, clock_pauses, jobs
from bot.discord_kit.components import buttons, prompts
from bot.discord_kit.requests import discord_errors
from bot.features import FEATURES
from bot.play.ai import ai_pool
from bot.play.clocks import clocks, heartbeats
from bot.play.outbox import delivering, digests
from bot.runtime import system_clock
from bot.runtime.cluster import membership
from render import cache as pictures
from render import encoding, pen, replay_gif
from storage.engine.sqlite.connection import EVERY_CONNECTION, READER, WRITER
from storage.engine.sqlite.migrator import OLDEST_SQLITE
from tests.architecture import structure
from tests.architecture.sources import PACKAGES, tree_of
from tests.paths import ROOT

ARCHITECTURE = structure.DOCUMENT.read_text(encoding="utf-8")
INSIDE = (ROOT / "docs" / "inside.md").read_text(encoding="utf-8")
MOST_WORDS = 2_000
"""Maximum number of words in docs/architecture.md, without its picture."""
_STEP = re.compile(r"^\d+\. (`[^:]*?`) in `([\w/]+\.py)`(?:, registered in `([\w/]+\.py)`)?: ", re.M)


class Step(NamedTuple):
    """A step of a way: its functions, their file, and the file that registers them (empty: none)."""

    functions: tuple[str, ...]
    file: str
    registered: str


def steps_of(way: str) -> list[Step]:
    """Return the steps of a way in order."""
    section = ARCHITECTURE.partition(f"## The way of {way}\n")[2].partition("\n## ")[0]
    found = [Step(tuple(re.findall(r"`(\w+)`", names)), *rest) for names, *rest in _STEP.findall(section)]
    assert len(found) == len(re.findall(r"^\d+\. ", section, re.M)), "a step can't be read"
    return found


WAYS = {way: steps_of(way) for way in re.findall(r"^## The way of (.+)$", ARCHITECTURE, re.M)}
every_way = pytest.mark.parametrize("steps", WAYS.values(), ids=WAYS.keys())


def test_the_page_is_short() -> None:
    picture = ARCHITECTURE.partition(structure.BEGIN)[2].partition(structure.END)[0]
    assert len(ARCHITECTURE.split()) - len(picture.split()) <= MOST_WORDS


def test_the_picture_of_the_packages_is_what_the_imports_are() -> None:
    assert structure.drawn() == structure.diagram()


def test_the_picture_shows_every_package_and_every_wing() -> None:
    boxes = set(re.findall(r"^ +(?:subgraph in_)?(\w+) ?\[", structure.diagram(), re.M))
    wings = {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}
    assert {*PACKAGES, *(f"bot_{wing}" for wing in wings)} <= boxes


def test_every_feature_is_a_folder_with_one_line_in_the_list() -> None:
    bot = ROOT / "bot"
    folders = [
        ".".join(path.parent.relative_to(bot).parts)
        for path in bot.rglob("feature.py")
        if path.parent.name != "interactions"
    ]
    assert sorted(folders) == sorted(FEATURES)


def test_the_bot_has_few_rooms_on_few_floors() -> None:
    bot = structure.package("bot")
    assert len(bot.rooms) <= 12
    assert bot.floors <= 6


@pytest.mark.parametrize("top", ["bench", "bot", "games", "storage", "tests"])
def test_no_rooms_of_a_package_import_each_other_in_a_circle(top: str) -> None:
    measured = list(structure.packages(top))
    assert len(measured) > 3
    assert {package.name: package.back_arrows for package in measured if package.back_arrows} == {}


def test_rooms_in_a_circle_have_a_back_arrow() -> None:
    arrows = {("a", "b"), ("b", "c"), ("a", "c")}
    tower = structure.Package("tower", frozenset("abc"), frozenset(arrows), 3, 30)
    circle = tower._replace(arrows=frozenset({*arrows, ("c", "a")}))
    assert (tower.floors, tower.back_arrows) == (3, ())
    assert (circle.floors, len(circle.back_arrows)) == (3, 1)


def test_the_page_tells_the_four_ways() -> None:
    assert list(WAYS) == ["a tap", "an acceptance", "a contest's round", "a notification"]
    assert min(len(steps) for steps in WAYS.values()) > 5


@every_way
def test_a_function_on_a_way_is_where_the_page_says(steps: Sequence[Step]) -> None:
    missing = [
        f"{step.file}: {name}"
        for step in steps
        for name in step.functions
        if name not in functions(step.file)
    ]
    assert missing == []


@every_way
def test_every_step_of_a_way_is_used_by_one_before_it(steps: Sequence[Step]) -> None:
    """A registered step's first function is used by the file that registers it."""
    for number, step in enumerate(steps[1:], 1):
        before = {earlier.file for earlier in steps[:number]}
        for place, name in enumerate(step.functions):
            callers = before | {step.file}
            if step.registered and place == 0:
                callers = {step.registered}
            assert any(name in used_in(file) for file in callers), f"nothing before it uses {name}"


@every_way
def test_every_step_of_a_way_goes_along_the_imports(steps: Sequence[Step]) -> None:
    """Each step's file is imported, at least indirectly, by an earlier or registering file.

    Since files have no import cycles, no step leads back up.
    """
    for number, step in enumerate(steps[1:], 1):
        callers = {step.registered} if step.registered else {earlier.file for earlier in steps[:number]}
        assert step.file in callers or any(imports(caller, step.file) for caller in callers), step.file


@cache
def functions(file: str) -> set[str]:
    """Return the names of all functions of a file."""
    nodes = ast.walk(tree_of(ROOT / file))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@cache
def used_in(file: str) -> set[str]:
    """Return all names and attributes that a file reads."""
    nodes = list(ast.walk(tree_of(ROOT / file)))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def imports(importer: str, imported: str) -> bool:
    """Return whether a file imports another file, directly or indirectly."""
    return _graph().chain_exists(importer=_module(importer), imported=_module(imported))


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph("bot", "storage", cache_dir=None)


def _module(file: str) -> str:
    return file.removesuffix(".py").replace("/", ".")


@pytest.mark.parametrize("page", [ARCHITECTURE, INSIDE], ids=["architecture", "inside"])
def test_every_file_of_ours_in_a_page_exists(page: str) -> None:
    spans = set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S)))
    tops = "|".join((*PACKAGES, "bench", "tests", "docs", "examples"))
    files = {span for span in spans if re.fullmatch(rf"({tops})/[\w./]*", span)}
    assert len(files) > 20
    assert {file for file in files if not (ROOT / file).exists()} == set()


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    told = (
        f"at most {delivering.BATCH} at once, each under a lease of {delivering.LEASE_SECONDS} seconds",
        f"up to {delivering.backoff(delivering.MOST_ATTEMPTS * 2)} seconds",
        f"up to {delivering.MOST_ATTEMPTS} attempts",
        f"only after {digests.LATE_SECONDS} seconds",
        f"{ai_pool.PROCESSOR_SECONDS:.0f} seconds of processor time",
        f"and {ai_pool.WALL_SECONDS:.0f} seconds in all",
        f"Differences up to {system_clock.STEP_SECONDS:.0f} seconds",
        f"held for {system_clock.HOLD_SECONDS:.0f} seconds",
        f"more than {clock.GRACE_SECONDS} seconds, the process stood still",
        f"a heartbeat is written every {heartbeats.BEAT_SECONDS} seconds",
        f"and every {jobs.HEARD_SECONDS} where several processes run",
        f"is more than {membership.SKEW_SECONDS} seconds from the database server's",
        f"After {clocks.LONGEST_SILENCE_SECONDS // clock_pauses.DAY} days in one go",
        f"longer waits ({discord_errors.LONGEST_WAIT_SECONDS:.0f} seconds and more)",
        f"isal's level {encoding.COMPRESSION}",
        f"more than {pictures.AT_ONCE:,} new pixels",
        f"below {replay_gif.LIMIT >> 20} MiB",
        f"at {['', 'its', 'two', 'three', 'four'][pen.SUPERSAMPLE]} times its size",
        f"SQLite {'.'.join(map(str, OLDEST_SQLITE))} is the oldest",
        f"a `custom_id` of {buttons.LONGEST} characters",
        f"A list longer than {prompts.PAGE} is paged",
    )
    assert [words for words in told if words not in INSIDE] == []


def test_the_page_tells_every_setting_of_sqlite() -> None:
    settings = [pragma.removeprefix("PRAGMA ") for pragma in (*WRITER, *READER)]
    times = [setting for setting in settings if "busy_timeout" in setting]
    assert [setting for setting in settings if setting not in times and f"`{setting}`" not in INSIDE] == []
    assert times == ["busy_timeout = 1500"]
    assert EVERY_CONNECTION == ("PRAGMA busy_timeout = 5000",)
    assert "`busy_timeout`: 1500 ms for the writer, 5000 ms for readers" in INSIDE


def test_the_page_tells_every_refusal_of_a_person_or_a_place() -> None:
    codes = discord_errors.CLOSED | discord_errors.PLACE_IS_SHUT | {discord_errors.THREAD_IS_THERE}
    assert {code for code in codes if not re.search(rf"\b{code}\b", INSIDE)} == set()
