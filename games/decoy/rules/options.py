"""The options of a match. Source: docs/rulings/decoy.md."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.core.vocabulary.options import OptionSpec, check_options

QUIET = 30
MOST_PLIES = 80
_QUIET_LIMITS = tuple(number for number in range(20, 201) if number != QUIET)
_PLIES = tuple(number for number in range(50, 1001) if number != MOST_PLIES)
"""The values of `quiet` and `maxPlies` besides 0 and the defaults."""
BOLD, FARTHEST, DRAW = "bold", "commander", "draw"
"""Tiebreaks: by the Commanders' rows beyond home, by all their rows, or by nothing. DP-38."""
FORMER_RULESETS: Mapping[str, str] = {"decoy/3": "decoy/4"}
"""Former ids in records, with the present ones of the same rules: their records name every option. DP-47."""

SPECS: tuple[OptionSpec, ...] = (
    OptionSpec(
        "first",
        "Who moves first",
        ("cyan", "magenta", "seeded"),
        rated_with="rematch",
        phrases={
            "cyan": "Cyan goes first",
            "magenta": "Magenta goes first",
            "seeded": "a random side goes first",
        },
    ),
    OptionSpec(
        "heal",
        "Whose pieces heal when a turn starts",
        ("own", "all"),
        phrases={"own": "your pieces heal on your turns", "all": "all pieces heal every turn"},
    ),
    OptionSpec(
        "vision",
        "The shape of the area a piece sees",
        ("square", "diamond", "circle"),
        phrases={"square": "square sight", "diamond": "diamond-shaped sight", "circle": "round sight"},
    ),
    OptionSpec(
        "liberties",
        "Which empty neighbors keep a group alive",
        ("orthogonal", "safe", "eight"),
        phrases={
            "orthogonal": "straight liberties",
            "safe": "no liberties next to an enemy",
            "eight": "diagonal liberties, too",
        },
    ),
    OptionSpec(
        "suicide",
        "Whether a step may surround your own group",
        ("allowed", "forbidden"),
        phrases={
            "allowed": "you may surround your own group",
            "forbidden": "you can't surround your own group",
        },
    ),
    OptionSpec(
        "quiet",
        "End the match after this many turns without a loss (0: never)",
        (QUIET, 0, *_QUIET_LIMITS),
        phrases={
            0: "no end without losses",
            **{number: f"ends after {number} turns without a loss" for number in (QUIET, *_QUIET_LIMITS)},
        },
    ),
    OptionSpec(
        "maxPlies",
        "Turns after which the match ends",
        (MOST_PLIES, *_PLIES),
        phrases={number: f"at most {number} turns" for number in (MOST_PLIES, *_PLIES)},
    ),
    OptionSpec(
        "tiebreak",
        "What decides a match that reaches a limit",
        (BOLD, FARTHEST, "decoys", DRAW),
        phrases={
            BOLD: "at a limit, the Commander farther from home wins",
            FARTHEST: "at a limit, Commanders are compared even at home",
            "decoys": "at a limit, more Decoys win",
            DRAW: "a draw at a limit",
        },
    ),
    OptionSpec(
        "signs",
        "How your own pieces are drawn",
        ("letters", "glyphs"),
        of_match=True,
        rated_with="any",
        phrases={"letters": "letters on pieces", "glyphs": "symbols on pieces"},
    ),
    OptionSpec(
        "notes",
        "Whether your board keeps notes on the enemies for you",
        ("board", "own"),
        of_match=True,
        rated_with="any",
        phrases={"board": "the board keeps notes", "own": "the board keeps no notes"},
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
