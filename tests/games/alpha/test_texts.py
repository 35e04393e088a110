"""Alpha's texts: actions and positions (docs/engine.md, sections 1, 4 and 5)."""

from __future__ import annotations

import re
from itertools import product

import pytest

from games import GameError, Illegal, Unreadable
from games.core.selfplay import numbered_seed, playing
from tests.kit.games.alpha_table import (
    AI,
    BOTH_VARIANTS,
    GAME,
    HUMAN,
    PUBLIC,
    VIEWERS,
    action_of,
    hand,
    legal,
    mover,
    outcome,
    play,
    playout,
    put,
    refused,
    shown,
    start,
    step,
    turn,
    twin,
)

FORM = re.compile(r"play ([1-9]|[12]\d|30) [1-5]|cast ([1-9]|[12]\d|30) [mo][1-5]|attack [1-5] [1-5]|end")
POSITION = re.compile(
    r"(?P<own>SLOTS)\|(?P<opposing>SLOTS) \d+/\d+ \d+/\d+ (?P<counts>\d+,\d+,\d+ \d+,\d+,\d+)"
    r" (?P<acts>me|op|-) (?P<phase>[AC]) (?P<ply>[1-9]\d*)".replace(
        "SLOTS", r"(?:(?:-|[1-5]/(?:[1-9]|10)!?)(?:,|(?=[| ]))){5}"
    )
)
SLOTS = range(1, 6)
PLACES = (1, 2, 3, 7, 31)
EVERY_TEXT = [
    "end",
    *(f"play {place} {slot}" for place, slot in product(PLACES, SLOTS)),
    *(f"cast {place} {whose}{slot}" for place, whose, slot in product(PLACES, "mo", SLOTS)),
    *(f"attack {slot} {target}" for slot, target in product(SLOTS, SLOTS)),
]
STRAYS = (
    "", " ", "End", "END", "end ", " end", "end\n", "pass", "--", "resign", "play", "play 1",
    "play 1 1 ", " play 1 1", "play  1 1", "play 1  1", "play\t1 1", "play 1\n1", "play 1 1\n",
    "Play 1 1", "play 01 1", "play 1 01", "play +1 1", "play -1 1", "play 0 1", "play 1 0", "play 1 6",
    "play 100 1", "play 1.0 1", "play １ 1", "play 1 ١", "play wolf 1", "play 1 1 1", "play 1,1",
    "play 1 m1", "cast 1 1", "cast 1 x1", "cast 1 M1", "cast 1 O1", "cast 1 m 1", "cast 1 m0",
    "cast 1 o6", "cast 1 m1 ", "cast 01 m1", "cast 1", "attack 1", "attack 1 0", "attack 6 1",
    "attack 0 1", "attack 1 o1", "attack m1 o1", "attack 1 1 1", "attack 01 1", "Attack 1 1",
    "attack 1-1", "ättack 1 1", "play 1 1; end",
)  # fmt: skip


def crowd(**more):
    return put("wolf@1 ox@3:2 bear@5!", "boar@2 viper@4", hands=("wolf spark bear", "ox spark"), **more)


# --- actions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
@pytest.mark.parametrize("number", range(2))
def test_every_legal_action_is_read_back_from_its_text(number, options):
    for state, seat, *_ in playout(number, **options):
        view = GAME.view(state, seat)
        actions = list(GAME.actions(view))
        texts = [GAME.format(action) for action in actions]
        assert len(set(texts)) == len(texts) > 0
        assert all(FORM.fullmatch(text) for text in texts)
        assert [GAME.parse(view, text) for text in texts] == actions


@pytest.mark.parametrize("text", EVERY_TEXT)
def test_every_text_of_the_notation_is_that_of_its_action(text):
    assert GAME.format(action_of(text)) == text


@pytest.mark.parametrize("phase", ["A", "C"])
def test_what_is_listed_is_what_is_read(phase):
    state = crowd(phase=phase, energy=(3, 3))
    listed = set(legal(state))
    assert {text for text in EVERY_TEXT if reads(state, HUMAN, text)} == listed


def reads(state, seat, text):
    try:
        return GAME.format(GAME.parse(GAME.view(state, seat), text)) == text
    except GameError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("text", STRAYS)
def test_actions_are_read_strictly(text):
    for phase in "AC":
        refused(crowd(phase=phase), text, error=Unreadable)


def test_a_long_text_is_refused_in_a_short_sentence():
    for text in ("x" * 5000, "play " + "9" * 5000 + " 1"):
        assert len(refused(crowd(), text, error=Unreadable)) < 200


def test_hand_places_count_from_1_in_the_order_of_drawing():
    state = put("ox@1", hands=("spark wolf arrow", ""))
    assert legal(state, "play") == ["play 2 2", "play 2 3", "play 2 4", "play 2 5"]
    assert legal(state, "cast") == ["cast 1 m1", "cast 3 m1"]
    assert hand(play(state, "cast 1 m1"), HUMAN) == ["wolf", "arrow"]


def test_places_beyond_9_are_read():
    state = put("ox@1", hands=("spark*11 wolf", ""), energy=(30, 0))
    assert hand(play(state, "cast 10 m1", "play 11 5"), HUMAN) == ["spark"] * 10


# --- refusals leak nothing and change nothing --------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
def test_what_is_read_and_why_not_follows_from_the_own_view(options):
    differing = 0
    for state, *_ in playout(7, **options)[::11]:
        for who in VIEWERS:
            world = twin(state, who)
            differing += world.hands != state.hands
            assert answers(state, who) == answers(world, who)
    assert differing > 10


def answers(state, who):
    """Return the replies of `parse` to every text; check that parsing changes nothing."""
    view, before = GAME.view(state, who), repr(state)
    said = [answer(view, text) for text in (*EVERY_TEXT, *STRAYS[::7])]
    assert repr(state) == before
    return said


def answer(view, text):
    try:
        return GAME.parse(view, text)
    except GameError as error:
        return type(error), str(error)


def test_no_refusal_names_a_card_that_its_reader_does_not_see():
    state = put("1/4@1", "2/7@2", hands=("3/6 5dmg", "4/9 7dmg"), decks=("3/8", "4/5"))
    for phase in "AC":
        for who in VIEWERS:
            sentences = repr(answers(put_phase(state, phase), who))
            hidden = {HUMAN: ["4/9", "7dmg"], AI: ["3/6", "5dmg"]}.get(who, ["3/6", "5dmg", "4/9", "7dmg"])
            assert not [word for word in (*hidden, "3/8", "4/5") if f"Own {word}" in sentences]


def put_phase(state, phase):
    return state if phase == "A" else play(state, "end")


def test_legality_and_the_list_are_the_same_in_worlds_that_cannot_be_told_apart():
    for state, seat, *_ in playout(8)[::7]:
        assert legal(state) == legal(twin(state, seat))


def test_play_refuses_what_parse_refuses_and_changes_nothing():
    for state, seat, *_ in playout(9)[::23]:
        listed, before = set(legal(state)), repr(state)
        for text in EVERY_TEXT:
            if text not in listed:
                with pytest.raises(Illegal):
                    GAME.play(state, seat, action_of(text))
            else:
                GAME.play(state, seat, action_of(text))
            with pytest.raises(Illegal):
                GAME.play(state, 1 - seat, action_of(text))
        assert repr(state) == before


def test_what_somebody_is_told_is_the_same_in_worlds_that_cannot_be_told_apart():
    """Except the card that is played or drawn, where the worlds may differ for the others."""
    for state, seat, action, played in playout(10):
        word = GAME.format(action).split(" ")[0]
        for who in VIEWERS:
            same = word == "attack" or (word == "end" and who != 1 - seat)
            if GAME.to_act(played.state) and (who == seat or same):
                assert GAME.play(twin(state, who), seat, action).told[who] == played.told[who]


# --- positions ----------------------------------------------------------------------------------------


def test_the_example_of_the_contract():
    state = put(
        "2/2@1 1/4@4!",
        "3/3@3",
        hands=("wolf*5", "wolf*4"),
        decks=("ox*22", "ox*23"),
        discards=("spark", ""),
        energy=("0/3", 2),
        phase="C",
        ply=5,
    )
    assert shown(state, HUMAN) == "2/2,-,-,1/4!,-|-,-,3/3,-,- 0/3 2/2 22,5,1 23,4,0 me C 5"


def test_a_seat_reads_its_own_side_first_and_the_public_reads_from_seat_0():
    state = play(put("wolf@2", "ox@4:3", hands=("boar", "bear arrow"), energy=(5, 4)), "play 1 1", "end")
    mine = "3/3,2/2,-,-,-|-,-,-,2/3,- 2/5 4/4 1,0,0 1,2,0 me C 9"
    theirs = "-,-,-,2/3,-|3/3,2/2,-,-,- 4/4 2/5 1,2,0 1,0,0 op C 9"
    assert [shown(state, who) for who in (HUMAN, AI, PUBLIC)] == [mine, theirs, mine]


def test_the_mark_says_who_has_attacked_in_the_turn_under_way():
    state = play(put("wolf@1 bear@2", "ox@4", phase="C", decks=("ox*9", "ox*9")), "attack 2 4")
    assert shown(state) == "2/2,4/2!,-,-,-|-,-,-,2/1,- 9/9 9/9 9,0,0 9,0,0 me C 9"
    pressed = play(state, "attack 1 1")
    assert shown(pressed).startswith("2/2!,4/2!,-,-,-|-,-,-,2/1,- ")
    assert shown(play(pressed, "end")).startswith("2/2,4/2,-,-,-|-,-,-,2/1,- ")
    assert shown(turn(play(pressed, "end"))).startswith("2/2,4/2,-,-,-|-,-,-,2/1,- ")


def test_the_health_is_what_is_left_and_the_attack_is_printed():
    assert shown(put("bear@1:1", "mammoth@5:10")).startswith("4/1,-,-,-,-|-,-,-,-,5/10 ")


@pytest.mark.parametrize("who", VIEWERS)
def test_when_it_is_over_nobody_is_to_act(who):
    state = play(put("wolf@1", "bear@1:2", decks=("ox", ""), phase="C"), "attack 1 1", "end")
    assert outcome(state) == (HUMAN, "exhaustion")
    mine = "-,-,-,-,-|-,-,-,-,- 9/9 9/9 1,0,1 0,0,1 - C 9"
    theirs = "-,-,-,-,-|-,-,-,-,- 9/9 9/9 0,0,1 1,0,1 - C 9"
    assert shown(state, who) == (theirs if who == AI else mine)


@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
def test_every_position_has_the_form_of_the_contract(options):
    moments = playout(11, **options)
    for state in [moments[0][0], *(played.state for *_, played in moments)]:
        for who in VIEWERS:
            found = POSITION.fullmatch(shown(state, who))
            assert found, shown(state, who)
            expected = "-" if outcome(state) else "me" if mover(state) == (who or 0) else "op"
            assert (found["acts"], int(found["ply"])) == (expected, GAME.turn_number(state))


@pytest.mark.parametrize("options", [{}, BOTH_VARIANTS])
def test_both_seats_read_the_same_table(options):
    for state, *_ in playout(12, **options)[::3]:
        mine, theirs = (POSITION.fullmatch(shown(state, seat)) for seat in (HUMAN, AI))
        assert (mine["own"], mine["opposing"]) == (theirs["opposing"], theirs["own"])
        assert mine["counts"].split(" ") == theirs["counts"].split(" ")[::-1]


def test_the_number_of_the_turn_grows_with_every_turn_and_only_then():
    for state, _, action, played in playout(13):
        passed = GAME.format(action) == "end" and state.table.phase == "C" and not GAME.result(played.state)
        assert GAME.turn_number(played.state) == GAME.turn_number(state) + passed


def test_the_first_position_of_a_match():
    line = shown(start(bytes([3]) * 32), GAME.to_act(start(bytes([3]) * 32))[0])
    assert line == "-,-,-,-,-|-,-,-,-,- 1/1 0/0 24,6,0 25,5,0 me A 1"


def test_the_unreadable_are_told_how_to_write():
    sentence = refused(crowd(), "summon the wolf", error=Unreadable)
    assert all(word in sentence for word in ("play 3 1", "cast 4 o2", "attack 1 3", "end"))
    assert step(crowd(), "end")


# --- read aloud ---------------------------------------------------------------------------------------


def test_who_cannot_see_the_board_hears_each_creature_with_its_slot_attack_and_health():
    heard, levels = 0, (GAME.players["skilled"], GAME.players["alpha"])
    for _, state in list(playing(GAME, GAME.options({}), numbered_seed(14), levels))[::9]:
        for who in VIEWERS:
            alt = GAME.scene(GAME.view(state, who)).alt
            for seat, side in enumerate(state.table.sides):
                owner = "Your" if seat == who else ("The player's", "The bot's")[seat]
                said = alt.partition(f" {owner} creatures: ")[2].partition(". Energy")[0].split("; ")
                there = [creature_in_words(*slot) for slot in enumerate(side.slots, 1) if slot[1]]
                assert [line.removesuffix(" (has attacked)") for line in said] == (there or ["none"])
                heard += len(there)
    assert heard > 50


def creature_in_words(slot, creature):
    card, left = creature.card, creature.health
    health = f"{left} of {card.health}" if left < card.health else f"{left}"
    return f"slot {slot} {card.name}, attack {card.attack}, health {health}"


def test_a_hand_is_read_aloud_to_its_owner_alone():
    state = put("", "", hands=("bear spark", "pitfall"))
    alts = [GAME.scene(GAME.view(state, who)).alt for who in VIEWERS]
    assert alts[HUMAN].endswith("Your hand: 1 Bear, attack 4, health 4, cost 4; 2 Spark, 2 damage, cost 1.")
    assert "Bear" not in alts[AI] + alts[2]
    assert "Pitfall" not in alts[HUMAN] + alts[2]


def test_where_everything_does_not_fit_names_and_numbers_are_shortened():
    state = put("wolf@1:1 ox@2! bear@3 boar@4 viper@5", "mammoth@1", hands=("hedgehog*30", ""))
    alt = GAME.scene(GAME.view(state, HUMAN)).alt
    assert len(alt) <= 1024
    assert "Your creatures: 1 Wolf 2/1, 2 Ox 2/5 (has attacked), 3 Bear 4/4" in alt
