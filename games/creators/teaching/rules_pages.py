"""The pages of `/creators rules`, with pictures.

Source: games/creators/RULES.md and docs/rulings/creators.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from games.core.screen.pages import RulesPage, page_number
from games.core.screen.scene import Counter, Die, Mark, Scene, Tint, Token
from games.core.vocabulary.options import OptionSpec
from games.creators.rules.glyph_table import difficulty_of
from games.creators.rules.glyphs import CATEGORIES, SIDE, cells
from games.creators.rules.options import SPECS, glyphs_to_draw_from, read_options
from games.creators.rules.rules import is_fading
from games.creators.rules.view import View
from games.creators.screen.scene import COLORS, TITLE
from games.creators.teaching.rules_texts import (
    CAPTURE,
    CHANGES,
    DECK,
    ENDING,
    FADING,
    FIRST_STEPS,
    IDEA,
    MORE,
    MOVING,
    PREVIEW,
)

SIZE = 16
FILES = tuple("abcdefghijklmnop")
RANKS = tuple(str(rank) for rank in range(SIZE, 0, -1))
EXAMPLE = "A"
DECK_COLUMNS = 8
DECK_STEP = SIDE + 2
MOST_LISTED = 8


_NOTES: Mapping[str, str] = {
    "pattern": "or one that you name",
    "previewSeconds": "1 to 60",
    "flipPattern": "the same for both",
    "progress": "to a Destroyer only with the whole pattern",
    "memoryAid": "three looks are 3 seconds each",
    "victory": "then more cells win at the end",
    "ending": "the Destroyer wins after 2,000 turns",
    "legs": "the same pattern; if both or neither won, the higher peak of cells held does, then the earlier",
}
"""What a list of values leaves open, by option."""
_GROUPS: Mapping[str, tuple[str, ...]] = {
    "The pattern": ("pattern", "category", "difficulty", "flipPattern"),
    "What you know": ("destroyerPreview", "previewSeconds", "memoryAid", "progress"),
    "Moving": ("boardSize", "mustCapture", "reentry"),
    "Winning": ("winningMove", "victory", "ending", "rounds", "legs", "version"),
}
"""Options by what they change."""


@cache
def rules_pages() -> tuple[RulesPage, ...]:
    """Return the pages, in reading order."""
    return (
        RulesPage("The idea", IDEA, _opening()),
        RulesPage("The preview", PREVIEW.format(**_count_patterns()), _preview()),
        RulesPage("Roll, then move", MOVING, _moving()),
        RulesPage("Capture and coming home", CAPTURE, _capture()),
        RulesPage("Memory fades", FADING),
        RulesPage("How it ends", ENDING, _ending()),
        RulesPage("What we changed", CHANGES),
        RulesPage("Options", _options()),
        RulesPage("The deck", f"{DECK.format(**_name_patterns())}\n\n{_difficulties()}", _deck()),
        RulesPage("How to play well: first steps", FIRST_STEPS, _every_roll()),
        RulesPage("How to play well: more", MORE),
    )


def _count_patterns() -> dict[str, int]:
    """Return how many patterns there are, and how many of them are fair in Standard."""
    return {"all": len(CATEGORIES["all"]), "fair": len(glyphs_to_draw_from(read_options({})))}


def _name_patterns() -> dict[str, str]:
    """Return the patterns that aren't fair in 20 rounds, and those that are in 40, as code. CVD-31."""
    fair, of_long = (glyphs_to_draw_from(read_options({"rounds": rounds})) for rounds in (20, 40))
    unfair = [glyph for glyph in CATEGORIES["all"] if glyph not in fair]
    return {"unfair": f"`{' '.join(unfair)}`", "of_long": f"`{' '.join(of_long)}`"}


def _options() -> str:
    """Return the page of options: grouped by what they change, each with its values and a note."""
    by_name = {spec.name: spec for spec in SPECS}
    groups = (
        "\n".join((f"**{title}**", *(_option(by_name[name]) for name in names)))
        for title, names in _GROUPS.items()
    )
    return "\n\n".join(("The default comes first.", *groups))


def _option(spec: OptionSpec) -> str:
    usual, *others = map(spec.show, spec.values)
    listed = () if spec.free or len(spec.values) > MOST_LISTED else others
    note = _NOTES.get(spec.name)
    said = ", ".join((f"**{usual}**", *listed))
    return f"`{spec.slug}` {said}{f' ({note})' if note else ''}"


def rules_page(view: View) -> int:
    """Return the number of the page on the current situation: preview, capture, fading, end, or moving."""
    return page_number(rules_pages(), _title_now(view))


def _title_now(view: View) -> str:
    if view.outcome is not None:
        return "How it ends"
    if view.last is None:
        return "The preview"
    if view.last.capture:
        return "Capture and coming home"
    return "Memory fades" if is_fading(view.options, view.round) else "Roll, then move"


def _opening() -> Scene:
    alt = "The opening: Creator pawns on all of ranks 16 and 15, Destroyer pawns on all of ranks 2 and 1."
    return _board("Everyone at home", alt, tokens=(*_army(0), *_army(1)), turn=0)


def _preview() -> Scene:
    squares = _pattern(EXAMPLE)
    alt = f"An empty board with the pattern {EXAMPLE}: {' '.join(squares)}."
    counters = (Counter("Cells", str(len(squares))),)
    return _board("Remember this pattern", alt, tints=(Tint("shown", squares),), counters=counters)


def _moving() -> Scene:
    alt = (
        "The die shows 3. The Creator's pawn on h11 is chosen. It can land on h14, k14, k11, h8, e8 and e11 "
        "and capture on k8; its own pawn is on e14. Pawns on h10 and h9 don't stop it."
    )
    marks = (
        Mark("chosen", ("h11",)),
        Mark("landing", ("h14", "k14", "k11", "h8", "e8", "e11")),
        Mark("strike", ("k8",)),
    )
    tokens = (*_army(0, "e15 h15 h16", "e14 h11 h10"), *_army(1, "f1 h2 l1", "c6 h9 k8"))
    return _board("Creator rolled a 3", alt, tokens=tokens, marks=marks, die=Die(3, 0), turn=0)


def _capture() -> Scene:
    alt = "The Creator's pawn from h11 is on k8 now; the captured pawn came home to l1, and f1 stays empty."
    marks = (Mark("from", ("h11",)), Mark("to", ("k8",)), Mark("entry", ("l1",)))
    tokens = (*_army(0, "e15 h15 h16", "e14 k8 h10"), *_army(1, "f1 h2", "c6 h9"))
    return _board("Creator captured h11xk8", alt, tokens=tokens, marks=marks, die=Die(None, 1), turn=1)


def _every_roll() -> Scene:
    """Return a picture of six pawns, each at the distance of another face of the die from one square."""
    there = {"h10": "1", "f11": "2", "k9": "3", "d13": "4", "h14": "5", "b15": "6"}
    tokens = (*_army(0, "h15 f15 k15 d15 h16", "h10 f11 k9 d13 h14"), *_army(1, "c2 l2", "e7 k6"))
    marks = (Mark("landing", ("h9",)), *(Mark("number", (square,), roll) for square, roll in there.items()))
    ways = ", ".join(f"{square} with {roll}" for square, roll in there.items())
    return _board(
        "Ready for every roll", f"Creator pawns that can land on h9: {ways}.", tokens=tokens, marks=marks
    )


def _ending() -> Scene:
    squares = _pattern(EXAMPLE)
    missing = "b16 e16 g16 i16 l16 a15 c15 d15 e15 f15 g15 h15 i15 j15 k15 l15 m15 n15"
    creators = _army(0, missing, " ".join((*squares, "d9", "m13")))
    destroyers = _army(1, "c2 e2 h2 j1 n2", "d4 f6 h11 i7 l10")
    alt = f"The Creator wins: pawns are on every cell of the pattern {EXAMPLE}: {' '.join(squares)}."
    counters = (Counter("Cells needed", f"{len(squares)} of {len(squares)}"),)
    return _board(
        "Creator wins",
        alt,
        tokens=(*creators, *destroyers),
        tints=(Tint("goal", squares),),
        counters=counters,
    )


def _board(
    subtitle: str,
    alt: str,
    *,
    tokens: tuple[Token, ...] = (),
    tints: tuple[Tint, ...] = (),
    marks: tuple[Mark, ...] = (),
    counters: tuple[Counter, ...] = (),
    die: Die | None = None,
    turn: int | None = None,
) -> Scene:
    homes = (Tint("home0", _home(0)), Tint("home1", _home(1)))
    return Scene(
        colors=COLORS,
        title=TITLE,
        subtitle=subtitle,
        alt=alt,
        files=FILES,
        ranks=RANKS,
        tints=(*homes, *tints),
        tokens=tokens,
        marks=marks,
        counters=counters,
        die=die,
        turn=turn,
    )


def _home(seat: int) -> tuple[str, ...]:
    ranks = RANKS[:2] if seat == 0 else RANKS[-2:]
    return tuple(file + rank for rank in ranks for file in FILES)


def _army(seat: int, missing: str = "", out: str = "") -> tuple[Token, ...]:
    """Return a side's 32 pawns: at home, except that those from the `missing` squares are on `out`."""
    at_home = [square for square in _home(seat) if square not in missing.split()]
    return tuple(Token(square, "pawn", seat) for square in (*at_home, *out.split()))


def _pattern(glyph: str) -> tuple[str, ...]:
    """Return a glyph's squares in the middle of the board. CVD-3."""
    offset = (SIZE - SIDE) // 2
    return tuple(FILES[offset + column] + RANKS[offset + row] for row, column in cells(glyph))


def _difficulties() -> str:
    """Return the published difficulty of every glyph and shape, one line for each difficulty. CVD-7."""
    deck = (*CATEGORIES["all"], *CATEGORIES["shapes"])
    return "\n".join(
        f"**{level}** `{' '.join(glyph for glyph in deck if difficulty_of(glyph) == level)}`"
        for level in ("easy", "medium", "hard")
    )


def _deck() -> Scene:
    glyphs = (*CATEGORIES["letters"], *CATEGORIES["digits"], *CATEGORIES["symbols"])
    shapes = CATEGORIES["shapes"]
    lines = -(-len(glyphs) // DECK_COLUMNS)
    lit = (*_lay_out(glyphs, 0), *_lay_out(shapes, lines))
    files = tuple(f"c{column}" for column in range(DECK_COLUMNS * DECK_STEP))
    ranks = tuple(f"r{row}" for row in range((lines + 1) * DECK_STEP))
    shining = frozenset(lit)
    squares = (file + rank for rank in ranks for file in files)
    unlit = tuple(square for square in squares if square not in shining)
    return Scene(
        colors=COLORS,
        title=TITLE,
        subtitle="The deck",
        alt=f"The drawings of {' '.join(glyphs)}, and in the bottom row of the shapes {' '.join(shapes)}.",
        files=files,
        ranks=ranks,
        tints=(Tint("fog", unlit), Tint("goal", lit)),
        coordinates=False,
    )


def _lay_out(glyphs: Iterable[str], first_line: int) -> tuple[str, ...]:
    """Return the squares of glyphs in lines of eight, two squares apart."""
    places = ((glyph, *divmod(i, DECK_COLUMNS)) for i, glyph in enumerate(glyphs))
    return tuple(
        f"c{place * DECK_STEP + 1 + column}r{(first_line + line) * DECK_STEP + 1 + row}"
        for glyph, line, place in places
        for row, column in cells(glyph)
    )
