"""Typed actions: spaces, dashes, capitals, paths and names are understood, and mistakes are named."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, GameError
from games.core.vocabulary.typed import even, is_straight, plain, squares
from tests.games.creators import table as creators_table
from tests.games.decoy import table as decoy_table
from tests.kit.games import alpha_table, ccc_table
from tests.kit.games.playouts import situations


def understood(key, state, text, seat=0):
    return GAMES[key].understood(GAMES[key].view(state, seat), text)


def refused(key, state, text, seat=0):
    with pytest.raises(GameError) as caught:
        understood(key, state, text, seat)
    return str(caught.value)


def creators(die=3):
    return creators_table.put("d9 e9", "d6 f1", die=die)


CREATORS = {
    "d9-d6": "d9xd6",
    "d9d6": "d9xd6",
    "D9 – D6": "d9xd6",
    "d9 d6": "d9xd6",
    "d9→d6": "d9xd6",
    "pawn d9 takes d6": "d9xd6",
    "Move e9 to e6.": "e9-e6",
    "e9-e8-e7-e6": "e9-e6",
    "e9 h6": "e9-h6",
}


@pytest.mark.parametrize("text", CREATORS)
def test_a_pawns_move_is_understood(text):
    assert understood("creators", creators(), text) == (CREATORS[text],)


@pytest.mark.parametrize("text", ["ROLL", " roll ", "Roll the die!", "dice"])
def test_a_roll_is_understood(text):
    assert understood("creators", creators(die=0), text) == ("roll",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("h2 h5", "You have no pawn on h2."),
        ("D9–D7", "A pawn moves exactly 3 in a straight line; d9 to d7 isn't that."),
        ("e9-e8-f7-f6", "A pawn moves in one straight line, and “e9 e8 f7 f6” isn't one."),
        ("e9", "“e9” isn't a move."),
        ("z9 d6", "z9 isn't on the board."),
        ("d9-d6\n" * 50, "isn't a move."),
    ],
)
def test_a_mistake_about_pawns_is_named(text, sentence):
    assert sentence in refused("creators", creators(), text)


def decoy(phase="m", **options):
    return decoy_table.put("Se5 Gh2 Da1", "Gf6", phase=phase, **options)


DECOY = {
    "h2h3": ("h2-h3",),
    "H2-H3": ("h2-h3",),
    "h2 – h3": ("h2-h3",),
    "h2 h3": ("h2-h3",),
    "Guardian h2 to h3": ("h2-h3",),
    "h2-h3-h4": ("h2-h3", "h3-h4"),
    "h2h3h4": ("h2-h3", "h3-h4"),
    "e5 e4 d4 d3": ("e5-e4", "e4-d4", "d4-d3"),
    "h2-h3-h2": ("h2-h3", "h3-h2"),
    "End turn": ("end",),
    "done": ("end",),
}


@pytest.mark.parametrize("text", DECOY)
def test_steps_and_whole_paths_are_understood(text):
    assert understood("decoy", decoy(), text) == DECOY[text]


@pytest.mark.parametrize("text", ["e5xf6", "E5 x F6", "e5×f6", "e5f6", "e5–f6", "Scout e5 takes f6"])
def test_an_attack_is_understood_where_an_enemy_is_seen(text):
    assert understood("decoy", decoy("a"), text) == ("e5xf6",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("h4 h5", "You have no piece on h4."),
        ("h2h4", "A Guardian can't step from h2 to h4: one square at a time, in any direction."),
        ("h2-h3-h4-h5", "That path takes 3 steps, and your Guardian has 2 left this turn."),
        ("e5-e4-d3", "A Scout can't step from e4 to d3: one square at a time, along a row or column."),
        ("e5-e6-f6", "There's a piece on f6."),
        ("e5 x f6", "You're still moving. Tap “End movement” or type “end” first"),
        ("k5 k6", "k5 isn't on the board: its columns go from a to j, its rows from 0 to 9."),
        ("castle", "“castle” isn't an action."),
    ],
)
def test_a_mistake_about_steps_is_named(text, sentence):
    assert sentence in refused("decoy", decoy(), text)


def test_a_path_takes_no_more_points_than_there_are():
    assert refused("decoy", decoy(points=1), "h2-h3-h4") == "That path takes 2 points, and you have 1 left."


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Fortress", "setup S2DCD3S/1D1GDG1D2/2I4I2"),
        ("setup shell game", "setup 2D1D2D2/1D1C2D3/S1GI2IG1S"),
        ("SETUP c9 / ss8 / ggiiddddd1", "setup C9/SS8/GGIIDDDDD1"),
    ],
)
def test_a_layout_is_understood_by_its_name_too(text, meant):
    assert understood("decoy", decoy_table.start(), text) == (meant,)


def ccc(pieces="Fd4 (FF)a1 Cb1 Mc1 Lf1 Nh2", **options):
    return ccc_table.put(f"{pieces} fd5 fd7 fg8 nh7", **options)


CCC = {
    "d4 c4": "d4-c4",
    "D4–C4": "d4-c4",
    "d4c4": "d4-c4",
    "d4-d6": "d4^d6",
    "d4 d6 d8": "d4^d6^d8",
    "d4-d5": "d4xd5",
    "Flat d4 takes d5": "d4xd5",
    "b1-b2-b3": "b1-b3",
    "2 A1 + 1 1": "2a1+11",
    "2a1–>": None,
    "swap f1 c1": "c1~f1",
    "F1 ~ C1": "c1~f1",
    "n@d3{Cool move.}": "N@d3{Cool move.}",
    "Flag to d3: Lovely hop.": "N@d3{Lovely hop.}",
    'N@d3{She said "hi".}': 'N@d3{She said \\"hi\\".}',
}


@pytest.mark.parametrize("text", [text for text, meant in CCC.items() if meant])
def test_an_action_of_ccc_is_understood(text):
    assert understood("ccc", ccc(), text) == (CCC[text],)


@pytest.mark.parametrize("name", [*"FCTSMLctsml", "Small", "medium pyramid", "Large Pyramid", "flat stack"])
def test_a_piece_may_be_named_before_its_square(name):
    assert understood("ccc", ccc(), f"{name} d4 to c4") == ("d4-c4",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b1 d2", "A Cube can't reach d2 from b1: it goes one to five squares in a straight line"),
        ("c4 c5", "You have no piece on c4."),
        ("d4xc4", "c4 is empty; use “-” for that."),
        ("d4-i4", "i4 isn't on this board: its files go from a to h, its ranks from 1 to 8."),
        ("a1-b1-c1", "A Flat Stack can't reach c1 from a1: it goes one square along a rank or file."),
        ("b1-c2-c3", "Only a lone Flat can hop, and there's a Cube on b1."),
        ("flag d3", "A Nice Flag moves with a compliment; write N@d3{Cool move.}, for example."),
        ("h2-d3", "A Nice Flag moves with a compliment; write N@d3{Cool move.}, for example."),
        ("pass", "You can't pass while there's something you can do."),
        ("N@c3{{}}", "isn't an action"),
        ("2a1–>", "isn't an action"),
    ],
)
def test_a_mistake_of_ccc_is_named(text, sentence):
    assert sentence in refused("ccc", ccc(), text)


def test_where_flags_move_without_words_none_are_asked_for():
    assert understood("ccc", ccc(compliments="off"), "flag to d3") == ("N@d3{}",)


def test_understanding_a_text_looks_at_few_of_the_millions_of_collapses(monkeypatch):
    state = ccc_table.put("(FFFFFLMS)d4 sh8")
    game, looked = type(GAMES["ccc"]), itertools.count()
    actions = game.actions
    monkeypatch.setattr(
        game, "actions", lambda self, view: (a for a in actions(self, view) if next(looked) >= 0)
    )
    for text in ("hello", "d4 d5 d6", "8d4:+1", "d4"):
        refused("ccc", state, text)
    assert next(looked) < 100


def alpha(phase="A"):
    hands = ("bear spark pitfall tiger wolf", "")
    return alpha_table.put("wolf@1 ox@2 wolf@4!", "rhino@2 viper@3", hands=hands, phase=phase)


CARDS = {
    "play bear": "play 1 3",
    "Play BEAR in slot 5": "play 1 5",
    "bear": "play 1 3",
    "Play 1-3": "play 1 3",
    "cast spark rhino": "cast 2 o2",
    "Spark on Viper": "cast 2 o3",
    "spark 3": "cast 2 o3",
    "pitfall on my ox": "cast 3 m2",
    "End turn": "end",
    "spark on their viper": "cast 2 o3",
    "put tiger into slot 5": "play 4 5",
}
ATTACKS = {
    "Attack 1 → 2": "attack 1 2",
    "1 2": "attack 1 2",
    "1x3": "attack 1 3",
    "OX attacks VIPER": "attack 2 3",
    "attack viper with ox": "attack 2 3",
    "wolf 5": "attack 1 5",
    "done": "end",
    "my ox attacks their rhino": "attack 2 2",
    "attack with ox viper": "attack 2 3",
    "ox 3 and": "attack 2 3",
}


@pytest.mark.parametrize("text", CARDS)
def test_a_card_is_understood_by_its_name(text):
    assert understood("alpha", alpha(), text) == (CARDS[text],)


@pytest.mark.parametrize("text", ATTACKS)
def test_an_attack_is_understood_by_names(text):
    assert understood("alpha", alpha("C"), text) == (ATTACKS[text],)


@pytest.mark.parametrize(
    ("phase", "text", "sentence"),
    [
        ("A", "play golem", "There's no card called “golem” in your hand."),
        ("A", "play bear 1", "Slot 1 is taken by Wolf."),
        ("A", "play bear 7", "Slots go from 1 to 5; there's no slot 7."),
        ("A", "spark", "Spark could hit 2 creatures; name its slot, such as o2."),
        ("A", "Attack 1-2", "You attack in the Combat Phase: end the Action Phase first."),
        ("C", "attack ox", "Say which slot it attacks, such as attack 2 3."),
        ("C", "bear 1", "You have no creature called “bear 1”. Write “attack 1 3” or “end”."),
        ("C", "4 2", "Wolf in slot 4 has already attacked this turn."),
        ("A", "nonsense", "“nonsense” isn't an action. Write “play 3 1”"),
        ("A", "play 1 1 " * 30, "Write “play 3 1”"),
        ("A", "play 2 1", "Spark is an object: cast it."),
        ("A", "cast 2 o1", "There's no creature in the opposing slot 1."),
        ("A", "play bear 0", "Slots go from 1 to 5; there's no slot 0."),
        ("A", "play 6", "You have 5 cards in hand; there's no number 6."),
        ("A", "play 12", "You have 5 cards in hand; there's no number 12."),
        ("A", "play bear 1 2", "isn't an action"),
        ("A", "pitfall on mammoth", "There's no creature like that for Pitfall; name its slot, such as o2."),
        ("C", "ox 3 4", "“ox 3 4” isn't an action."),
    ],
)
def test_a_mistake_about_cards_is_named(phase, text, sentence):
    assert sentence in refused("alpha", alpha(phase), text)


def test_own_and_opposing_creatures_of_a_name_are_told_apart():
    state = alpha_table.put("wolf@1", "wolf@2", hands=("spark", ""))
    assert understood("alpha", state, "spark my wolf") == ("cast 1 m1",)
    assert understood("alpha", state, "spark their wolf") == ("cast 1 o2",)
    assert "Spark could hit 2 creatures" in refused("alpha", state, "spark wolf")


def test_of_several_of_a_name_the_one_that_can_is_meant_and_with_two_the_slot_is_asked_for():
    state = alpha_table.put("wolf@1! wolf@2", "ox@1", phase="C")
    assert understood("alpha", state, "wolf 1") == ("attack 2 1",)
    for own in ("wolf@1 wolf@2", "wolf@1! wolf@2!"):
        state = alpha_table.put(own, "ox@1", phase="C")
        assert "Several creatures are called Wolf; use the slot's number." in refused(
            "alpha", state, "wolf 1"
        )


def test_a_card_of_which_there_are_two_is_the_first_and_a_full_row_takes_none():
    state = alpha_table.put("", "", hands=("ox wolf wolf", ""))
    assert understood("alpha", state, "wolf") == ("play 2 1",)
    full = alpha_table.put(" ".join(f"wolf@{n}" for n in range(1, 6)), "", hands=("wolf", ""))
    assert refused("alpha", full, "wolf") == "All 5 of your slots are taken."


# --- all games ------------------------------------------------------------------------------------------

every_game = pytest.mark.parametrize("key", sorted(GAMES))


@pytest.mark.slow
@every_game
@given(data=st.data())
def test_every_listed_action_is_understood_as_itself_and_as_it_is_carelessly_typed(key, data):
    situation = data.draw(situations(key))
    game = situation.game
    for view in situation.views().values():
        for action in itertools.islice(game.actions(view), 40):
            text = game.format(action)
            assert game.understood(view, text) == (text,)
            if "{" not in text:
                assert game.understood(view, f" {text.upper().replace('-', ' – ')} ") == (text,)


@pytest.mark.proof
@every_game
@given(data=st.data(), text=st.text(max_size=60))
def test_whatever_is_typed_is_an_action_or_a_short_sentence(key, data, text):
    situation = data.draw(situations(key, most=6))
    game = situation.game
    for view in situation.views().values():
        meant = _meant_or_told(game, view, text)
        if isinstance(meant, GameError):
            assert 0 < len(str(meant)) < 400
        else:
            assert game.format(game.parse(view, meant[0])) == meant[0]


def _meant_or_told(game, view, text):
    try:
        return game.understood(view, text)
    except GameError as error:
        return error


@pytest.mark.parametrize("text", ["n" + " " * 490 + "}}", "flag " * 95, "h2 " * 160 + "?", "a" * 500])
def test_a_text_that_is_nothing_is_found_out_at_once(text):
    for key, state in (("ccc", ccc()), ("decoy", decoy()), ("alpha", alpha()), ("creators", creators())):
        assert refused(key, state, text)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_who_is_not_to_act_is_told_no_more_than_by_the_notation(key):
    game = GAMES[key]
    state = game.new(game.options({}), bytes(32))
    view = game.view(state, None)
    for text in ("roll", "h2 h3", "fortress", "play wolf", "end"):
        with pytest.raises(GameError) as kindly:
            game.understood(view, text)
        with pytest.raises(GameError) as strictly:
            game.parse(view, text)
        assert str(kindly.value) == str(strictly.value)


def test_squares_are_read_one_after_another_and_nothing_else_may_stand_there():
    assert squares("h2h3") == squares("H2–H3") == squares("move h2 to h3!") == ("h2", "h3")
    assert squares("a10 x b9") == ("a10", "b9")
    assert squares("h2 queen h3") == squares("**h2** h3") == squares("h") == ()
    assert squares("Scout h2 h3", "scout") == ("h2", "h3")
    assert squares("h2 " * 1000) == ()


def test_a_straight_line_goes_on_in_one_direction():
    assert is_straight(("a1", "b2", "d4"))
    assert is_straight(("c9", "c1"))
    assert not is_straight(("a1", "b3"))
    assert not is_straight(("a1", "c1", "b1"))
    assert not is_straight(("a1", "a1"))


def test_texts_are_made_plain():
    assert plain(" Shell — GAME! ") == "shellgame"
    assert even("D4  ×  É5") == "d4 x e5"
