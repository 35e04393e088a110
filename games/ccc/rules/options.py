"""The options of a match of CCC. Source: docs/rulings/ccc.md."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.core.errors import OptionError, quote
from games.core.vocabulary.options import OptionSpec, check_options

SPECIALS = "TCSLNMCT"
RANDOM = "random"
QUIET = 14
_FLAT_ROWS = (1, 0, 2, 3)
ROW_ORDERS: tuple[str, ...] = tuple(
    "F" * before + "S" + "F" * (rows - before) for rows in _FLAT_ROWS for before in range(rows + 1)
)

SPECS: tuple[OptionSpec, ...] = (
    OptionSpec(
        "layout",
        "The row of special pieces from the left: any order of TCSLNMCT, or random",
        (SPECIALS, RANDOM),
        free=True,
        phrases={RANDOM: "a random row"},
    ),
    OptionSpec(
        "symmetry",
        "How Black's row relates to White's",
        ("mirror", "rotate", "independent"),
        phrases={"mirror": "mirrored rows", "rotate": "rotated rows", "independent": "a row for each side"},
    ),
    OptionSpec(
        "flatRows",
        "Rows of Flats; with 3, the board has ten ranks",
        _FLAT_ROWS,
        phrases={
            1: "one row of Flats",
            0: "no Flats",
            2: "two rows of Flats",
            3: "three rows of Flats",
        },
    ),
    OptionSpec("rowOrder", "The rows from your own edge: S for special pieces, F for Flats", ROW_ORDERS),
    OptionSpec(
        "first",
        "Who moves first",
        ("seeded", "white", "black"),
        rated_with="rematch",
        phrases={"seeded": "a random side begins", "white": "White begins", "black": "Black begins"},
    ),
    OptionSpec(
        "torusHitsFlag",
        "Whether a Torus may attack a Flag from afar",
        ("off", "on"),
        phrases={"off": "Toruses can't attack Flags", "on": "Toruses can attack Flags from afar"},
    ),
    OptionSpec(
        "compliments",
        "Compliments when a Flag moves",
        ("free", "list", "off"),
        of_match=True,
        rated_with="any",
        own_words="free",
        phrases={
            "free": "compliments in your own words",
            "list": "compliments from a list",
            "off": "no compliments",
        },
    ),
    OptionSpec(
        "quiet",
        "Turns without an attack that end the match; 0 means never",
        (QUIET, 0, *(n for n in range(1, 1001) if n != QUIET)),
        phrases={
            0: "no end when no one attacks",
            1: "1 turn without an attack ends it",
            **{n: f"{n} turns without an attack end it" for n in range(2, 1001)},
        },
    ),
    OptionSpec(
        "quietResult",
        "The result after too many turns without an attack",
        ("army", "strength", "draw"),
        phrases={
            "army": "then the stronger army wins",
            "strength": "then the stronger Pyramids win",
            "draw": "then it's a draw",
        },
    ),
    OptionSpec(
        "noRematchAfterDraw",
        "No more CCC between you two that day if both lose their Pyramids",
        ("on", "off"),
        True,
        rated_with="any",
        phrases={"on": "no rematch that day if both lose all Pyramids", "off": "a rematch after any draw"},
    ),
    OptionSpec("position", "A position text to start from (default: the layout)", ("",), free=True),
)


class Options(msgspec.Struct, frozen=True, rename="camel"):
    """Complete and checked options, encoded with the names in docs/rulings/ccc.md."""

    layout: str
    symmetry: str
    flat_rows: int
    row_order: str
    first: str
    torus_hits_flag: str
    compliments: str
    quiet: int
    quiet_result: str
    no_rematch_after_draw: str
    position: str

    @property
    def ranks(self) -> int:
        """The number of ranks of the board. CCC-5."""
        return 10 if self.flat_rows == 3 else 8


def read_options(raw: Mapping[str, object]) -> Options:
    """Return complete and checked options; raise OptionError with field, value and what's allowed."""
    values = check_options(SPECS, raw)
    if "rowOrder" not in raw:
        values["rowOrder"] = "S" + "F" * int(values["flatRows"])
    options = msgspec.convert(values, Options)
    _check_layout(options)
    if options.row_order.count("F") != options.flat_rows:
        raise OptionError(
            f"row_order can't be {options.row_order} with flat_rows {options.flat_rows}; "
            f"it needs one S and {options.flat_rows} F."
        )
    return options


def _check_layout(options: Options) -> None:
    if options.layout != RANDOM and sorted(options.layout) != sorted(SPECIALS):
        raise OptionError(
            f"layout can't be “{quote(options.layout)}”; allowed: random, or any order of {SPECIALS}."
        )
    if options.symmetry == "independent" and options.layout != RANDOM:
        raise OptionError("symmetry can't be independent with a fixed layout; choose layout random.")
