"""A Python that's too old leads to one sentence, from make before pip runs and from each program at once."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.programs import environment
from tests.paths import ROOT

ON_THEIR_OWN = [ROOT / "slowplay" / "python_version.py", ROOT / "playground" / "__init__.py"]
"""The playground also works without the rest of the project."""
READ_BY_OLD_ONES = [
    *ON_THEIR_OWN,
    *(ROOT / name / "__init__.py" for name in ("games", "slowplay")),
]
SENTENCE = (
    "Slowplay needs Python 3.11 or newer, and this is Python 3.9: install a newer one, and name it to make"
)
SENTENCE_OF_THE_PLAYGROUND = "The playground needs Python 3.11 or newer, and this is Python 3.9: install"
AS_IF_OLD = "import runpy, sys; sys.version_info = (3, 9, 18, 'final', 0); runpy.{run}"
OLD_PYTHON = f"""#!/bin/sh
echo "$@" >> {{asked}}
exec {sys.executable} -c "{AS_IF_OLD.format(run="run_path(sys.argv[1])")}" "$@"
"""


def run(*command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    given = environment(folder) | {"PYTHONPATH": str(ROOT)} | more
    return subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        *((name, SENTENCE) for name in ("games", "slowplay", "games.alpha.ai.tournament")),
        ("playground", SENTENCE_OF_THE_PLAYGROUND),
    ],
)
def test_a_program_under_an_old_python_says_so_in_one_sentence(
    program: str, sentence: str, tmp_path: Path
) -> None:
    code = AS_IF_OLD.format(run=f"run_module({program!r}, run_name='__main__')")
    done = run(sys.executable, "-c", code, folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(sentence)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("path", READ_BY_OLD_ONES, ids=str)
def test_what_an_old_python_reads_first_is_written_for_it(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 6))
    futures = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    assert not futures, "annotations came with 3.7"
    ours = [node.names[0].name for node in tree.body if isinstance(node, ast.Import)]
    assert ours == ["sys" if path in ON_THEIR_OWN else "slowplay.python_version"]


@pytest.fixture
def old_python(tmp_path: Path) -> Path:
    """Return a fake Python 3.9 that writes down its arguments."""
    made = tmp_path / "python3.9"
    made.write_text(OLD_PYTHON.format(asked=tmp_path / "asked"))
    made.chmod(0o755)
    return made


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder with the files that make needs to begin."""
    folder = tmp_path / "clone"
    (folder / "slowplay").mkdir(parents=True)
    for name in ("Makefile", "slowplay/python_version.py", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("target", ["play", "serve", "test"])
def test_make_says_so_before_pip_or_venv_are_asked(target: str, old_python: Path, clone: Path) -> None:
    done = run("make", target, f"PYTHON={old_python}", folder=clone)
    assert done.returncode != 0
    assert SENTENCE in done.stderr
    assert (clone.parent / "asked").read_text().split() == ["slowplay/python_version.py"]
    assert not (clone / ".venv").exists()


def test_make_does_not_keep_a_folder_that_an_old_python_has_made(old_python: Path, clone: Path) -> None:
    (clone / ".venv" / "bin").mkdir(parents=True)
    os.symlink(old_python, clone / ".venv" / "bin" / "python")
    done = run("make", "serve", f"PYTHON={shutil.which('false')}", folder=clone)
    assert done.returncode != 0
    asked = (clone.parent / "asked").read_text().split()
    assert asked == ["slowplay/python_version.py"], "nothing is installed for it"
