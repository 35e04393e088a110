"""The playground is Discord and nothing else: it names and needs nothing of the bot or the games."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

import pytest

from games import GAMES
from tests.architecture.sources import imported, python_files
from tests.paths import ROOT

PLAYGROUND = ROOT / "playground"
OURS = {
    *("slowplay", "challenge", "challenges", "rematch", "leaderboard", "outbox", "crowd"),
    *GAMES,
    *(game.title for game in GAMES.values()),
}
"""The product, its games, and its characteristic names: commands, labels, tables."""
ELSEWHERE = {"bot", "games", "render", "storage", "bench", "slowplay", "tests"}
PROJECT = tomllib.loads((PLAYGROUND / "pyproject.toml").read_text(encoding="utf-8"))
IMPORTS_ALL = """
import importlib, pkgutil, sys
sys.path.append(sys.argv[1])
import playground
names = [found.name for found in pkgutil.walk_packages(playground.__path__, "playground.")]
names = [name for name in names if name not in ("playground.__main__", "playground.testing.plugin")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""
"""A program that imports all of the playground from a folder, except its command line and its plugin."""
_WORDS = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(OURS)), re.IGNORECASE)
_CHANGES_OF_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def named(text: str) -> list[str]:
    """Return our product's words in a text, also as parts of names_with_underscores and ClassNames."""
    spaced = _CHANGES_OF_CASE.sub(" ", text).replace("_", " ")
    return _WORDS.findall(text) + _WORDS.findall(spaced)


def files() -> list[Path]:
    """Return the playground's files, except the license, which names the authors."""
    found = [path for path in PLAYGROUND.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return [path for path in found if path.name != "LICENSE"]


def test_no_file_of_the_playground_names_anything_of_ours() -> None:
    assert {path.suffix for path in files()} == {
        ".py",
        ".md",
        ".html",
        ".css",
        ".js",
        ".svg",
        ".toml",
        ".typed",
    }
    found = [
        f"{path.relative_to(ROOT)}:{number}: {words}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (words := named(line))
    ]
    assert not found


def test_words_of_ours_are_found_in_names_and_sentences() -> None:
    assert named('const PREFIX = "slowplay-";')
    assert named("SLOWPLAY_API")
    assert named("class RematchButton")
    assert named("as “creators challenge”")
    assert not named("recreators are not challenged by an alphabet")


def test_it_imports_nothing_of_ours() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in python_files("playground")
        for name in imported(path)
        if name.partition(".")[0] in ELSEWHERE
    ]
    assert not found


def packages_imported(paths: Iterable[Path]) -> set[str]:
    """Return the packages that files import, without Python's own and the playground."""
    names = {name.partition(".")[0] for path in paths for name in imported(path)}
    return names - sys.stdlib_module_names - {"playground"}


def normalize(name: str) -> str:
    """Return the name of a distribution, or of the one that a requirement names, as all write it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", name)[0]).lower()


def names_of(requirements: Iterable[str]) -> set[str]:
    """Return the names under which the distributions of some requirements are imported."""
    wanted = set(map(normalize, requirements))
    owners = packages_distributions().items()
    return {name for name, by in owners if wanted & set(map(normalize, by))}


def with_their_own(requirements: Iterable[str]) -> set[str]:
    """Return requirements with all that they need themselves, as far as it's installed here."""
    found: set[str] = set()
    waiting = list(map(normalize, requirements))
    while waiting:
        with suppress(PackageNotFoundError):
            name = waiting.pop()
            inner = distribution(name).requires or () if name not in found else ()
            waiting += [normalize(text) for text in inner if "extra ==" not in text]
            found.add(name)
    return found


def test_its_requirements_are_what_it_imports() -> None:
    project = PROJECT["project"]
    plugin = PLAYGROUND / "testing" / "plugin.py"
    needed, needed_by_plugin = project["dependencies"], project["optional-dependencies"]["test"]
    used = packages_imported(path for path in python_files("playground") if path != plugin)
    assert used <= names_of(needed)
    assert [name for name in needed if not used & names_of([name])] == []
    assert packages_imported([plugin]) == {"pytest", "pytest_asyncio"} <= names_of(needed_by_plugin)


def test_its_distribution_is_of_this_version_and_license() -> None:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for field in ("version", "requires-python", "license"):
        assert PROJECT["project"][field] == whole[field]
    assert (PLAYGROUND / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_with_its_requirements_alone_all_of_it_is_imported(tmp_path: Path) -> None:
    (tmp_path / "playground").symlink_to(PLAYGROUND)
    installed = Path(sysconfig.get_path("purelib"))
    for name in names_of(with_their_own(PROJECT["project"]["dependencies"])):
        for path in (*installed.glob(name), *installed.glob(f"{name}.*")):
            (tmp_path / path.name).symlink_to(path)
    # Without -S, all that's installed could be imported.
    command = (sys.executable, "-I", "-S", "-c", IMPORTS_ALL, tmp_path)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    left_out = {"playground/__init__.py", "playground/__main__.py", "playground/testing/plugin.py"}
    assert int(done.stdout) == len([*python_files("playground")]) - len(left_out)


@pytest.mark.parametrize("arguments", [["--help"], ["--replay", "nothing.jsonl"]], ids=" ".join)
def test_its_folder_is_all_it_needs(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "playground").symlink_to(PLAYGROUND)
    command = (sys.executable, "-m", "playground", *arguments)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("usage:") or "nothing.jsonl can't be read" in done.stderr
