"""docs/architecture.md says what is so: its picture of the packages, its way of a tap, the files it names."""

from __future__ import annotations

import ast
import re
from functools import cache

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
from tests.architecture.sources import PACKAGES, ROOT, tree_of

PAGE = structure.DOCUMENT.read_text(encoding="utf-8")
WAY_OF_A_TAP = PAGE.partition("sequenceDiagram\n")[2].partition("```")[0]
PLACES = dict(re.findall(r"^ *participant (\w+) as (\S+)$", WAY_OF_A_TAP, re.M))
CALLS = re.findall(r"^ *\w+-[>)]+(\w+): (\w+):", WAY_OF_A_TAP, re.M)
"""Where an arrow leads, and the function that it names; answers and requests of Discord name none."""


def test_the_picture_of_the_packages_is_what_the_imports_are() -> None:
    assert structure.drawn() == structure.made()


def test_the_picture_shows_every_package() -> None:
    assert set(PACKAGES) < set(structure.packages())
    assert {"games.core.search", "bot.discord_kit", "bot.FEATURE", "bot.FEATURE.ui"} < set(
        structure.packages()
    )


def test_every_feature_is_a_folder_with_one_line_in_the_list() -> None:
    folders = {path.parent.name for path in (ROOT / "bot").glob("*/feature.py")} - {"ui"}
    assert folders == set(FEATURES)
    assert len(FEATURES) == len(set(FEATURES))
    assert {path.name for path in (ROOT / "bot").iterdir() if (path / "__init__.py").exists()} - folders == {
        "backups",
        "core",
        "doctor",
        "health",
        "ui",
    }


def test_the_page_says_where_to_look_for_every_feature() -> None:
    table = PAGE.partition("## Where to look")[2].partition("\n\n**")[0]
    assert [name for name in FEATURES if f"| `bot/{name}/`" not in table] == ["ai"]
    assert "`bot/play/ai/`" in table


def test_the_bot_has_few_levels_and_no_file_needs_many_others() -> None:
    assert structure.levels("bot") <= 8
    assert {module: number for module, number in structure.fan_out("bot").items() if number > 15} == {}


def test_the_core_of_the_bot_knows_no_feature() -> None:
    core = [edge for edge in structure.edges() if edge[0] == "bot.core" and edge[1].startswith("bot.FEATURE")]
    assert core == []


def test_imports_both_ways_are_one_arrow() -> None:
    picture = structure.diagram(
        ["one", "two.a", "two.b"], {("two.a", "two.b"), ("two.b", "two.a"), ("two.a", "one")}
    )
    assert "two_a <--> two_b" in picture
    assert picture.count("-->") == 2
    assert 'subgraph in_two ["two/"]' in picture


def test_the_way_of_a_tap_ends_where_it_began_and_passes_every_place() -> None:
    assert PLACES["D"] == "Discord"
    assert {place for place, _ in CALLS} == set(PLACES) - {"D"}


@pytest.mark.parametrize(("place", "function"), CALLS)
def test_a_function_on_the_way_of_a_tap_is_where_the_page_says(place: str, function: str) -> None:
    assert function in _functions(PLACES[place])


@cache
def _functions(path: str) -> set[str]:
    nodes = ast.walk(tree_of(ROOT / path))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_file_and_name_of_ours_in_the_page_exists() -> None:
    spans = set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", PAGE, flags=re.M | re.S)))
    files = {
        span for span in spans if re.fullmatch(rf"({'|'.join(PACKAGES)}|bench|tests|docs)/[\w./]*", span)
    }
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
    assert [words for words in told if words not in PAGE] == []


def test_the_page_tells_every_setting_of_sqlite() -> None:
    settings = [pragma.removeprefix("PRAGMA ") for pragma in (*WRITER, *READER)]
    times = [setting for setting in settings if "busy_timeout" in setting]
    assert [setting for setting in settings if setting not in times and f"`{setting}`" not in PAGE] == []
    assert times == ["busy_timeout = 1500"]
    assert EVERY_CONNECTION == ("PRAGMA busy_timeout = 5000",)
    assert "`busy_timeout`: 1500 ms for the writer, 5000 ms for readers" in PAGE


def test_the_page_tells_every_refusal_of_a_person_or_a_place() -> None:
    codes = discord_errors.CLOSED | discord_errors.PLACE_IS_SHUT | {discord_errors.THREAD_IS_THERE}
    assert {code for code in codes if not re.search(rf"\b{code}\b", PAGE)} == set()
