"""CCC's texts: actions, compliments, positions and options (docs/rulings/ccc.md, CCC-42)."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from games import GameError, Illegal, OptionError, Unreadable
from games.ccc.rules.compliments import FORMER, READY, READY_FOR_THE_GAME
from games.core.record import Record, Verdict, verify
from games.core.vocabulary.options import options_data
from games.core.vocabulary.presets import find_preset
from tests.games.ccc.positions import some_position
from tests.kit.games.ccc_table import (
    BLACK,
    GAME,
    PUBLIC,
    SAMPLES,
    SEED,
    START,
    WHITE,
    at,
    first_actions,
    listed,
    play,
    put,
    refused,
    shown,
    side_of,
    start,
    step,
)

_SQ, _WAY = r"[a-h](?:[1-9]|10)", r"(?:[+-][<>]?|[<>])"
FORMS = {
    "move": rf"{_SQ}-{_SQ}",
    "merge": rf"{_SQ}&{_SQ}",
    "attack": rf"{_SQ}x{_SQ}",
    "hop": rf"{_SQ}(\^{_SQ})+",
    "line": rf"[1-5]{_SQ}{_WAY}\d*[1-5]",
    "path": rf"[1-8]{_SQ}(:{_WAY}[1-8])+",
    "swap": rf"{_SQ}~{_SQ}",
    "Flag move": rf"N@{_SQ}\{{Cool move\.\}}",
    "Flag re-placed": r"N\*\{Cool move\.\}",
    "pass": r"--",
}


def some_actions(state):
    """Return the view and at most 3,000 actions."""
    view = GAME.view(state, side_of(state))
    return view, list(islice(GAME.actions(view), 3000))


def form_of(text):
    names = [name for name, form in FORMS.items() if re.fullmatch(form, text)]
    assert len(names) == 1, text
    return names[0]


# --- actions ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_every_listed_action_is_read_back_from_its_one_text(name):
    view, actions = some_actions(SAMPLES[name])
    texts = [GAME.format(action) for action in actions]
    assert len(set(texts)) == len(texts) > 0
    assert [GAME.parse(view, text) for text in texts] == actions


def test_each_form_of_action_occurs_and_no_text_has_two():
    texts = [GAME.format(action) for state in SAMPLES.values() for action in some_actions(state)[1]]
    assert {form_of(text) for text in texts} == set(FORMS)


UNREADABLE = """d4
d4d5
d4 - d5
D4-d5
d4–d5
d4×d5
d4+d5
d4-d5-d6
d4^
^d6
d4^^d6
3d4
3d4+
0d4+1
9d4+9
3d4++111
3d4>+111
3d4<>111
3d4+1,1,1
3d4:+1:
3d4:+0:+3
3d4:+1+1+1
3d4:1:1:1
d4+111
c1~d1~f1
C1~d1
N@d5
N@{Cool move.}
n@d5{Cool move.}
N@d5 {Cool move.}
N@d5{Cool move.
N@d5{Cool move.}}
N@d5{{Cool move.}
N@d5{Cool {move}.}
N*
N* {Cool move.}
-
---
pass
resign
draw
=
#
--#
d4-d5#
d4xd5#
d4-d5=
d4xd5=
2d2+11#
N@d5{Cool move.}=
d4-d5!
1. d4-d5
d٤-d5
３d4+111""".splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("text", [*UNREADABLE, "", " ", "d4-d5 ", " d4-d5", "d4-d5\n", "\nd4-d5", "N*{Hm}\n"])
def test_what_is_no_action_is_unreadable(text):
    sentence = refused(put("Fd4 (FFF)d2 Lc1 Md1 Sf1 Ne1"), text, error=Unreadable)
    assert "isn't an action" in sentence


@pytest.mark.parametrize(
    "text", ["x" * 5000, "d4" + "^d6" * 2000 + "!", "N@d5{" + "x" * 5000, "3d4+" + "1" * 5000]
)
def test_a_long_text_is_quoted_in_part(text):
    assert len(refused(put("(FFF)d4"), text, error=(Illegal, Unreadable))) < 200


@pytest.mark.parametrize(
    "text", ["a9-a8", "a1-a9", "a1-a10", "d4^d9", "2a9+11", "N@a9{Hm}", "a1~a9", "1a9:+1"]
)
def test_squares_off_the_board_are_unreadable(text):
    refused(put("Fd4"), text, "isn't on this board: its ranks go from 1 to 8", error=Unreadable)


@pytest.mark.parametrize("text", ["i1-h1", "a0-a1", "a1-a11", "a1-a01", "a1-a99"])
def test_what_is_a_square_on_no_board_is_unreadable(text):
    for flat_rows in (2, 3):
        refused(put("Ta1", flatRows=flat_rows), text, error=Unreadable)


def test_on_ten_ranks_rank_10_is_on_the_board():
    state = put("Ta1", flatRows=3)
    assert at(play(state, "a1-a10"), "a10") == "T"
    refused(state, "b9-b10", "no piece on b9")


SIGNS = [
    ("Fd4", "d4xd5", "-"),
    ("Fd4", "d4&d5", "-"),
    ("Fd4 Fd5", "d4-d5", "&"),
    ("Fd4 Fd5", "d4xd5", "&"),
    ("Fd4 fd5", "d4-d5", "x"),
    ("Fd4 fd5", "d4&d5", "x"),
    ("Lc3 Ff6", "c3-f6", "&"),
    ("(LM)c3 nf6", "c3-f6", "x"),
]


@pytest.mark.parametrize(("pieces", "text", "sign"), SIGNS)
def test_a_wrong_sign_is_refused_and_the_right_one_named(pieces, text, sign):
    state = put(pieces)
    refused(state, text, f"use “{sign}”")
    play(state, re.sub("[-x&]", sign, text))


def test_directions_are_always_as_white_sees_them():
    ends = {"+": "d5", "-": "d3", ">": "e4", "<": "c4", "+>": "e5", "+<": "c5", "->": "e3", "-<": "c3"}
    for direction, square in ends.items():
        assert at(play(put("(FFS)d4"), f"1d4:{direction}1"), square) == "S"
        assert at(play(put("(ffs)d4", side="b"), f"1d4:{direction}1"), square) == "s"


# --- compliments --------------------------------------------------------------------------------------

FLAG_TEXTS = [("Nd4 Fa2", "N@e5"), ("Fa2", "N*")]
GOOD = [
    "Hm",
    "x",
    "x" * 200,
    "“Très bien”, ça! 😀",
    'He said "hm"',
    "a\\b/c",
    "{braces}",
    "You could do better.",
    "👩‍👩‍👧‍👦 👍🏽 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "حركة رائعة!",
    "حرکت خوبی بود؛ می‌خواهم یاد بگیرم",
    "יפה מאוד",
    "好棋！　真漂亮",
    "ठीक है, बहुत अच्छा",
    "Bien joué !",
    "ᚠᚢᚦ 𓂀",
]
BAD = {
    "": "1 to 200",
    " ": "1 to 200",
    "x" * 201: "at most 200 .* 201",
    "\n": "",
    "a\nb": "visible",
    "a\tb": "visible",
}
BAD |= {"\u200d\ufe0f": "visible", "\u3164": "visible", "a\u202eb": "visible", "\u2067x": "visible"}
BAD |= {"\x07": "visible", "\u200b": "visible", "a\u2028b": "visible", "\ud83d": "visible", "   ": "1 to 200"}


def said(words):
    """Return words as they stand between the braces."""
    return json.dumps(words)[1:-1].replace("{", "\\u007b").replace("}", "\\u007d")


@pytest.mark.parametrize("words", GOOD)
@pytest.mark.parametrize(("pieces", "head"), FLAG_TEXTS)
def test_CCC_42_a_compliment_is_1_to_200_visible_characters_whatever_they_say(pieces, head, words):
    state = put(pieces)
    action = GAME.parse(GAME.view(state, WHITE), f"{head}{{{said(words)}}}")
    assert action.text == words
    assert GAME.parse(GAME.view(state, WHITE), GAME.format(action)) == action
    assert not re.search("[{}]", GAME.format(action)[len(head) + 1 : -1])
    told = GAME.play(state, WHITE, action).told
    assert all(words in " ".join(told[who]) for who in (WHITE, BLACK, PUBLIC))


@pytest.mark.parametrize("words", BAD)
@pytest.mark.parametrize(("pieces", "head"), FLAG_TEXTS)
def test_CCC_42_anything_else_is_no_compliment(pieces, head, words):
    refused(put(pieces), f"{head}{{{said(words)}}}", BAD[words])


@pytest.mark.parametrize("inside", ["a\nb", 'a"b', "a\\", "\\x41", "\\u00", 'a", "b', "\\ud8", "a\tb"])
@pytest.mark.parametrize(("pieces", "head"), FLAG_TEXTS)
def test_CCC_42_what_stands_between_the_braces_is_json(pieces, head, inside):
    refused(put(pieces), f"{head}{{{inside}}}", "JSON", error=Unreadable)


@pytest.mark.parametrize(("pieces", "head"), FLAG_TEXTS)
def test_CCC_42_with_a_list_only_its_texts_are_said(pieces, head):
    state = put(pieces, compliments="list")
    for words in {*READY, *READY_FOR_THE_GAME}:
        assert words in step(state, f"{head}{{{said(words)}}}").told[BLACK][0]
    for words in ("Hm", "cool move.", "Cool move"):
        refused(state, f"{head}{{{words}}}", "list")
    assert "Cool move." in READY


@pytest.mark.parametrize("words", FORMER)
def test_CCC_42_a_compliment_that_was_ready_once_is_read_and_no_longer_offered(words):
    options = {"first": "white", "compliments": "list"}
    played = ("d2-d3", f"N@d4{{{said(words)}}}")
    told = step(play(start(**options), *played[:1]), played[1]).told
    assert told[WHITE] == (f"Black's Nice Flag goes to d4 and says: “{words}”",)
    record = Record("ccc", "ccc/3", options, SEED, ("Mara", "Tom"), "*", "", played)
    assert verify(GAME, record).identical
    for pieces, keys in (("Nd4 Fa2", ("d4", "flag", "e5")), ("Fa2", ("return",))):
        view = GAME.view(put(pieces, compliments="list"), WHITE)
        offered = {choice.says for choice in GAME.prompt(view, keys).choices}
        assert offered & {*READY, *READY_FOR_THE_GAME}
        assert words not in offered
    assert not {*FORMER} & {*READY, *READY_FOR_THE_GAME}


@pytest.mark.parametrize(("pieces", "head"), FLAG_TEXTS)
def test_CCC_42_with_compliments_off_the_braces_are_empty(pieces, head):
    state = put(pieces, compliments="off")
    assert {text for text in listed(state) if text.startswith(head)} == {f"{head}{{}}"}
    step(state, f"{head}{{}}")
    for words in ("Cool move.", " "):
        refused(state, f"{head}{{{words}}}", "leave the braces empty")


# --- positions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLES)
def test_a_position_is_read_back_from_its_text(name):
    state = SAMPLES[name]
    flat_rows = 3 if name == "ten ranks" else 2
    again = start(position=shown(state), flatRows=flat_rows)
    assert shown(again) == shown(state)
    assert first_actions(again, 500) == first_actions(state, 500)


def test_the_position_at_the_start_and_after_a_few_plies():
    state = start(first="black")
    assert shown(state) == f"{START} b 10,10 00 0 1"
    state = play(state, "d7-d6", "N@d4{Cool move.}")
    assert shown(state) == "tcslnmct/fff1ffff/3f4/8/3N4/8/FFFFFFFF/TCSL1MCT b 10,10 10 2 3"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(60))
def test_random_positions_are_read_and_written_alike(number):
    rng = random.Random(number)
    ranks = rng.choice([8, 10])
    text = some_position(rng, ranks, 12, 8)
    assert shown(start(position=text, flatRows=3 if ranks == 10 else 2)) == text


REST = "w 0,0 00 0 9"
BOARD = "7s/8/8/8/3F4/8/8/7S"
RANK_FAULTS = """7
9
44
0
08
8F
FFFFFFFFF
1X6
x7
(FX)7
()8
(F)7
(C)7
(FF7
FF)6
((FF))7
(F F)7
(Ff)7
(fF)7
(SF)7
(FSF)7
(MM)7
(SL)7
(FML)7
(FFFFFF)7
(CC)7
(FT)7
(FN)7
(M)7
(M4)7
(M5)7
(M0)7
(L7)7
(F1F)7
(T5)7
S7
٨
99999999999999999999
-8
8.0""".splitlines()
FAULTS = {
    **{f"{BOARD.replace('3F4', rank)} {REST}": "" for rank in RANK_FAULTS},
    f"{'9' * 5000}/8/8/8/8/8/8/7S {REST}": "",
    f"999999999/8/8/8/8/8/8/7S {REST}": "",
    "junk": "six parts: ranks, side to move, .* turn number, such as tcslnmct",
    BOARD: "six parts",
    f"{BOARD} {REST} 1": "six parts",
    f"{BOARD}  {REST}": "six parts",
    f" {BOARD} {REST}": "six parts",
    f"{BOARD}\n{REST}": "six parts",
    f"{BOARD[:-3]} {REST}": "8 ranks",
    f"{BOARD}/8 {REST}": "8 ranks",
    f"{BOARD}/8/8 {REST}": "8 ranks",
    **{f"{BOARD} {side} 0,0 00 0 9": "w or b" for side in ("W", "-", "white", "wb")},
    **{
        f"{BOARD} w {pools} 00 0 9": "number"
        for pools in ("11,0", "0", "-1,0", "0,0,0", "00,0", "0;0", "a,b")
    },
    **{f"{BOARD} w 0,0 {moved} 0 9": "number" for moved in ("0", "000", "02", "--", "x0")},
    **{f"{BOARD} w 0,0 00 {quiet} 9": "number" for quiet in ("-1", "00", "007", "x", "1.5", "٣")},
    **{f"{BOARD} w 0,0 00 0 {ply}": "number" for ply in ("0", "-1", "01", "x", "9" * 400)},
    f"8/8/8/8/3F4/8/8/7S {REST}": "Pyramid",
    f"7s/8/8/8/3F4/8/8/8 {REST}": "Pyramid",
    f"7s/8/8/8/3N4/8/8/6NS {REST}": "one Flag",
    f"{BOARD.replace('3F4', '3T4')} {REST}": "Toruses",
    f"{BOARD.replace('3F4', '3t4')} w 10,0 00 0 9": "Toruses",
}


@pytest.mark.parametrize("text", FAULTS, ids=[text[:50] for text in FAULTS])
def test_every_fault_of_a_position_text_is_an_option_error(text):
    with pytest.raises(OptionError, match=FAULTS[text] or None) as error:
        GAME.options({"position": text})
    assert re.fullmatch(r"position .{20,250}\.", str(error.value), re.DOTALL), str(error.value)
    assert "allowed" in str(error.value)


def test_a_position_has_as_many_ranks_as_the_board():
    wide = shown(put("Fd4", flatRows=3))
    assert shown(start(position=wide, flatRows=3)) == wide
    for position, flat_rows in ((wide, 2), (shown(put("Fd4")), 3)):
        with pytest.raises(OptionError, match=f"{10 if flat_rows == 3 else 8} ranks"):
            GAME.options({"position": position, "flatRows": flat_rows})


# --- options ------------------------------------------------------------------------------------------

VALUES = {
    "layout": ["TCSLNMCT", "random", "NTTCCSML"],
    "symmetry": ["mirror", "rotate"],
    "flatRows": [1, 0, 2, 3],
    "rowOrder": ["SF", "FS"],
    "first": ["seeded", "white", "black"],
    "torusHitsFlag": ["off", "on"],
    "compliments": ["free", "list", "off"],
    "quiet": [14, 0, 1, 50, 1000],
    "quietResult": ["army", "strength", "draw"],
    "noRematchAfterDraw": ["on", "off"],
    "position": ["", f"{BOARD} {REST}"],
}
WRONG = {
    "layout": [None, 8, "TCSLNMC", "tcslnmct"],
    "symmetry": ["Mirror", "none", 1],
    "flatRows": [-1, 4, "2", 2.0, True, None],
    "rowOrder": ["", "FF", "SSF", "sf", "SFF", "SFFFF", 2],
    "first": ["White", "cyan", 0],
    "torusHitsFlag": ["yes", True, 1, "ON"],
    "compliments": ["on", "", None],
    "quiet": [-1, 1001, "100", 100.0, True, None],
    "quietResult": ["win", "Strength"],
    "noRematchAfterDraw": [False, "no"],
    "position": [None, 3, []],
}


def test_the_defaults_are_those_of_the_rulings():
    assert options_data(GAME.options({})) == {name: values[0] for name, values in VALUES.items()}
    assert [spec.name for spec in GAME.option_specs] == list(VALUES)


@pytest.mark.parametrize("name", VALUES)
def test_each_value_of_an_option_is_taken_and_kept(name):
    for value in VALUES[name]:
        assert options_data(GAME.options({name: value}))[name] == value
        assert GAME.to_act(start(**{name: value})) in ((WHITE,), (BLACK,))


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in WRONG for value in WRONG[name]])
def test_a_wrong_value_is_refused_with_field_value_and_what_is_allowed(name, value):
    with pytest.raises(OptionError) as error:
        GAME.options({name: value})
    sentence = str(error.value)
    slug = next(spec.slug for spec in GAME.option_specs if spec.name == name)
    assert sentence.startswith(f"{slug} can't be ")
    assert str(value) in sentence
    assert re.search(r"allowed:? .*\w|it needs one S", sentence), sentence


@pytest.mark.parametrize("name", ["Layout", "flat_rows", "boardSize", "colour", ""])
def test_an_unknown_option_is_refused(name):
    with pytest.raises(GameError, match="There's no option"):
        GAME.options({name: 1})


# --- presets and rulesets -----------------------------------------------------------------------------


def test_the_usual_preset_comes_first_and_all_have_options_of_the_game():
    assert [preset.name for preset in GAME.presets] == [
        "Standard",
        "Quick",
        "Collision",
        "Classic",
        "Shuffled",
    ]
    assert dict(GAME.presets[0].options) == {}
    for preset in GAME.presets:
        GAME.options(preset.options)


def test_Quick_is_the_same_for_both_and_White_begins():
    quick = find_preset(GAME.presets, "Quick")
    state = GAME.new(GAME.options(quick.options), SEED)
    ranks = shown(state).split()[0].split("/")
    assert [rank.swapcase() for rank in ranks] == ranks[::-1]
    assert GAME.to_act(state) == (WHITE,)
    assert [preset.name for preset in GAME.presets if preset.rated] == ["Standard"]


def test_CCC_5_CCC_75_classic_has_two_rows_of_flats_and_a_hundred_quiet_plies_are_a_draw():
    classic = GAME.options(find_preset(GAME.presets, "classic").options)
    assert (classic.row_order, classic.quiet, classic.quiet_result) == ("SFF", 100, "draw")


def flats_of(scene, seat):
    """Return how many Flats of a side are in a picture."""
    return sum(token.stack for token in scene.tokens if token.shape == "tower" and token.seat == seat)


def test_no_picture_of_the_rules_has_more_flats_than_a_side_begins_with():
    pictures = {page.title: page.scene for page in GAME.rules() if page.scene is not None}
    flats = {title: [flats_of(scene, seat) for seat in (0, 1)] for title, scene in pictures.items()}
    assert flats["The idea"] == [8, 8]
    assert flats["Stacking"] == [8, 8]
    assert {title for title, sides in flats.items() if max(sides) > 8} == set()


def test_a_record_of_the_first_ruleset_is_refused_in_a_sentence():
    record = Record("ccc", "ccc/1", {}, SEED, ("Mara", "Tom"), "*", "", ())
    assert verify(GAME, record) == Verdict(False, 0, "The record is for ruleset ccc/1; this is ccc/3.")


def test_frozen_pieces_and_the_zones_of_both_flags_are_shown():
    text = "8/1n6/FfL5/8/8/5N2/5fF1/s1(fm)5 w 10,4 00 3 27"
    seen = GAME.scene(GAME.view(GAME.new(GAME.options({"position": text}), bytes(32)), 0))
    assert {token.square for token in seen.tokens if token.frozen} == {"a6", "f2"}
    zones = {tint.kind: set(tint.squares) for tint in seen.tints}
    assert zones["frozen0"] == {"e4", "f4", "g4", "e3", "g3", "e2", "f2", "g2"}
    assert zones["frozen1"] == {"a8", "b8", "c8", "a7", "c7", "a6", "b6", "c6"}


def test_a_wound_is_part_of_the_picture():
    text = "8/8/8/8/8/8/(L1)7/s1(FFM3S)5 w 10,4 00 3 27"
    seen = GAME.scene(GAME.view(GAME.new(GAME.options({"position": text}), bytes(32)), 0))
    worn = {token.square: (token.stack, token.layers, token.worn) for token in seen.tokens}
    assert worn == {"a2": (0, (3,), (5,)), "a1": (0, (1,), (0,)), "c1": (2, (2, 1), (1, 0))}


def test_the_credits_are_those_of_the_rule_text():
    page = next(page for page in GAME.rules() if page.title == "Credits")
    markdown = Path("games/ccc/RULES.md").read_text(encoding="utf-8")
    readme = Path("README.md").read_text(encoding="utf-8")
    for name in ("Nikki Bee", "Checkers", "Chess", "Tak", "Veritas", "Sylvie"):
        assert name in page.text
        assert name in markdown
        assert name in GAME.credits
        assert name in readme.partition("**Collapsable Construct Collision.**")[2].partition("\n")[0]
    for address in (
        "https://en.wikipedia.org/wiki/Chess",
        "https://boardgamegeek.com/boardgame/197405/tak",
        "https://boardgamegeek.com/boardgame/27042/veritas",
        "https://www.glorioustrainwrecks.com/node/11526",
    ):
        assert address in page.text
        assert address in markdown


@pytest.mark.parametrize("structure", ["Flat Stack", "Constructed Pyramid", "Pyramid Stack"])
def test_how_a_structure_collapses_is_told_in_numbered_steps(structure):
    page = next(page for page in GAME.rules() if page.title == f"A {structure} collapses")
    numbers = [int(line.split(".")[0]) for line in page.text.splitlines() if re.match(r"\d+\. ", line)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 5


def test_the_small_picture_shows_as_many_pieces_of_each_side():
    assert Counter(token.seat for token in GAME.icon().tokens) == {WHITE: 3, BLACK: 3}
