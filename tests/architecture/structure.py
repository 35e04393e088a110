"""The picture of our packages in docs/architecture.md, drawn from the imports.

    python -m tests.architecture.structure

writes it anew between its two marker comments; a test fails while the page is not what this makes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp

from tests.architecture.sources import PACKAGES, ROOT

DOCUMENT = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by python -m tests.architecture.structure -->", "<!-- to here -->"

Edge = tuple[str, str]


def packages() -> list[str]:
    """Our packages, that is, the folders that hold Python files, by their dotted names."""
    folders = {path.parent.relative_to(ROOT) for top in PACKAGES for path in (ROOT / top).rglob("*.py")}
    return sorted(".".join(folder.parts) for folder in folders)


def edges() -> set[Edge]:
    """Which package imports which other one, anywhere in its own files."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    known = set(packages())
    imports = {
        (_package(module, known), _package(imported, known))
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    return {(importer, imported) for importer, imported in imports if importer != imported}


def _package(module: str, known: set[str]) -> str:
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


def draw(document: Path = DOCUMENT) -> None:
    """Write the picture anew."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    picture = diagram(packages(), edges())
    document.write_text(f"{before}{BEGIN}\n{picture}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    draw()
