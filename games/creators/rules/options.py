"""The options of a match of creators. Source: docs/rulings/creators.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from games.core.errors import OptionError, quote
from games.core.vocabulary.options import OptionSpec, check_options
from games.creators.rules.glyph_table import difficulty_of, is_even
from games.creators.rules.glyphs import CATEGORIES, GLYPHS
from games.creators.rules.scribbles import is_scribble

SEEDED = "seeded"
EVEN, SCRIBBLES = "even", "scribbles"
"""The categories without a fixed list: glyphs even at the match's number of rounds, and random scribbles."""

VERSION, FORMER = "4", "3"
"""The present rules, and those that old records name. CVD-41."""

SPECS: tuple[OptionSpec, ...] = (
    OptionSpec("boardSize", "Squares along one side of the board", (16, 12, 14, 18, 20)),
    OptionSpec(
        "pattern",
        "The pattern to rebuild: drawn from the category, or one you choose",
        (SEEDED, *CATEGORIES["all"], *CATEGORIES["shapes"]),
        secret=True,
        free=True,
    ),
    OptionSpec(
        "category",
        "The category a random pattern comes from",
        (EVEN, *CATEGORIES, SCRIBBLES),
        phrases={
            EVEN: "fair patterns",
            "all": "all 45 patterns",
            "letters": "letters only",
            "digits": "digits only",
            "symbols": "symbols only",
            "shapes": "shapes only",
            SCRIBBLES: "a scribble",
        },
    ),
    OptionSpec(
        "difficulty",
        "How hard a random pattern should be",
        ("any", "easy", "medium", "hard"),
        phrases={
            "any": "any difficulty",
            "easy": "an easy pattern",
            "medium": "a medium pattern",
            "hard": "a hard pattern",
        },
    ),
    OptionSpec(
        "flipPattern",
        "Whether the pattern may be flipped top to bottom",
        ("never", SEEDED),
        phrases={"never": "never upside down", SEEDED: "upside down at random"},
    ),
    OptionSpec(
        "destroyerPreview",
        "How much of the preview the Destroyer sees",
        ("five", "half", "full", "none"),
        phrases={
            "five": "the Destroyer sees five patterns",
            "half": "the Destroyer sees half of it",
            "full": "both see the whole pattern",
            "none": "the Destroyer sees nothing",
        },
    ),
    OptionSpec(
        "previewSeconds",
        "How many seconds the whole pattern stays",
        (8, *range(1, 8), *range(9, 61)),
        True,
    ),
    OptionSpec(
        "memoryAid",
        "Memory aid: three short looks, or always visible",
        ("none", "peek3", "visible"),
        True,
        phrases={"none": "no more looks", "peek3": "three looks", "visible": "looks at any time"},
    ),
    OptionSpec(
        "progress",
        "Who sees how many cells are held",
        ("hidden", "creator", "both"),
        phrases={
            "hidden": "cells held are secret",
            "creator": "the Creator sees cells held",
            "both": "cells held are shown",
        },
    ),
    OptionSpec(
        "mustCapture",
        "Whether you must capture when you can",
        ("off", "on"),
        phrases={"off": "you may capture", "on": "you must capture"},
    ),
    OptionSpec(
        "reentry",
        "Where a captured pawn comes back",
        ("near", "scan"),
        phrases={"near": "pawns come home nearby", "scan": "pawns come home from the top left"},
    ),
    OptionSpec(
        "victory",
        "Who can win with the pattern",
        ("creatorOnly", "race"),
        phrases={
            "creatorOnly": "only the Creator can win by cells",
            "race": "the Destroyer can win by cells, too",
        },
    ),
    OptionSpec(
        "ending",
        "How the match ends",
        ("fading", "classic", "endless"),
        phrases={
            "fading": "fewer cells over time",
            "classic": "every cell to the end",
            "endless": "no last round",
        },
    ),
    OptionSpec("rounds", "Number of rounds", (20, 40)),
    OptionSpec(
        "legs",
        "Legs per match; you swap sides for the second one",
        (1, 2),
        True,
        rated_with="any",
        phrases={1: "one leg", 2: "two legs, sides swapped"},
    ),
    OptionSpec(
        "winningMove",
        "Which move wins, if you then hold enough cells",
        ("fills", "any"),
        phrases={"fills": "a move that fills wins", "any": "any move can win"},
    ),
    OptionSpec(
        "version",
        "The rules: 3 has the pars and the fair patterns of creators/3",
        (VERSION, FORMER),
        phrases={VERSION: "today's rules", FORMER: "the rules of creators/3"},
    ),
)
_FORMER_NAMES = frozenset(spec.name for spec in SPECS) - {"winningMove", "version"}
"""The options of creators/3. A record lists all options, so one without the others is of that version."""


class Options(msgspec.Struct, frozen=True, rename="camel"):
    """The checked options of a match, encoded with the names in docs/rulings/creators.md."""

    board_size: int
    pattern: str
    category: str
    difficulty: str
    flip_pattern: str
    destroyer_preview: str
    preview_seconds: int
    memory_aid: str
    progress: str
    must_capture: str
    reentry: str
    victory: str
    ending: str
    rounds: int
    legs: int
    winning_move: str
    version: str


def ruleset_of(options: Options) -> str:
    """Return the id of the rules with these options. CVD-41."""
    return f"creators/{options.version}"


def read_options(raw: Mapping[str, object]) -> Options:
    """Check raw options and fill in the defaults; OptionError names the field, value and allowed values."""
    is_former = raw.keys() >= _FORMER_NAMES and "version" not in raw
    complete = {**raw, "version": FORMER} if is_former else raw
    options = msgspec.convert(check_options(SPECS, complete), Options)
    if options.pattern != SEEDED:
        _check_named(options)
    elif options.category == SCRIBBLES:
        if options.difficulty != "any":
            raise OptionError("Scribbles have no difficulty; choose difficulty “any”.")
    elif not glyphs_to_draw_from(options):
        raise OptionError(
            f"No pattern in the category “{options.category}” is {options.difficulty}; "
            "choose another category or difficulty “any”."
        )
    return options


def _check_named(options: Options) -> None:
    """Check a named pattern; OptionError if unknown or not of the given category or difficulty. CVD-6."""
    name = options.pattern
    if name not in GLYPHS and not is_scribble(name):
        allowed = f"{SEEDED}, a pattern of the deck, or the full name of a scribble"
        raise OptionError(f"pattern can't be “{quote(name)}”; allowed: {allowed}.")
    if options.category != EVEN and not _is_in(name, options.category):
        raise OptionError(f"“{name}” isn't in the category “{options.category}”; leave the category out.")
    difficulty = difficulty_of(name) if name in GLYPHS else "a scribble"
    if options.difficulty not in ("any", difficulty):
        raise OptionError(
            f"“{name}” is {difficulty}, not {options.difficulty}; leave out the pattern or the difficulty."
        )


def _is_in(name: str, category: str) -> bool:
    return name not in GLYPHS if category == SCRIBBLES else name in CATEGORIES[category]


def glyphs_to_draw_from(options: Options) -> tuple[str, ...]:
    """Return the category's glyphs of the difficulty by code point; none for scribbles. CVD-6, CVD-7."""
    glyphs = _glyphs_in(options)
    if options.difficulty == "any":
        return glyphs
    return tuple(glyph for glyph in glyphs if difficulty_of(glyph) == options.difficulty)


def _glyphs_in(options: Options) -> tuple[str, ...]:
    """Return the glyphs of the category. CVD-6.

    The category `even` depends on the rounds, but only with `fading`, where the requirement falls to par.
    """
    if options.category == SCRIBBLES:
        return ()
    if options.category != EVEN:
        return CATEGORIES[options.category]
    return _list_even(options.rounds, options.version) if options.ending == "fading" else CATEGORIES["all"]


@cache
def _list_even(rounds: int, version: str) -> tuple[str, ...]:
    return tuple(glyph for glyph in CATEGORIES["all"] if is_even(glyph, rounds, version))


def is_open(options: Options) -> bool:
    """Return whether everyone may know the pattern's number of cells and its par. CVD-12.

    Both narrow the pattern down, so only the Creator knows them unless the Destroyer sees the whole preview.
    """
    return options.destroyer_preview == "full"


def describe_deal(options: Options, who: int) -> str:
    """Return what a seat is shown of the pattern, in words; empty if nothing. CVD-8."""
    part = "full" if who == 0 else options.destroyer_preview
    words = {"full": "the pattern", "half": "half of the pattern", "five": "five patterns", "none": ""}
    return words[part]
