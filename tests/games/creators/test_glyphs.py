"""The pattern deck of Creators (CVD-5), and the pages that tell its rules."""

from __future__ import annotations

import math
import re
import string
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

import games.creators
from games.core.vocabulary.presets import Preset
from games.creators.rules.geometry import geometry
from games.creators.rules.glyph_table import TABLE, difficulty_of, exact_par, is_even
from games.creators.rules.glyphs import CATEGORIES, GLYPHS, cells
from games.creators.rules.options import SCRIBBLES, SPECS, glyphs_to_draw_from, read_options
from games.creators.rules.par import par_of, usual_scribble_par
from games.creators.rules.presets import PRESETS
from games.creators.rules.rules import move_pawn, moves, need
from games.creators.rules.scribbles import name_of
from games.creators.rules.state import pattern_cells
from games.creators.teaching.rules_pages import DECK_COLUMNS, rules_pages
from tests.paths import ROOT

SYMBOLS = set("!?+-*/@#$")
EVERY_GLYPH = sorted(GLYPHS)


def test_CVD_5_all_is_the_letters_the_digits_and_the_nine_symbols():
    assert set(CATEGORIES["all"]) == set(string.ascii_uppercase) | set(string.digits) | SYMBOLS
    assert len(CATEGORIES["all"]) == 45


def test_CVD_5_each_category_holds_what_its_name_says():
    assert set(CATEGORIES) == {"all", "letters", "digits", "symbols", "shapes"}
    assert set(CATEGORIES["letters"]) == set(string.ascii_uppercase)
    assert set(CATEGORIES["digits"]) == set(string.digits)
    assert set(CATEGORIES["symbols"]) == SYMBOLS
    assert len(CATEGORIES["shapes"]) == 8


def test_the_shapes_are_never_part_of_all():
    assert not set(CATEGORIES["shapes"]) & set(CATEGORIES["all"])


@pytest.mark.parametrize("category", sorted(CATEGORIES))
def test_a_category_is_sorted_by_code_point_without_doubles(category):
    glyphs = CATEGORIES[category]
    assert list(glyphs) == sorted(set(glyphs), key=ord)


def test_every_drawing_is_in_a_category_and_every_name_is_drawn():
    assert set(GLYPHS) == set(CATEGORIES["all"]) | set(CATEGORIES["shapes"])


@pytest.mark.parametrize("glyph", EVERY_GLYPH)
def test_a_drawing_is_seven_rows_of_seven_marks(glyph):
    rows = GLYPHS[glyph]
    assert [len(row) for row in rows] == [7] * 7
    assert set("".join(rows)) == {"#", "."}


@pytest.mark.parametrize("glyph", EVERY_GLYPH)
def test_CVD_5_a_glyph_has_10_to_24_cells(glyph):
    assert 10 <= len(cells(glyph)) <= 24


def test_two_glyphs_differ_in_at_least_four_cells():
    distances = {(a, b): len(set(cells(a)) ^ set(cells(b))) for a, b in combinations(EVERY_GLYPH, 2)}
    assert {pair: d for pair, d in distances.items() if d < 4} == {}


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("glyph", EVERY_GLYPH)
def test_cells_run_top_to_bottom_then_left_to_right(glyph, flipped):
    found = cells(glyph, flipped)
    assert list(found) == sorted(set(found))


def test_cells_are_the_marked_rows_and_columns_of_the_drawing():
    assert cells("T") == (*((0, c) for c in range(7)), *((r, 3) for r in range(1, 7)))


def test_CVD_4_flipped_mirrors_top_and_bottom():
    assert cells("T", flipped=True) == (*((r, 3) for r in range(6)), *((6, c) for c in range(7)))
    assert all(set(cells(g, flipped=True)) == {(6 - r, c) for r, c in cells(g)} for g in GLYPHS)


def test_the_deck_cannot_be_changed_by_accident():
    with pytest.raises(TypeError):
        GLYPHS["T"] = GLYPHS["I"]
    with pytest.raises(TypeError):
        CATEGORIES["all"] = ()


def test_cells_of_an_unknown_glyph_is_a_key_error():
    with pytest.raises(KeyError):
        cells("ä")


PAGES = {page.title: page for page in rules_pages()}
PICTURES = {title: page.scene for title, page in PAGES.items() if page.scene is not None}
RULES_MD = Path(games.creators.__file__).with_name("RULES.md").read_text(encoding="utf-8")


def board_of(scene):
    cell_of = geometry(16).cell_of
    board = bytearray(256)
    for token in scene.tokens:
        board[cell_of[token.square]] = token.seat + 1
    return bytes(board)


def marked(scene, kind):
    return {square for mark in scene.marks if mark.kind == kind for square in mark.squares}


def test_the_rules_are_told_in_pages_that_discord_takes():
    assert len(PAGES) == len(rules_pages())
    assert all(0 < len(page.text) <= 1500 for page in rules_pages())


@pytest.mark.parametrize("title", PICTURES)
def test_a_picture_of_the_rules_names_only_squares_that_it_has(title):
    scene = PICTURES[title]
    squares = [file + rank for rank in scene.ranks for file in scene.files]
    assert len(set(squares)) == len(squares)
    drawn = [token.square for token in scene.tokens]
    drawn += [square for layer in (*scene.tints, *scene.marks) for square in layer.squares]
    assert set(drawn) <= set(squares)


@pytest.mark.parametrize("title", PICTURES)
def test_a_picture_of_the_rules_has_all_pawns_or_none_each_on_its_own_square(title):
    scene = PICTURES[title]
    seats = [token.seat for token in scene.tokens]
    assert (seats.count(0), seats.count(1)) in {(0, 0), (32, 32)}
    assert len({token.square for token in scene.tokens}) == len(scene.tokens)


def test_the_picture_of_moving_marks_exactly_the_legal_landings():
    scene = PICTURES["Roll, then move"]
    (chosen,) = marked(scene, "chosen")
    legal = [m for m in moves(board_of(scene), 0, scene.die.face, read_options({})) if m.source == chosen]
    assert marked(scene, "landing") == {move.target for move in legal if not move.capture}
    assert marked(scene, "strike") == {move.target for move in legal if move.capture}


def test_the_picture_of_a_capture_is_what_the_capture_marked_before_leads_to():
    before, after = PICTURES["Roll, then move"], PICTURES["Capture and coming home"]
    cell_of = geometry(16).cell_of
    (source,), (target,) = marked(after, "from"), marked(after, "to")
    assert ({source}, {target}) == (marked(before, "chosen"), marked(before, "strike"))
    board, _, entries = move_pawn(
        board_of(before), ((), ()), 0, cell_of[source], cell_of[target], read_options({})
    )
    assert board_of(after) == board
    assert {cell_of[square] for square in marked(after, "entry")} == set(entries)


def test_CVD_31_the_table_of_the_fading_need_is_what_the_engine_asks_for():
    table = re.findall(r"^(?:1–)?(\d+) +(\d+)$", PAGES["Memory fades"].text, re.MULTILINE)
    assert len(table) >= 5
    assert all(
        need(read_options({}), 16, 6, int(number)) == int(cells_needed) for number, cells_needed in table
    )


@pytest.mark.parametrize(("title", "kind"), [("The preview", "shown"), ("How it ends", "goal")])
def test_CVD_3_the_pattern_in_a_picture_lies_where_the_engine_puts_it(title, kind):
    (tint,) = (tint for tint in PICTURES[title].tints if tint.kind == kind)
    assert {geometry(16).cell_of[square] for square in tint.squares} == set(pattern_cells("A", False, 16))


def test_the_picture_of_the_end_has_a_creator_pawn_on_every_cell():
    scene = PICTURES["How it ends"]
    assert all(board_of(scene)[cell] == 1 for cell in pattern_cells("A", False, 16))


def test_the_picture_of_the_deck_shows_every_glyph_where_it_belongs():
    (lit,) = (set(tint.squares) for tint in PICTURES["The deck"].tints if tint.kind == "goal")
    deck = [*CATEGORIES["letters"], *CATEGORIES["digits"], *CATEGORIES["symbols"]]
    places = {glyph: divmod(i, DECK_COLUMNS) for i, glyph in enumerate(deck)}
    places |= {glyph: (6, i) for i, glyph in enumerate(CATEGORIES["shapes"])}
    expected = {
        f"c{9 * place + 1 + column}r{9 * line + 1 + row}"
        for glyph, (line, place) in places.items()
        for row, column in cells(glyph)
    }
    assert lit == expected


def test_CVD_7_the_deck_page_publishes_the_difficulty_of_every_glyph():
    listed = re.findall(r"^\*\*(\w+)\*\* `(.*)`$", PAGES["The deck"].text, re.MULTILINE)
    published = {glyph: level for level, glyphs in listed for glyph in glyphs.split()}
    assert published == {glyph: difficulty_of(glyph) for glyph in GLYPHS}


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_every_option_is_explained_with_its_default(spec):
    usual, *others = map(spec.show, spec.values)
    assert f"`{spec.slug}` **{usual}**" in PAGES["Options"].text
    (words, stored) = re.findall(
        rf"^\| `{spec.slug}` \| \*\*{re.escape(usual)}\*\*(.*?) \| (.*?) \|", RULES_MD, re.M
    )[0]
    if not (spec.free or len(spec.values) > 8):
        assert words == "".join(f"; {other}" for other in others)
        assert stored == ", ".join(f"`{value}`" for value in spec.values)


def measured() -> Iterator[tuple[str, int, str, list[str]]]:
    """Yield each glyph's cells and difficulty in the docs, then par and win share for 20 and 40 rounds."""
    path = ROOT / "docs" / "balance.md"
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"\| `(.)` \| (\d+) \| (\w+) \|(.*)\|$", line):
            glyph, count, difficulty, rest = found.groups()
            yield glyph, int(count), difficulty, [cell.strip() for cell in rest.split("|")]


def test_the_table_in_the_docs_has_every_par_and_difficulty_of_the_ruleset() -> None:
    told = {
        glyph: (count, difficulty, *map(float, rest[::2])) for glyph, count, difficulty, rest in measured()
    }
    assert told == {
        glyph: (
            len(cells(glyph)),
            difficulty_of(glyph),
            *(exact_par(glyph, rounds, "4") for rounds in (20, 40)),
        )
        for glyph in TABLE
    }


def test_CVD_31_the_deck_in_the_rulings_has_every_par_of_both_versions() -> None:
    rulings = (ROOT / "docs" / "rulings" / "creators.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| `(.)` \| \d+ \| \w+ \| \d+% \|(.*)\| `[#./]+` \|$", rulings, re.MULTILINE)
    assert [glyph for glyph, _ in found] == [*sorted(CATEGORIES["all"]), *CATEGORIES["shapes"]]
    for glyph, rest in found:
        par_20, par_40, even, former_20, former_even = (cell.strip() for cell in rest.split("|"))
        assert (float(par_20), int(par_40)) == (exact_par(glyph, 20, "4"), exact_par(glyph, 40, "4"))
        assert int(former_20) == exact_par(glyph, 20, "3")
        for version, told in (("4", even), ("3", former_even)):
            rounds = [str(number) for number in (20, 40) if is_even(glyph, number, version)]
            assert told == (" and ".join(rounds) or "–")


def test_CVD_31_a_par_in_quarters_lets_the_requirement_fall_in_finer_steps() -> None:
    options = read_options({})
    needs = {
        par: [need(options, 16, par, number) for number in range(1, 21)] for par in (5, 5.25, 5.5, 5.75, 6)
    }
    for par, falling in needs.items():
        assert falling[0] == 16
        assert falling[-1] == math.ceil(par)
        exact = [16 - (16 - Fraction(par)) * number / 19 for number in range(20)]
        assert falling == [math.ceil(value) for value in exact]
    sums = [sum(falling) for falling in needs.values()]
    assert sums == sorted(set(sums))


@pytest.mark.parametrize("rounds", [20, 40])
def test_CVD_31_even_is_what_was_measured_between_40_and_60(rounds: int) -> None:
    shares = {glyph: rest[1 if rounds == 20 else 3] for glyph, _, _, rest in measured()}
    known = {glyph: int(share) for glyph, share in shares.items() if share != "–"}
    even = {glyph for glyph in GLYPHS if is_even(glyph, rounds)}
    # 40 and 60 are rounded, so those may be either.
    assert {glyph for glyph, share in known.items() if 40 < share < 60} <= even
    assert even <= {glyph for glyph, share in known.items() if 40 <= share <= 60}


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset.rated], ids=lambda one: one.name)
def test_CVD_31_what_is_rated_has_a_last_round_and_draws_only_even_patterns(preset: Preset) -> None:
    options = read_options(preset.options)
    assert options.ending == "fading"
    if options.category != SCRIBBLES:
        assert all(is_even(glyph, options.rounds) for glyph in glyphs_to_draw_from(options))


@pytest.mark.parametrize("rounds", [20, 40])
def test_CVD_40_the_nearer_a_scribble_is_to_the_creator_the_higher_is_its_par(rounds):
    options = read_options({"rounds": rounds})
    near, middle, far = (
        par_of(name_of({(row, column) for row in rows for column in range(5)}), options)
        for rows in ((0, 1, 2), (2, 3, 4), (4, 5, 6))
    )
    assert near > middle > far
    assert middle == usual_scribble_par(options)
