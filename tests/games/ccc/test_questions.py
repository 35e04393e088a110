"""The questions by which a turn is chosen, from the piece to the last drop, and the pictures above them."""

from __future__ import annotations

from games.ccc.rules.compliments import READY, READY_FOR_THE_GAME
from games.ccc.screen import prompt
from games.core.screen.prompt import COMPASS
from tests.kit.games.ccc_table import GAME, drawn_board, play, put, side_of
from tests.kit.games.drafts import Asked

ROOM = "Sa1 Lh1 Cb1 (FFFF)d4 Nh4 fd6 sa8 nh8"
HOPS = "Fd4 Lh1 fd5 fe6 fc7 ff5 sa8"
CONSTRUCTED = "(LM)c3 Cd4 (ff)e5 sh8"
TOWER = "(FFM)d4 Lh1 fe6 sa8 lh7"
BLACK_TOWER = "(ffm)e5 lh8 Fd3 Sa1 La2"
EVERY_KIND = (ROOM, HOPS, CONSTRUCTED, TOWER, "(FF)d4 Lh1 cd5 ce4 sa8")
TALK = "La1 Fd4 Nh4 sh8 fe7 nb8"
OWN = "Write your own"


def asked(state, *taps):
    return Asked(GAME, GAME.view(state, side_of(state))).tap(*taps)


def all_of(asked):
    return set(asked.labels)


def pad(asked):
    """Return the labels of a compass pad, row by row as its buttons stand."""
    by_key = {choice.key: choice.label for choice in asked.prompt.choices}
    return [by_key[key] for key in COMPASS if key in by_key]


# --- a piece, and what it does ------------------------------------------------------------------------


def test_only_pieces_that_can_act_are_offered():
    """On d4 and e5, beside the black Flag, only pieces with a Pyramid can act (CCC-34)."""
    pieces = asked(put("Fd4 (FS)e5 Fa2 Cc5 nd5 sh8"))
    assert all_of(pieces) == {"a2 Flat", "e5 Pyramid Stack FS", "Put Flag back"}
    can = pieces.tap("e5")
    assert {label.split()[0] for label in can.labels} == {"Move", "Stack", "Attack", "Collapse"}


def test_moves_stacks_and_attacks_are_named_with_their_targets_and_prices():
    what = asked(put("Fd4 Fe4 Lh1 (ff)d5 sa8"), "d4")
    assert what.prompt.question.startswith("What should your Flat on d4 do?")
    assert all_of(what) == {"Move c4", "Stack e4 Flat", "Attack d5 Flat Stack FF"}
    assert "d5: yours is destroyed and theirs keeps 1." in what.prompt.question
    assert what.plays("Move c4") == "d4-c4"
    assert what.plays("Stack e4 Flat") == "d4&e4"
    sure = what.tap("Attack d5 Flat Stack FF")
    assert sure.prompt.question == "Attack the Flat Stack on d5? Yours is destroyed and theirs keeps 1."
    assert sure.plays("Attack") == "d4xd5"


def test_what_a_piece_does_is_not_asked_when_there_is_only_one_thing():
    where = asked(put(ROOM), "b1")
    assert where.prompt.question == "Where to?"
    assert where.plays("b5") == "b1-b5"


def test_what_a_piece_does_is_asked_first_only_where_it_does_too_much(monkeypatch):
    assert "Move d5" in asked(put(TOWER), "d4").labels
    monkeypatch.setattr(prompt, "_MOST_BUTTONS", 5)
    what = asked(put(TOWER), "d4")
    assert all_of(what) == {"Move", "Collapse"}
    where = what.tap("Move")
    assert where.prompt.question == "Where to?"
    assert where.tap("Back").prompt == what.prompt


def test_an_attack_on_a_cube_warns_and_is_confirmed():
    what = asked(put("(FF)d4 Lh1 cd5 ce4 sa8"), "d4")
    warned = {label for label in what.labels if "destroyed" in label}
    assert warned == {f"Attack {square} Cube (yours is destroyed)" for square in ("d5", "e4")}
    sure = what.tap("Attack d5 Cube (yours is destroyed)")
    assert sure.prompt.question == "Attack the Cube on d5? Your Flat Stack will be destroyed."
    assert drawn_board(sure.scene) == "s7/8/8/3c4/4c3/8/8/7L"
    assert sure.tap("Back").prompt == what.prompt
    assert sure.plays("Attack") == "d4xd5"


def test_two_lone_pyramids_swap_from_either_side():
    state = put("Sa1 Lh1 Md4 sa8 lh8")
    for square, other, text in (
        ("h1", "a1 Small Pyramid", "a1~h1"),
        ("h8", "a8 Small Pyramid", "a8~h8"),
    ):
        assert asked(state, square).plays(f"Swap {other}") == text
        state = play(state, text)


def test_no_label_is_too_long_and_no_key_is_twice():
    for pieces in (*EVERY_KIND, BLACK_TOWER):
        view = GAME.view(put(pieces, side="b" if pieces == BLACK_TOWER else "w"), pieces == BLACK_TOWER)
        waiting = [()]
        while waiting:
            draft = waiting.pop()
            question = GAME.prompt(view, draft)
            assert len(question.choices) != 1 or question.choices[0].action or not draft, draft
            assert len({choice.key for choice in question.choices}) == len(question.choices)
            for choice in question.choices:
                assert 0 < len(choice.label) <= 80
                if choice.action is None and len(draft) < 6:
                    waiting.append(choice.leads_to or (*draft, choice.key))


def test_who_can_do_nothing_is_offered_to_pass():
    nothing = asked(put("Nf6 La1 Fa2 sh8 cg7 ng5", side="b"))
    assert nothing.prompt.question == "There's nothing you can do, so you pass."
    assert nothing.plays("Pass") == "--"


# --- built tap by tap ---------------------------------------------------------------------------------


def test_a_hop_chain_is_built_landing_by_landing():
    first = asked(put(HOPS), "d4")
    second = first.tap("Hop d6")
    assert second.prompt.question == "Hop to d6. Keep going, or confirm."
    assert all_of(second) == {"→ b8", "→ f6", "Confirm"}
    assert drawn_board(second.scene) == "s7/2f5/3Ff3/5f2/8/8/8/7L"
    third = second.tap("→ f6")
    assert drawn_board(third.scene) == "s7/2f5/5F2/5f2/8/8/8/7L"
    assert all_of(third) == {"→ f4", "Confirm"}
    assert third.tap("Back", "Back").prompt == first.prompt
    assert third.plays("→ f4") == "d4^d6^f6^f4"
    assert third.plays("Confirm") == "d4^d6^f6", "it may stop anywhere"
    assert second.plays("→ b8") == "d4^d6^b8", "it's played at its last landing"


def test_a_flat_collapse_is_built_drop_by_drop():
    lift = asked(put(ROOM), "d4", "Collapse")
    assert all_of(lift) == {"Lift 1", "Lift 2", "Lift 3", "Lift 4"}
    way = lift.tap("Lift 3")
    assert way.prompt.question == "In your hand: 3 Flats. Which way?"
    assert drawn_board(way.scene) == "s6n/8/3f4/8/3F3N/8/8/SC5L"
    assert all_of(way) == {"↑ d5", "← c4", "→ e4", "↓ d3"}
    drop = way.tap("↑ d5")
    assert drop.prompt.question == "d5: how many do you want to drop? In your hand: 3 Flats."
    drop = drop.tap("Drop 1 (F)")
    assert drop.prompt.question == (
        "d6: how many do you want to drop? In your hand: 2 Flats.\n"
        "Drop 1: both are destroyed.\nDrop 2: theirs is destroyed and yours keeps 1."
    )
    assert drawn_board(drop.scene) == "s6n/8/3f4/3F4/3F3N/8/8/SC5L"
    assert all_of(drop) == {"Drop 1 (F)", "Drop 2 (FF)"}
    ready = drop.tap("Drop 1 (F)")  # The last part has nowhere else to fall.
    assert ready.prompt.question.startswith("This is how it would look (3d4+111).")
    assert all_of(ready) == {"Confirm"}
    assert drawn_board(ready.scene) == "s6n/3F4/8/3F4/3F3N/8/8/SC5L"
    assert ready.plays("Confirm") == "3d4+111"


def test_a_constructed_pyramid_collapses_over_what_is_in_its_way():
    """The Large one fights on e5 and is worn to 4; the Medium one continues. CCC-60 to CCC-63."""
    way = asked(put(CONSTRUCTED), "c3", "Collapse", "Lift 2")
    assert way.prompt.question == "In your hand: a Large Pyramid and a Medium Pyramid. Which way?"
    assert all_of(way) == {"↗ d4", "↖ b4", "↘ d2", "↙ b2"}
    assert drawn_board(way.scene) == "7s/8/8/4(ff)3/3C4/8/8/8"
    drop = way.tap("↗ d4")
    assert drop.prompt.question.startswith(
        "e5: how many do you want to drop? In your hand: a Large Pyramid and a Medium Pyramid."
    ), "not d4"
    assert "Drop 1: theirs is destroyed and yours keeps 4." in drop.prompt.question
    assert all_of(drop) == {"None", "Drop 1 (L)", "Drop 2 (LM)"}
    drop = drop.tap("Drop 1 (L)")
    assert drawn_board(drop.scene) == "7s/8/8/4L3/3C4/8/8/8"
    assert "Large Pyramid with 4 of 6 e5" in drop.scene.alt
    assert drop.tap("Back", "Back").prompt == way.prompt
    ready = drop.tap("None", "Drop 1 (M)")
    assert drawn_board(ready.scene) == "7s/6M1/8/4L3/3C4/8/8/8"
    assert ready.plays("Confirm") == "2c3+>0101"


def test_a_pyramid_stack_collapses_round_corners():
    way = asked(put(TOWER), "d4", "Collapse", "Lift 3")
    assert len(all_of(way)) == 8
    drop = way.tap("↗ e5")
    assert (
        drop.prompt.question
        == "e5: how many do you want to drop? In your hand: 2 Flats and a Medium Pyramid."
    )
    assert all_of(drop) == {"Drop 1 (F)", "Drop 2 (FF)"}, "all three is its move"
    way = drop.tap("Drop 1 (F)")
    assert way.prompt.question == "In your hand: a Flat and a Medium Pyramid. Which way?"
    assert drawn_board(way.scene) == "s7/7l/4f3/4F3/8/8/8/7L"
    assert "↙ d4" not in way.labels, "no square is entered twice"
    way = way.tap("↑ e6", "Drop 1 (F)")
    assert drawn_board(way.scene) == "s7/7l/8/4F3/8/8/8/7L"
    assert all_of(way) == {"↑ e7", "← d6", "→ f6", "↖ d7", "↗ f7", "↙ d5", "↘ f5"}
    ready = way.tap("↘ f5")
    assert drawn_board(ready.scene) == "s7/7l/8/4FM2/8/8/8/7L"
    assert ready.prompt.question.startswith("This is how it would look (3d4:+>1:+1:->1).")
    assert ready.plays("Confirm") == "3d4:+>1:+1:->1"


def test_black_looks_and_collapses_from_the_other_side():
    way = asked(put(BLACK_TOWER, side="b"), "e5", "Collapse", "Lift 3")
    assert (way.scene.files[0], way.scene.ranks[0]) == ("h", "1")
    assert pad(way) == ["↖ f4", "↑ e4", "↗ d4", "← f5", "→ d5", "↙ f6", "↓ e6", "↘ d6"]
    ready = way.tap("↗ d4", "Drop 1 (F)", "↑ d3", "Drop 1 (F)", "← e3")
    assert drawn_board(ready.scene) == "7l/8/8/8/3f4/4m3/L7/S7"
    assert ready.plays("Confirm") == "3e5:-<1:-1:>1"


def test_black_collapses_flats_and_constructed_pyramids_from_the_other_side():
    state = put("(fff)e5 (lm)b6 Sa1", side="b")
    assert pad(asked(state, "e5", "Collapse", "Lift 2")) == ["↑ e4", "← f5", "→ d5", "↓ e6"]
    way = asked(state, "b6", "Collapse", "Lift 1")
    assert pad(way) == ["↖ c5", "↗ a5", "↙ c7", "↘ a7"]
    assert way.tap("↖ c5", "None", "Drop 1 (M)").plays("Confirm") == "1b6->01"


def test_what_would_fall_is_gone_from_the_header_and_its_zone_with_it():
    way = asked(put("(FFM)d4 Lh8 nd6 se5 la8"), "d4", "Collapse", "Lift 3")
    assert [counter.value for counter in way.scene.counters] == ["M L", "S L", "0 of 14", "9"]
    assert [tint.kind for tint in way.scene.tints] == ["frozen1"]
    scene = way.tap("↗ e5", "Drop 2 (FF)", "↖ d6").scene
    assert [counter.value for counter in scene.counters] == ["M L", "L", "0 of 14", "9"]
    assert [counter.value for counter in scene.below] == ["9 + 0", "6 + 0", "White"], "it cost 1"
    assert not scene.tints
    assert drawn_board(scene) == "l6L/8/3M4/8/8/8/8/8"


def test_back_goes_one_question_back():
    questions = [asked(put(ROOM))]
    for tap in ("d4", "Collapse", "Lift 4", "↑ d5", "Drop 1 (F)", "Drop 1 (F)"):
        questions.append(questions[-1].tap(tap))
    back = questions[-1]
    for before in reversed(questions[:-1]):
        back = back.tap("Back")
        assert (back.prompt, back.scene) == (before.prompt, before.scene)


# --- compliments --------------------------------------------------------------------------------------


def test_ready_compliments_are_a_list_with_own_words_beside_it():
    said = asked(put(TALK), "h4", "c3")
    assert said.prompt.question == "Say something nice about their last move."
    assert said.labels == [*READY, OWN]
    assert said.plays(READY[2]) == f"N@c3{{{READY[2]}}}"
    assert said.choice(OWN).writes
    words = asked(put(TALK), "h4", "c3", OWN).prompt
    assert (words.shape, words.question, words.longest) == (
        "text",
        "Something nice about their last move",
        200,
    )


def test_a_flag_that_was_destroyed_comes_back_with_words_about_the_whole_game():
    said = asked(put("La1 Fd4 sh8 fe7 nb8"), "Put Flag back")
    assert said.prompt.question == "Say something nice about their whole game."
    assert said.labels == [*READY_FOR_THE_GAME, READY[0], OWN]
    assert said.plays(READY[0]) == f"N*{{{READY[0]}}}"
    assert said.tap(OWN).prompt.question == "Something nice about their whole game"


def test_with_compliments_from_the_list_there_are_no_own_words():
    said = asked(put(TALK, compliments="list"), "h4", "c3")
    assert said.labels == list(READY)
    assert not any(choice.writes for choice in said.prompt.choices)


def test_with_compliments_off_the_flag_moves_without_words():
    sure = asked(put(TALK, compliments="off"), "h4", "c3")
    assert sure.prompt.question == "Move the Nice Flag?"
    assert sure.labels == ["Confirm"]
    assert sure.plays("Confirm") == "N@c3{}"


def test_a_flag_that_moved_last_turn_is_not_offered():
    state = put(TALK)
    assert "h4 Nice Flag" in asked(state).labels
    state = play(state, "N@c3{Cool move.}", "e7-e6")
    assert asked(state).labels
    assert not any(label.startswith("c3 ") for label in asked(state).labels)
