"""A game for tests with per-seat documents: Creators with a sketch for each seat."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from games import OptionError
from games.core.screen.pages import RulesPage
from games.core.vocabulary.documents import DocumentKind, Faulty
from games.core.vocabulary.options import OptionSpec
from games.creators import Creators
from games.creators.rules.options import SPECS, Options, read_options
from tests.kit.hosts.registry import play_here

SHIPPED = ("plain", "wild")
LONGEST_STROKE = 9


def a_sketch(*strokes: int) -> bytes:
    """Return a file that holds a sketch."""
    return json.dumps({"strokes": strokes}).encode()


def read_sketch(content: bytes) -> Mapping[str, Any]:
    """Parse a sketch; titles and strokes longer than `LONGEST_STROKE` are faults."""
    document: Any = json.loads(content)
    strokes = enumerate(document["strokes"])
    faults = tuple(f"strokes[{n}]: {stroke} is too long" for n, stroke in strokes if stroke > LONGEST_STROKE)
    faults += tuple(f"title: {title}" for title in document.get("titles", ()))
    if faults:
        raise Faulty(faults)
    return {"strokes": document["strokes"]}


def about_sketch(sketch: str | Mapping[str, Any]) -> str:
    return f"{sketch}, as ever." if isinstance(sketch, str) else f"{len(sketch['strokes'])} strokes."


SKETCHES = DocumentKind(
    noun="sketch",
    option="sketches",
    shipped=SHIPPED,
    read=read_sketch,
    about=about_sketch,
    page=lambda sketch: RulesPage("A sketch", about_sketch(sketch)),
    example=lambda: a_sketch(1, 2, 3).decode(),
    shipped_document=lambda name: {"strokes": [SHIPPED.index(name)]},
)


class DoodleOptions(Options, frozen=True, rename="camel"):
    """The options of Creators, and a sketch for each seat."""

    sketches: tuple[Any, Any]


class Doodle(Creators):
    """Creators in which each seat has a sketch without effect."""

    key = "doodle"
    title = "Doodle"
    option_specs = (OptionSpec("sketches", "The sketches", SHIPPED, per_seat=True), *SPECS)
    documents: DocumentKind | None = SKETCHES

    def options(self, raw: Mapping[str, object]) -> Options:
        given: Any = raw.get("sketches", ["plain", "plain"])
        if any(isinstance(sketch, str) and sketch not in SHIPPED for sketch in given):
            raise OptionError("There is no such sketch.")
        rest = read_options({name: value for name, value in raw.items() if name != "sketches"})
        return DoodleOptions(**msgspec.structs.asdict(rest), sketches=tuple(given))


def play_doodle_here(monkeypatch: pytest.MonkeyPatch) -> Doodle:
    """Put the game into the registry until the test is over."""
    doodle = Doodle()
    play_here(monkeypatch, doodle)
    return doodle
