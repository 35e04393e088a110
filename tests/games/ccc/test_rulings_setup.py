"""CCC's rulings on the board, the start, its draws and public information (CCC-1 to CCC-9)."""

from __future__ import annotations

import hmac
from itertools import permutations

import pytest

from games import Illegal, OptionError
from games.ccc.rules.state import CccReason
from games.core.game import MatchReason, Result
from games.core.vocabulary.options import options_data
from tests.kit.games.ccc_table import (
    BLACK,
    GAME,
    PUBLIC,
    SEED,
    START,
    WHITE,
    at,
    board,
    legal,
    play,
    put,
    reach,
    refused,
    shown,
    side_of,
    start,
    step,
)
from tests.kit.games.persons import is_the_same_for_all

SEEDS = [bytes([number]) * 32 for number in range(40)]
FLATS = "F" * 8


class Draws:
    """The draws of docs/engine.md, section 2, implemented again."""

    def __init__(self, seed):
        self.seed, self.counter = seed, 0

    def draw(self, n):
        while True:
            digest = hmac.new(self.seed, self.counter.to_bytes(8, "big"), "sha256").digest()
            self.counter += 1
            word = int.from_bytes(digest[:8], "big")
            if word < 2**64 - 2**64 % n:
                return word % n

    def row(self):
        items = list("TCSLNMCT")
        for i in range(7, 0, -1):
            j = self.draw(i + 1)
            items[i], items[j] = items[j], items[i]
        return "".join(items)


def rows(state):
    """Return the rows of the board from White's edge."""
    return shown(state).split(" ")[0].split("/")[::-1]


def specials(state):
    return rows(state)[0], rows(state)[-1].upper()


# --- the board ----------------------------------------------------------------------------------------


def test_CCC_1_the_board_has_8_files_and_8_ranks():
    state = put("Ta1 Tb2")
    assert len(rows(state)) == 8
    assert reach(state, "a1") == {f"-a{rank}" for rank in range(2, 9)} | {f"-{file}1" for file in "bcdefg"}


def test_CCC_2_white_stands_on_ranks_1_and_2_and_goes_up_and_black_is_mirrored():
    assert shown(start(first="white")) == f"{START} w 10,10 00 0 1"
    assert {square[1] for square, piece in board(start()).items() if piece.isupper()} == set("12")
    assert {square[1] for square, piece in board(start()).items() if piece.islower()} == set("78")
    assert reach(put("Fd4"), "d4") == {"-c4", "-e4", "-d5"}
    assert reach(put("fd4", side="b"), "d4") == {"-c4", "-e4", "-d3"}


# --- the start ----------------------------------------------------------------------------------------


def test_CCC_3_the_special_pieces_start_as_the_rulings_draw_them():
    assert specials(start()) == ("TCSLNMCT", "TCSLNMCT")


@pytest.mark.parametrize("layout", ["NTCSLMCT", "TTCCSMLN", "SLMNCCTT", "TCSLNMTC"])
def test_CCC_3_any_order_of_the_eight_is_a_layout(layout):
    assert specials(start(layout=layout)) == (layout, layout)


def test_CCC_3_every_different_order_is_taken():
    for order in sorted(set(permutations("TCSLNMCT")))[::97]:
        assert GAME.options({"layout": "".join(order)}).layout == "".join(order)


@pytest.mark.parametrize("layout", ["", "tcslnmct", "TCSLNMC", "TCSLNMCTF", "TCSLNMCC", "TCSLNNCT", "Random"])
def test_CCC_3_anything_else_is_no_layout(layout):
    with pytest.raises(OptionError, match=r"^layout can't be .*TCSLNMCT"):
        GAME.options({"layout": layout})


def test_CCC_4_black_mirrors_whites_files_or_rotates_them():
    layout = "NTCSLMCT"
    assert specials(start(layout=layout, symmetry="mirror")) == (layout, layout)
    assert specials(start(layout=layout, symmetry="rotate")) == (layout, layout[::-1])


def test_CCC_4_independent_rows_need_a_random_layout():
    with pytest.raises(OptionError, match="symmetry can't be independent"):
        GAME.options({"symmetry": "independent"})
    assert GAME.options({"symmetry": "independent", "layout": "random"}).symmetry == "independent"


@pytest.mark.parametrize(
    ("flat_rows", "ranks", "order"), [(0, 8, "S"), (1, 8, "SF"), (2, 8, "SFF"), (3, 10, "SFFF")]
)
def test_CCC_5_there_are_0_to_3_rows_of_flats_and_with_3_the_board_has_10_ranks(flat_rows, ranks, order):
    state = start(flatRows=flat_rows)
    assert GAME.options({"flatRows": flat_rows}).row_order == order
    assert len(rows(state)) == ranks
    empty = ranks - 2 * (flat_rows + 1)
    white = ["TCSLNMCT", *[FLATS] * flat_rows]
    assert rows(state) == [*white, *["8"] * empty, *(row.lower() for row in reversed(white))]


def test_CCC_5_on_10_ranks_pieces_go_as_far_as_rank_10():
    state = put("Ta1 Fh9", flatRows=3)
    assert "-a10" in reach(state, "a1")
    assert at(play(state, "h9-h10"), "h10") == "F"


@pytest.mark.parametrize("order", ["S", "SF", "FS", "SFF", "FSF", "FFS", "SFFF", "FSFF", "FFSF", "FFFS"])
def test_CCC_6_the_rows_stand_in_the_order_that_is_named_from_the_own_edge(order):
    state = start(flatRows=len(order) - 1, rowOrder=order)
    own = [FLATS if row == "F" else "TCSLNMCT" for row in order]
    assert rows(state)[: len(own)] == own
    assert rows(state)[::-1][: len(own)] == [row.lower() for row in own]


@pytest.mark.parametrize(
    ("flat_rows", "order"), [(2, "SF"), (1, "SFF"), (0, "FS"), (3, "SFF"), (None, "SFFF")]
)
def test_CCC_6_the_row_order_must_fit_the_rows_of_flats(flat_rows, order):
    raw = {"rowOrder": order} if flat_rows is None else {"rowOrder": order, "flatRows": flat_rows}
    with pytest.raises(
        OptionError, match=rf"^row_order can't be {order} .*flat_rows {flat_rows or 1 * (flat_rows is None)}"
    ):
        GAME.options(raw)


# --- draws --------------------------------------------------------------------------------------------


def test_CCC_7_who_goes_first_is_drawn_or_named():
    assert side_of(start(first="white")) == WHITE
    assert side_of(start(first="black")) == BLACK
    drawn = [side_of(start(seed)) for seed in SEEDS]
    assert drawn == [Draws(seed).draw(2) for seed in SEEDS]
    assert set(drawn) == {WHITE, BLACK}


@pytest.mark.parametrize("first", ["seeded", "white"])
def test_CCC_3_a_random_row_is_drawn_after_who_goes_first(first):
    for seed in SEEDS:
        draws = Draws(seed)
        side = draws.draw(2) if first == "seeded" else WHITE
        row = draws.row()
        state = start(seed, first=first, layout="random")
        assert (side_of(state), *specials(state)) == (side, row, row)


def test_CCC_4_independent_rows_are_drawn_for_white_and_then_for_black():
    for seed in SEEDS:
        draws = Draws(seed)
        expected = (draws.draw(2), draws.row(), draws.row())
        state = start(seed, layout="random", symmetry="independent")
        assert (side_of(state), *specials(state)) == expected


def test_CCC_4_a_random_row_is_rotated_too():
    for seed in SEEDS[:5]:
        white, black = specials(start(seed, layout="random", symmetry="rotate"))
        assert white == black[::-1]


def test_GEN_2_nothing_is_drawn_when_nothing_is_open():
    assert start(SEEDS[1], first="white") == start(SEEDS[2], first="white")


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32])
def test_GEN_2_a_seed_is_32_bytes(seed):
    for options in ({}, {"position": shown(put("Fd4"))}):
        with pytest.raises(ValueError):
            start(seed, **options)


# --- between matches, and known facts --------------------------------------------------------------------


@pytest.mark.parametrize("reason", [CccReason.PYRAMIDS, CccReason.QUIET, MatchReason.RESIGNED])
def test_CCC_7_in_a_rematch_the_loser_begins_whatever_way_the_game_was_lost(reason):
    for first in ("seeded", "white", "black"):
        state = start(first=first)
        found = [
            GAME.rematch(state, Result(winner, reason)).options["first"] for winner in (WHITE, BLACK, None)
        ]
        assert found == ["black", "white", first]


@pytest.mark.parametrize("side", ["w", "b"])
def test_CCC_7_where_a_position_says_which_color_begins_the_loser_takes_it_in_a_rematch(side):
    state = put("Fd4 fd5", side=side)
    begins = (WHITE, BLACK)["wb".index(side)]
    for winner in (WHITE, BLACK, None):
        again = GAME.rematch(state, Result(winner, CccReason.PYRAMIDS))
        assert again.options == options_data(state.setting.options)
        assert again.swapped == (winner == begins)


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
@pytest.mark.parametrize("winner", [WHITE, BLACK])
def test_CCC_7_in_every_preset_the_loser_begins_the_rematch(preset, winner):
    state = start(**preset.options)
    again = GAME.rematch(state, Result(winner, MatchReason.RESIGNED))
    loser = winner if again.swapped else 1 - winner
    assert GAME.to_act(GAME.new(GAME.options(again.options), SEED)) == (loser,)


def test_CCC_8_only_after_both_lost_their_pyramids_there_is_no_rematch_that_day():
    def rests(reason, **options):
        return bool(GAME.rematch(start(**options), Result(None, reason)).rest)

    assert rests(CccReason.BOTH_PYRAMIDS)
    assert not rests(CccReason.BOTH_PYRAMIDS, noRematchAfterDraw="off")
    others = (CccReason.REPETITION, CccReason.QUIET, CccReason.STUCK, MatchReason.AGREED)
    assert not any(map(rests, others))


def test_CCC_8_no_rematch_after_a_draw_is_kept_and_changes_nothing_in_the_match():
    assert options_data(GAME.options({}))["noRematchAfterDraw"] == "on"
    on, off = (start(noRematchAfterDraw=value) for value in ("on", "off"))
    assert (shown(on), legal(on)) == (shown(off), legal(off))


def test_CCC_9_everything_is_seen_by_everybody():
    state = put("(FFM3)d4 Tb1 tg8 (lm2s1)e5 Nc6", pools="7,3", moved="10")
    for who in (WHITE, BLACK, PUBLIC):
        text = shown(state, who)
        assert text == "6t1/8/2N5/4(lm2s1)3/3(FFM3)4/8/8/1T6 w 7,3 10 0 9"


def test_CCC_9_everybody_is_told_the_same_of_everything():
    state = put("Nd4 Fe5 fe6 ne1")
    for text in ("e5xe6", "N@a4{Cool move.}"):
        told = step(state, text).told
        assert is_the_same_for_all(told, GAME.seats)
        assert text in told[PUBLIC][0] or "Cool move." in told[PUBLIC][0]


def test_GEN_5_only_the_side_to_move_has_actions_and_nobody_else_may_speak():
    state = start(first="white")
    for who in (BLACK, PUBLIC):
        assert list(GAME.actions(GAME.view(state, who))) == []
        with pytest.raises(Illegal, match="White's turn"):
            GAME.parse(GAME.view(state, who), "d2-d3")
    assert "White's turn" in refused(state, "d7-d6", seat=BLACK)


# --- the first ply (docs/rulings/ccc.md, “The default start”) -----------------------------------------


def test_there_are_47_actions_at_ply_1():
    texts = legal(start(first="white"))
    assert len(texts) == len(set(texts)) == 47
    flats = {f"{file}2-{file}3" for file in "abcdefgh"}
    cubes = {f"b1-{square}" for square in ("b3", "b4", "b5", "b6", "d3", "e4", "f5", "g6")}
    cubes |= {f"g1-{square}" for square in ("g3", "g4", "g5", "g6", "e3", "d4", "c5", "b6")}
    assert {text for text in texts if "-" in text} == flats | cubes
    assert {text for text in texts if "~" in text} == {"c1~d1", "c1~f1", "d1~f1"}


def test_the_20_merges_are_flats_sideways_and_pyramids_onto_flats():
    merges = {text for text in legal(start(first="white")) if "&" in text}
    pairs = list(zip("abcdefg", "bcdefgh", strict=True))
    sideways = {f"{source}2&{other}2" for a, b in pairs for source, other in ((a, b), (b, a))}
    pyramids = {"c1&b2", "c1&d2", "d1&c2", "d1&e2", "f1&e2", "f1&g2"}
    assert merges == sideways | pyramids
    assert len(merges) == 20


def test_CCC_5_with_two_rows_the_42_merges_are_flats_sideways_and_forwards_and_pyramids_onto_flats():
    merges = {text for text in legal(start(first="white", flatRows=2)) if "&" in text}
    pairs = list(zip("abcdefg", "bcdefgh", strict=True))
    sideways = {
        f"{source}{rank}&{other}{rank}"
        for a, b in pairs
        for source, other in ((a, b), (b, a))
        for rank in (2, 3)
    }
    forwards = {f"{file}2&{file}3" for file in "abcdefgh"}
    pyramids = {"c1&b2", "c1&d2", "d1&c2", "d1&e2", "f1&e2", "f1&g2"}
    assert merges == sideways | forwards | pyramids
    assert len(merges) == 42


def test_black_has_the_same_47_actions_mirrored_when_it_begins():
    def mirrored(text):
        return "".join(str(9 - int(letter)) if letter.isdigit() else letter for letter in text)

    white, black = (legal(start(first=first)) for first in ("white", "black"))
    plain = {mirrored(text) for text in white if "~" not in text}
    assert {text for text in black if "~" not in text} == plain
    assert {text for text in black if "~" in text} == {"c8~d8", "c8~f8", "d8~f8"}


def test_nothing_but_a_cube_can_be_attacked_before_ply_3():
    first = start(SEED, first="white")
    for text in legal(first):
        replies = [reply for reply in legal(play(first, text)) if "x" in reply or "^" in reply]
        assert all(reply.endswith(f"x{text[3:]}") and text[0] in "bg" for reply in replies)
