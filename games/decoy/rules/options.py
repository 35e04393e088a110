"""The options of a match. Source: docs/rulings/decoy.md."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.core.vocabulary.options import OptionSpec, check_options

QUIET = 30
MOST_PLIES = 80
BOLD, FARTHEST = "bold", "commander"
"""Tiebreaks that compare the Commanders' rows: those beyond the home rows, or all of them. DP-38."""
FORMER_RULESETS: Mapping[str, str] = {"decoy/3": "decoy/4"}
"""Former ids in records, with the present ones of the same rules: their records name every option. DP-47."""

SPECS: tuple[OptionSpec, ...] = (
    OptionSpec("first", "Who moves first", ("cyan", "magenta", "seeded"), rated_with="rematch"),
    OptionSpec("heal", "Whose pieces heal when a turn starts", ("own", "all")),
    OptionSpec("vision", "The shape of the area a piece sees", ("square", "diamond", "circle")),
    OptionSpec("liberties", "Which empty neighbors keep a group alive", ("orthogonal", "safe", "eight")),
    OptionSpec("suicide", "Whether a step may surround your own group", ("allowed", "forbidden")),
    OptionSpec(
        "quiet",
        "Turns in which no piece is destroyed that end the match; 0 means never",
        (QUIET, 0, *(n for n in range(20, 201) if n != QUIET)),
    ),
    OptionSpec(
        "maxPlies",
        "Turns after which the match ends",
        (MOST_PLIES, *(n for n in range(50, 1001) if n != MOST_PLIES)),
    ),
    OptionSpec(
        "tiebreak",
        "How a match that goes quiet or too long is decided",
        (BOLD, FARTHEST, "decoys", "draw"),
    ),
    OptionSpec(
        "signs",
        "How your own pieces are drawn",
        ("letters", "glyphs"),
        of_match=True,
        rated_with="any",
    ),
    OptionSpec(
        "notes",
        "Whether your board keeps notes on the enemies for you",
        ("board", "own"),
        of_match=True,
        rated_with="any",
    ),
)


class Options(msgspec.Struct, frozen=True, rename="camel"):
    """Checked options, encoded with the names in docs/rulings/decoy.md."""

    first: str
    heal: str
    vision: str
    liberties: str
    suicide: str
    quiet: int
    max_plies: int
    tiebreak: str
    signs: str
    notes: str

    @property
    def compares_rows(self) -> bool:
        """Whether the Commanders' rows are compared at a limit. DP-38."""
        return self.tiebreak in (BOLD, FARTHEST)


def read_options(raw: Mapping[str, object]) -> Options:
    """Check and complete options; OptionError names the field, its value and what's allowed."""
    return msgspec.convert(check_options(SPECS, raw), Options)
