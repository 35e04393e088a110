"""Skeletons of new games and features: an example under another name, and a line in every list.

Everything happens in a copy of the checkout, and is brought back when every step has succeeded.
"""

from __future__ import annotations

import keyword
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PYTEST = ("pytest", "-p", "no:cacheprovider", "-n0")
STRUCTURE = ("tests.architecture.structure",)


class SkeletonError(Exception):
    """A reason why nothing was written, as a sentence."""


class Line(NamedTuple):
    """A line for a list: the file, the pattern of its place, and what takes that place."""

    file: str
    place: str
    text: str


class Skeleton(NamedTuple):
    """What's copied and changed, by paths in the checkout.

    Attributes:
        copies: A file or folder of the example → where its copy goes.
        words: A word of the example → the word in the copy, longer ones first.
        lines: The lines for the lists.
        steps: Modules with their arguments, run in the copy of the checkout. Any may refuse by its status.
    """

    copies: Mapping[str, str]
    words: Mapping[str, str]
    lines: tuple[Line, ...]
    steps: tuple[tuple[str, ...], ...]


def build(skeleton: Skeleton, root: Path = ROOT) -> None:
    """Write a skeleton into a checkout.

    Raises:
        SkeletonError: It can't be written; nothing has changed.
    """
    with TemporaryDirectory(prefix="slowplay-new-") as folder:
        copy = Path(folder)
        for name in _files(root):
            _copy_file(root / name, copy / name)
        _write(skeleton, copy)
        for step in skeleton.steps:
            _run(step, copy)
        subprocess.run(("git", "init", "--quiet"), cwd=copy, check=True)
        _bring_back(copy, root)


def check_name(name: str, root: Path) -> None:
    """Check that a name can be a module's and a command's, and that it's free in a checkout.

    Raises:
        SkeletonError: It can't.
    """
    if not (root / ".git").exists():
        raise SkeletonError("This works in a checkout: an installed package has no examples to copy.")
    if not re.fullmatch("[a-z]{2,20}", name) or keyword.iskeyword(name):
        raise SkeletonError(f"“{name}” can't be a name: use 2 to 20 letters a to z, and no word of Python.")
    if re.search(rf"`/{name}[ `]", (root / "docs/commands.md").read_text(encoding="utf-8")):
        raise SkeletonError(f"There is already a command /{name}. Choose another name.")


def _files(root: Path) -> list[str]:
    """List the files that belong to a checkout, new ones included."""
    listing = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
    return [name for name in names if name and (root / name).is_file()]


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write(skeleton: Skeleton, copy: Path) -> None:
    texts = dict[Path, str]()
    for source, target in skeleton.copies.items():
        files = sorted((copy / source).rglob("*.*")) if (copy / source).is_dir() else [copy / source]
        for path in files:
            if str(path.relative_to(copy)) not in skeleton.copies.keys() - {source}:
                texts[copy / target / path.relative_to(copy / source)] = path.read_text(encoding="utf-8")
    _check_words(skeleton, copy, "\n".join(texts.values()))
    pattern = re.compile("|".join(map(re.escape, skeleton.words)))
    for path, text in texts.items():
        texts[path] = pattern.sub(lambda found: skeleton.words[found[0]], text)
    for line in skeleton.lines:
        path = copy / line.file
        text = texts.get(path) or path.read_text(encoding="utf-8")
        texts[path], count = re.subn(line.place, line.text, text, count=1, flags=re.M)
        if not count:
            raise SkeletonError(f"{line.file} has no place that fits {line.place!r}. Nothing was written.")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    python = [str(path) for path in texts if path.suffix == ".py"]
    if python:
        _run(("ruff", "check", "--quiet", "--no-cache", "--fix", "--select=I", *python), copy)
        _run(("ruff", "format", "--quiet", "--no-cache", *python), copy)


def _check_words(skeleton: Skeleton, copy: Path, texts: str) -> None:
    """Check that what's to be written is free, and that no new word means something in the example."""
    for target in skeleton.copies.values():
        if (copy / target).exists():
            raise SkeletonError(f"There is already {target}. Choose another name.")
    for word in skeleton.words.values():
        if word.isidentifier() and re.search(rf"\b{word}\b", texts):
            raise SkeletonError(f"“{word}” means something in the example already. Choose another name.")


def _run(step: tuple[str, ...], copy: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    environment = kept | {"PYTHONDONTWRITEBYTECODE": "1"}
    command = (sys.executable, "-m", *step)
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines() or ["no output"]
        name = " ".join(step[:2])
        raise SkeletonError(
            f"Nothing was written: “python -m {name} …” fails under this name. Choose another one.\n"
            + "\n".join(said[-15:])
        )


def _bring_back(copy: Path, root: Path) -> None:
    """Write what differs in the copy into the checkout; put everything back if that fails."""
    names = [name for name in _files(copy) if _content(copy / name) != _content(root / name)]
    before = {name: _content(root / name) for name in names}
    try:
        for name in names:
            _copy_file(copy / name, root / name)
    except BaseException:
        for name, content in before.items():
            if content is None:
                (root / name).unlink(missing_ok=True)
            else:
                (root / name).write_bytes(content)
        raise


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
