"""The structure of our packages, measured from their imports.

    python -m tests.architecture.structure

prints, for each package, its rooms, floors, arrows, back-arrows, files and lines, and draws the picture in
docs/architecture.md anew between its two marker comments. A test fails while the page shows another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import grimp
import networkx

from tests.architecture.sources import PACKAGES
from tests.paths import ROOT

DOCUMENT = ROOT / "docs" / "architecture.md"
SHARED = ("slowplay.python_version", "slowplay.terminal")
BEGIN, END = "<!-- made by python -m tests.architecture.structure -->", "<!-- to here -->"
MEASURED = (*PACKAGES, "bench", "tests")
OPENED = ("bot", "games", "storage")
"""Packages whose rooms the picture shows; each of the others is one box."""

Arrow = tuple[str, str]
"""A room, and another room that it imports from."""


class Package(NamedTuple):
    """A package with its rooms (the folders and files directly in it) and the arrows between them."""

    name: str
    rooms: frozenset[str]
    arrows: frozenset[Arrow]
    files: int
    lines: int

    @property
    def floors(self) -> int:
        """The number of rooms on the longest path along the arrows, without back-arrows."""
        imported = _imported(self.rooms, self.arrows - set(self.back_arrows))

        @cache
        def floor(room: str) -> int:
            return 1 + max(map(floor, imported[room]), default=0)

        return max(map(floor, self.rooms), default=0)

    @property
    def back_arrows(self) -> tuple[Arrow, ...]:
        """The arrows that lead up in an order of the rooms with few such arrows; none without a cycle."""
        place = {room: number for number, room in enumerate(_in_order(self.rooms, self.arrows))}
        return tuple(sorted(arrow for arrow in self.arrows if place[arrow[0]] > place[arrow[1]]))


def _imported(rooms: Iterable[str], arrows: Iterable[Arrow]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {room: set() for room in rooms}
    for importer, imported in arrows:
        found[importer].add(imported)
    return found


def _in_order(rooms: Iterable[str], arrows: Iterable[Arrow]) -> list[str]:
    """Return the rooms from the top floor down, by the heuristic of Eades, Lin and Smyth."""
    down = dict(_imported(rooms, arrows))
    up = dict(_imported(rooms, [(imported, importer) for importer, imported in arrows]))
    first, last = list[str](), list[str]()
    while down:
        bottom = sorted(room for room in down if not down[room])
        top = sorted(room for room in down if not up[room])
        most = max(sorted(down), key=lambda room: len(down[room]) - len(up[room]))
        room = next(iter((*bottom, *top, most)))
        (last if bottom else first).append(room)
        for others in (down, up):
            del others[room]
            for rest in others.values():
                rest.discard(room)
    return first + last[::-1]


def package(name: str) -> Package:
    """Measure one package by its dotted name."""
    prefix, graph = f"{name}.", _graph()
    inside = [module for module in graph.modules if module.startswith(prefix)]
    arrows = {
        (_room(module, prefix), _room(imported, prefix))
        for module in inside
        for imported in graph.find_modules_directly_imported_by(module)
        if imported.startswith(prefix)
    }
    sources = list(ROOT.joinpath(*name.split(".")).rglob("*.py"))
    return Package(
        name,
        rooms=frozenset(_room(module, prefix) for module in inside),
        arrows=frozenset(arrow for arrow in arrows if arrow[0] != arrow[1]),
        files=len(sources),
        lines=sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources),
    )


def packages(*tops: str) -> Iterator[Package]:
    """Measure every package with several rooms in these top-level packages, in the order of their names."""
    folders = {path.parent.relative_to(ROOT) for top in tops for path in (ROOT / top).rglob("*.py")}
    measured = (package(".".join(folder.parts)) for folder in sorted(folders))
    return (found for found in measured if len(found.rooms) > 1)


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*MEASURED, cache_dir=None)


def _room(module: str, prefix: str) -> str:
    return module.removeprefix(prefix).partition(".")[0]


def diagram() -> str:
    """Draw the packages, and the rooms of those that are opened, as a mermaid diagram.

    An arrow is left out where a longer path of arrows leads to the same box.
    """
    lines = ["```mermaid", "flowchart TD"]
    for name in PACKAGES:
        lines += _frame(name) if name in OPENED else [f"    {_id(name)}[{name}]"]
    needed = networkx.transitive_reduction(networkx.DiGraph(sorted(imports_of_boxes()))).edges
    lines += sorted(f"    {_id(importer)} --> {_id(imported)}" for importer, imported in needed)
    return "\n".join([*lines, "```"])


def _frame(name: str) -> Iterator[str]:
    yield f'    subgraph in_{name} ["{name}/"]'
    yield from (f"        {_id(f'{name}.{room}')}[{room}]" for room in sorted(_folders(name)))
    yield "    end"


def imports_of_boxes() -> set[Arrow]:
    """Return all arrows between the boxes of the picture."""
    graph = _graph()
    found = {
        (_box(module), _box(imported))
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    return {
        (importer, imported) for importer, imported in found if importer and imported and importer != imported
    }


def _box(module: str) -> str:
    """Return the box of a module.

    The box is empty for a file directly in an opened package, for modules shared by command lines, and
    outside PACKAGES.
    """
    top, _, rest = module.partition(".")
    if top not in PACKAGES or module in SHARED:
        return ""
    if top not in OPENED:
        return top
    room = rest.partition(".")[0]
    return f"{top}.{room}" if room in _folders(top) else ""


@cache
def _folders(name: str) -> frozenset[str]:
    return frozenset(path.parent.name for path in (ROOT / name).glob("*/__init__.py"))


def _id(name: str) -> str:
    return name.replace(".", "_")


def drawn(document: Path = DOCUMENT) -> str:
    """Return the current picture on the page, between its markers."""
    return document.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip()


def draw(document: Path = DOCUMENT) -> None:
    """Replace the picture on the page."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    document.write_text(f"{before}{BEGIN}\n{diagram()}\n{END}{rest.split(END)[1]}", encoding="utf-8")


def table(measured: Iterable[Package]) -> str:
    """Format the measurements, one package per line."""
    head = f"{'package':44} {'rooms':>5} {'floors':>6} {'arrows':>6} {'back':>4} {'files':>5} {'lines':>6}"
    rows = (
        f"{found.name:44} {len(found.rooms):5} {found.floors:6} {len(found.arrows):6} "
        f"{len(found.back_arrows):4} {found.files:5} {found.lines:6}"
        for found in measured
    )
    return "\n".join((head, *rows))


if __name__ == "__main__":
    print(table(packages(*MEASURED)))
    draw()
