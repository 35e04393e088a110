"""README, CONTRIBUTING, CHANGELOG and docs/ are true: examples run, and everything that they name exists."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.app_commands import ContextMenu, Group

from bench.pictures.__main__ import FOLDER
from bot import features
from bot.core.limits import LIMITS
from bot.discord_kit.interactions.commands import all_commands
from games import GAMES
from games.__main__ import main as games_command
from tests.kit.pages import _BLOCK, README, blocks
from tests.paths import ROOT

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
}
TOUR = PAGES["docs/tour.md"]
RICH = ("README.md", "CONTRIBUTING.md", "docs/security.md")
"""Pages sure to name targets, modules and many files; finding none means that the search is broken."""
MOST_LINES = 90
"""Maximum length of the README; longer topics get a page of their own."""
MADE_LATER = {".env", ".venv", "build/docs", "data/slowplay.db", "data/slowplay.db.backups"}
"""Paths that the pages name but a fresh clone doesn't have."""
NO_FILES = {"1/2-1/2", "now/limit", "attack/health", "FOLDER/GAME-m.txt", "ui/", "ui/buttons.py"}
"""Texts that look like paths but aren't, and files in each feature's folder."""

_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"\.?[\w-]+(/[\w.-]+)*/?|[\w./-]+\.(py|md|toml|db)")
_MOST_BYTES = 200_000
_NO_BOT: Any = SimpleNamespace(engines_of=lambda game: ())
"""Stand-in for a bot, since commands are only listed here, never used."""


def code_spans(page: str) -> set[str]:
    """Return the texts between single backticks."""
    return set(_CODE.findall(_BLOCK.sub("", page)))


def paths(page: str) -> set[str]:
    """Return the files and folders that a page names, with a slash or a known ending, and every link."""
    spans = {span for span in code_spans(page) if _PATH.fullmatch(span)}
    named = {
        span for span in spans if "/" in span.strip("/") or span.endswith((".toml", "/")) or span[0] == "."
    }
    links = set(re.findall(r"\]\((?!https?:)([^)]+)\)", _BLOCK.sub("", page)))
    rulesets = {span for span in named if re.fullmatch(r"\w+/\d+", span)}
    return (named | links) - rulesets - MADE_LATER - NO_FILES


def pictures_of(page: str) -> list[tuple[str, str]]:
    """Return the alt text and the path of each picture."""
    return re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page)


def targets(page: str) -> set[str]:
    """Return the targets of make that a page names."""
    return set(re.findall(r"^make (\w+)", "\n".join(blocks(page, "sh")), re.M)) | {
        span.removeprefix("make ") for span in code_spans(page) if span.startswith("make ")
    }


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def test_the_readme_leads_to_every_page() -> None:
    """The README links to docs/, the rulings, each game's rules, and the pages beside it."""
    pages = {*PAGES, "docs/rulings/README.md", "CHANGELOG.md"} | {f"games/{key}/RULES.md" for key in GAMES}
    assert pages - {"README.md"} - paths(README) == set()


def test_the_tour_of_the_engine_runs_as_it_is_printed() -> None:
    source = "\n".join(blocks(TOUR, "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, "the tour", "docs/tour.md", 0)
    report: list[str] = []
    results = doctest.DocTestRunner().run(test, out=report.append)
    assert results.attempted > 30
    assert results.failed == 0, "".join(report)


@pytest.mark.parametrize("name", PAGES)
def test_every_target_of_make_that_a_page_names_exists(name: str) -> None:
    made = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert targets(PAGES[name]) or name not in RICH, "the page names none"
    assert targets(PAGES[name]) <= made


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_a_page_names_exists(name: str) -> None:
    assert len(paths(PAGES[name])) > 5 or name not in RICH
    beside = (ROOT / name).parent
    named = {path.partition("#")[0] for path in paths(PAGES[name])}
    assert {path for path in named if not (ROOT / path).exists() and not (beside / path).exists()} == set()


def test_every_picture_of_a_page_is_there_and_small() -> None:
    pictures = {(ROOT / name).parent / path for name in PAGES for _, path in pictures_of(PAGES[name])}
    assert pictures == set(FOLDER.iterdir())
    assert max(picture.stat().st_size for picture in pictures) < _MOST_BYTES


def test_the_readme_has_one_picture() -> None:
    assert len(pictures_of(README)) == 1


def test_every_picture_of_a_page_has_words_for_those_who_cannot_see_it() -> None:
    described = [words for page in PAGES.values() for words, _ in pictures_of(page)]
    assert all(len(words) > 40 for words in described), described


def slash_commands(page: str) -> set[str]:
    """Return the slash commands that a page names, without their slash."""
    return {span.removeprefix("/") for span in code_spans(page) if re.fullmatch(r"/[a-z ]+", span)}


@pytest.mark.parametrize("name", PAGES)
def test_every_slash_command_of_a_page_is_one_of_the_bots(name: str) -> None:
    tops = all_commands(features.load(), _NO_BOT)
    subs = [sub for top in tops if isinstance(top, Group) for sub in top.walk_commands()]
    assert slash_commands(PAGES[name]) <= {command.qualified_name for command in (*tops, *subs)}


def test_the_readme_names_slash_commands() -> None:
    assert "creators challenge" in slash_commands(README)


def test_the_page_of_commands_lists_every_command() -> None:
    page, tops = PAGES["docs/commands.md"], all_commands(features.load(), _NO_BOT)
    menus = {command.name for command in tops if isinstance(command, ContextMenu)}
    listed = {command.partition(" ")[0] for command in slash_commands(page)}
    assert {command.name for command in tops} - listed == menus
    assert all(f"| *{name}*" in page for name in menus)


def _table_of(heading: str) -> str:
    return PAGES["docs/serving.md"].partition(f"| {heading} |")[2].partition("\n\n")[0]


def test_the_number_of_the_permissions_is_that_of_the_permissions_listed() -> None:
    listed = re.findall(r"^\| ([A-Z][\w ]+) \|", _table_of("permission"), re.M)
    names = {name.lower().replace(" ", "_") for name in listed}
    wanted = discord.Permissions(**{name.replace("view_channels", "view_channel"): True for name in names})
    assert len(names) == 7
    assert f"`{wanted.value}`" in PAGES["docs/serving.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_module_run_in_an_example_exists(page: str) -> None:
    commands = "\n".join([*blocks(PAGES[page], "sh"), *code_spans(PAGES[page])])
    modules = set(re.findall(r"python -m ([\w.]+)", commands)) - {"pytest"}
    assert modules or page not in RICH
    for module in modules:
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


def test_the_examples_of_the_command_line_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line for block in blocks(TOUR, "sh") for line in block.splitlines() if "-m games" in line]
    verify, selfplay, perft = (shlex.split(line)[3:] for line in lines)
    records = tmp_path / "records"
    assert games_command([*selfplay[:-4], "-n", "2", "--records", str(records)]) == 0
    record = next(records.iterdir())
    assert games_command([str(record) if word == "FILE" else word for word in verify]) == 0
    assert games_command(perft) == 0
    assert "identical" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("heading", "folder"),
    [
        ("file", "games/creators"),
        ("file of `rules`", "games/creators/rules"),
        ("file of `screen`", "games/creators/screen"),
        ("file of `teaching`", "games/creators/teaching"),
        ("player's file", "games/creators/ai"),
    ],
)
def test_contributing_tells_what_each_file_of_a_whole_game_is_for(heading: str, folder: str) -> None:
    table = CONTRIBUTING.partition(f"| {heading} |")[2].partition("\n\n")[0]
    told = re.findall(r"^\| `([\w.]+)` \|", table, re.M)
    there = {path.name for path in (ROOT / folder).iterdir() if path.is_file()}
    assert sorted(told) == sorted(there - _says_only_what_its_room_is(ROOT / folder))


def _says_only_what_its_room_is(room: Path) -> set[str]:
    """Return the `__init__.py` of a room if it holds nothing but a docstring."""
    is_docstring = [isinstance(part, ast.Expr) for part in ast.parse((room / "__init__.py").read_text()).body]
    return {"__init__.py"} if is_docstring == [True] else set()


def test_contributing_tells_of_every_room_of_a_game() -> None:
    rooms = {path.parent.name for path in (ROOT / "games/creators").glob("*/__init__.py")}
    assert rooms == {"rules", "screen", "teaching", "ai"}


def test_the_changelog_tells_of_every_ruleset_there_is() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [game.ruleset for game in GAMES.values() if f"`{game.ruleset}`" not in changelog] == []


def test_the_limits_in_the_page_on_security_are_those_of_the_table() -> None:
    """Each row matches the table: how many, and within what time."""
    spans = {None: "at once", 60: "a minute", 3600: "an hour", 86_400: "a day"}
    told = re.findall(r"^\| .* \| (\d+) \| (.*) \|$", PAGES["docs/security.md"], re.M)
    assert told == [(str(limit.most), spans[limit.seconds]) for limit in LIMITS.values()]
