"""Names read as docs/style.md says: functions are verbs, and a loop names its item."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, python_files, tree_of
from tests.paths import ROOT

PARTICIPLE = re.compile(
    r"\w+ed|beaten|become|begun|born|bought|bound|broken|brought|built|caught|chosen|come|dealt|done|drawn|driven"
    r"|fallen|felt|forbidden|forgotten|fought|found|frozen|given|gone|grown|heard|held|hidden|kept|known|laid|led"
    r"|left|lent|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|spoken|struck|stuck|sworn|taken|thought"
    r"|thrown|told|torn|understood|woken|won|worn|written"
)
LOOP = re.compile(r"\bfor\b[^:]*?\bone\b[^:]*?\bin\b")
"""What every loop over `one` has; few other files have it, so few are parsed."""
VERBS = frozenset({"embed", "exceed", "feed", "need", "proceed", "put", "reseed", "seed", "speed"})
"""Words that look like participles and are verbs."""
CONTRACT = frozenset(
    [
        "briefed",
        "dealt",
        "deduced",
        "done",
        "drawn",
        "ended",
        "forced",
        "left_to_chance",
        "mirrored",
        "noted",
        "numbered_seed",
        "recalled",
        "redacted",
        "reseeded",
        "revealed",
        "said",
        "shipped_document",
        "skilled",
        "taken",
        "told",
        "unbriefed",
        "understood",
    ]
)
"""What outside programs call; docs/engine.md or docs/tour.md names it."""


def is_participle(name: str) -> bool:
    """Return whether a function's name begins with a participle, such as `told` or `_shown_to`."""
    word = name.strip("_").split("_")[0]
    return word not in VERBS and PARTICIPLE.fullmatch(word) is not None


def functions_named_by_participles(path: Path) -> Iterator[str]:
    """Yield the functions of a file that are, except properties, which are values."""
    defined = re.findall(r"\bdef (\w+)", path.read_text(encoding="utf-8"))
    for node in ast.walk(tree_of(path)) if any(map(is_participle, defined)) else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_participle(node.name):
            is_value = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
            if not is_value and node.name not in CONTRACT:
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"


def loops_over_one(path: Path) -> Iterator[str]:
    """Yield the loops and comprehensions of a file whose item is called `one`."""
    text = path.read_text(encoding="utf-8")
    if not LOOP.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            names = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
            if "one" in names:
                yield f"{path}:{node.target.lineno}"


@pytest.mark.parametrize("package", [*PACKAGES, "bench", "examples"])
def test_functions_are_named_by_verbs(package: str) -> None:
    assert [found for path in python_files(package) for found in functions_named_by_participles(path)] == []


@pytest.mark.parametrize("package", [*PACKAGES, "bench", "examples", "tests"])
def test_a_loop_names_its_item(package: str) -> None:
    assert [found for path in python_files(package) for found in loops_over_one(path)] == []


def test_a_loop_over_one_is_found(tmp_path: Path) -> None:
    for number, text in enumerate(
        ("for one in x: pass", "[a\n for a, (one,\n b) in x]", "for a in [one]: pass")
    ):
        (tmp_path / f"{number}.py").write_text(text, encoding="utf-8")
    assert [len([*loops_over_one(tmp_path / f"{number}.py")]) for number in range(3)] == [1, 1, 0]


def test_the_contract_is_named_in_its_page() -> None:
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("engine.md", "tour.md")]
    code = " ".join(re.findall(r"^```.*?^```|`[^`\n]+`", "\n".join(pages), re.M | re.S))
    assert [name for name in sorted(CONTRACT) if not re.search(rf"\b{name}\b", code)] == []


@pytest.mark.parametrize("name", ["told", "_shown", "opened_here", "is_told"])
def test_a_participle_is_seen_at_the_beginning_alone(name: str) -> None:
    assert is_participle(name) == (name != "is_told")
