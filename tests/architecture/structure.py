"""The picture of our packages in docs/architecture.md, drawn from the imports.

    python -m tests.architecture.structure

writes it anew between its two marker comments; a test fails while the page is not what this makes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import grimp

from bot.features import FEATURES
from tests.architecture.sources import PACKAGES, ROOT

DOCUMENT = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by python -m tests.architecture.structure -->", "<!-- to here -->"

Edge = tuple[str, str]


def packages() -> list[str]:
    """What the picture shows: the folders that hold Python files, by their dotted names. The features of the
    bot are one box for their use cases and one for what talks to Discord; the playground is one box."""
    folders = {path.parent.relative_to(ROOT) for top in PACKAGES for path in (ROOT / top).rglob("*.py")}
    return sorted({_box_of(".".join(folder.parts)) for folder in folders})


def edges() -> set[Edge]:
    """Which box imports which other one, anywhere in its own files."""
    graph, known = _graph(), _folders()
    imports = {
        (_importer(module, known), _box_of(_package(imported, known)))
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    return {(importer, imported) for importer, imported in imports if importer != imported}


def features() -> dict[str, set[str]]:
    """Each feature of the bot, and the other ones that it imports."""
    graph, found = _graph(), {name: set[str]() for name in FEATURES}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            mine, theirs = _feature_of(module), _feature_of(imported)
            if mine and theirs and mine != theirs:
                found[mine].add(theirs)
    return found


def levels(package: str = "bot") -> int:
    """How many modules of a package are in the longest chain of imports."""
    graph = _graph()

    @cache
    def level(module: str) -> int:
        imported = graph.find_modules_directly_imported_by(module)
        return 1 + max((level(one) for one in imported if one.startswith(f"{package}.")), default=0)

    return max(level(module) for module in graph.modules if module.startswith(f"{package}."))


def fan_out(package: str = "bot") -> dict[str, int]:
    """How many modules of ours each module of a package imports."""
    graph = _graph()
    return {
        module: len(graph.find_modules_directly_imported_by(module))
        for module in graph.modules
        if module.startswith(f"{package}.")
    }


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


@cache
def _folders() -> frozenset[str]:
    folders = {path.parent.relative_to(ROOT) for top in PACKAGES for path in (ROOT / top).rglob("*.py")}
    return frozenset(".".join(folder.parts) for folder in folders)


def _feature_of(module: str) -> str | None:
    name = (*module.split("."), "")[1] if module.startswith("bot.") else ""
    return name if name in FEATURES else None


def _box_of(package: str) -> str:
    if package.startswith("playground."):
        return "playground"
    if _feature_of(package):
        return "bot.FEATURE.ui" if package.endswith(".ui") else "bot.FEATURE"
    return package


def _importer(module: str, known: frozenset[str]) -> str:
    """A feature's own list of what it brings along belongs to what puts the bot together."""
    if _feature_of(module) and module.endswith(".feature"):
        return "bot"
    return _box_of(_package(module, known))


def _package(module: str, known: frozenset[str]) -> str:
    return module if module in known else module.rpartition(".")[0]


def diagram(names: Iterable[str], imports: set[Edge]) -> str:
    """A mermaid diagram; packages with the same first name share a frame."""
    return "\n".join(["```mermaid", "flowchart TD", *_frames(names), *_arrows(imports), "```"])


def _frames(names: Iterable[str]) -> Iterator[str]:
    families: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        families[name.partition(".")[0]].append(name)
    for family, members in families.items():
        if len(members) == 1:
            yield f"    {_box(family)}"
        else:
            yield f'    subgraph in_{family} ["{family}/"]'
            yield from (f"        {_box(member)}" for member in members)
            yield "    end"


def _box(name: str) -> str:
    return f'{_id(name)}["{name}"]'


def _id(name: str) -> str:
    return name.replace(".", "_")


def _arrows(imports: set[Edge]) -> Iterator[str]:
    """An arrow for each import, one with two heads for two packages that import each other."""
    for importer, imported in sorted(imports):
        if (imported, importer) not in imports:
            yield f"    {_id(importer)} --> {_id(imported)}"
        elif importer < imported:
            yield f"    {_id(importer)} <--> {_id(imported)}"


def drawn(document: Path = DOCUMENT) -> str:
    """What the page says now between its markers."""
    return document.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip()


def made() -> str:
    """The picture, and below it the table of the features."""
    rows = [f"| `bot/{name}/` | {', '.join(sorted(others))} |" for name, others in sorted(features().items())]
    table = "\n".join(("| feature | uses |", "|---|---|", *rows))
    return f"{diagram(packages(), edges())}\n\n{table}"


def draw(document: Path = DOCUMENT) -> None:
    """Write the picture anew."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    picture = made()
    document.write_text(f"{before}{BEGIN}\n{picture}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    draw()
