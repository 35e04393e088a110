"""The opponent's last turn as steps on the picture and in words: all that the viewer saw of it."""

from __future__ import annotations

import pytest

from tests.games.creators import table as creators_table
from tests.games.decoy import table as decoy_table
from tests.games.decoy.table import CYAN, MAGENTA, PUBLIC
from tests.kit.games import alpha_table, ccc_table
from tests.kit.games.alpha_table import AI, HUMAN
from tests.kit.games.ccc_table import BLACK, WHITE


def steps(table, state, who):
    """Return squares and number of each step that a viewer is shown."""
    scene = table.GAME.scene(table.GAME.view(state, who))
    return [("-".join(mark.squares), mark.text) for mark in scene.marks if mark.kind == "step"]


def signs(state, who):
    """Return kind, square and number of each sign that a viewer is shown at the edge of a card or a slot."""
    scene = alpha_table.GAME.scene(alpha_table.GAME.view(state, who))
    return [f"{mark.kind} {mark.squares[0]} {mark.text}" for mark in scene.marks]


def alt(table, state, who):
    return table.GAME.scene(table.GAME.view(state, who)).alt


def played(table, state, *texts):
    for text in texts:
        seat = table.GAME.to_act(state)[0]
        state = table.GAME.play(state, seat, table.GAME.parse(table.GAME.view(state, seat), text)).state
    return state


def test_a_pawns_move_is_an_arrow_and_the_captured_pawn_comes_in_as_before():
    state = played(creators_table, creators_table.put("d9", "d6 f1", die=3), "d9xd6")
    for who in (0, 1, None):
        assert steps(creators_table, state, who) == [("d9-d6", "")]
        marks = creators_table.GAME.scene(creators_table.GAME.view(state, who)).marks
        assert {mark.kind for mark in marks} == {"step", "to", "entry"}
        assert "Last move d9 to d6." in alt(creators_table, state, who)


def test_every_hop_of_a_chain_and_every_drop_of_a_collapse_is_a_step():
    state = played(ccc_table, ccc_table.put("Fd4 fd5 fd7"), "d4^d6^d8")
    assert steps(ccc_table, state, BLACK) == [("d4-d6", "1"), ("d6-d8", "2")]
    assert "from d4 to d6, d8." in alt(ccc_table, state, BLACK)
    state = played(ccc_table, ccc_table.put("(FFFF)d4"), "4d4+112")
    assert steps(ccc_table, state, BLACK) == [("d4-d5", "1"), ("d5-d6", "2"), ("d6-d7", "3")]
    marks = ccc_table.GAME.scene(ccc_table.GAME.view(state, BLACK)).marks
    drops = {mark.squares: mark.text for mark in marks if mark.kind == "number"}
    assert drops == {("d5",): "+1", ("d6",): "+1", ("d7",): "+2"}
    assert "from d4, 1 on d5, 1 on d6, 2 on d7." in alt(ccc_table, state, BLACK)


def test_a_swap_goes_both_ways_and_a_nice_flag_comes_from_where_it_was():
    state = played(ccc_table, ccc_table.put("Mc1 Lf1"), "c1~f1")
    assert steps(ccc_table, state, BLACK) == [("c1-f1", ""), ("f1-c1", "")]
    state = played(ccc_table, ccc_table.put("Nh2"), "N@d3{Cool move.}")
    assert steps(ccc_table, state, BLACK) == steps(ccc_table, state, WHITE) == [("h2-d3", "")]


def test_all_that_was_seen_of_the_enemys_turn_is_numbered():
    """Let a Scout come into view, step on and leave it; then a Guardian strikes."""
    state = decoy_table.put("Gd4 Sa1", "Sd8 Ge5", mover=MAGENTA)
    state = played(decoy_table, state, "d8-d7", "d7-d6", "d6-d5", "e5xd4")
    assert decoy_table.GAME.to_act(state) in ((MAGENTA,), (CYAN,))
    found = steps(decoy_table, state, CYAN)
    assert [number for _, number in found] == [str(n) for n in range(1, len(found) + 1)]
    assert found[-1][0] == "e5-d4"
    assert found[-2][0] == "d6-d5"
    assert f"{len(found)} attacks d4 from e5" in alt(decoy_table, state, CYAN)
    assert steps(decoy_table, state, PUBLIC) == []


def test_what_was_not_seen_is_no_step():
    state = decoy_table.put("Dd2", "Sj8 Ga8", mover=MAGENTA)
    state = played(decoy_table, state, "j8-j7", "j7-j6", "a8-a7")
    for who in (CYAN, MAGENTA, PUBLIC):
        assert steps(decoy_table, state, who) == []
    assert "The enemy's turn" not in alt(decoy_table, state, CYAN)


def test_only_that_it_came_or_went_is_shown_where_no_more_was_seen():
    state = decoy_table.put("Gd4", "Sd7", mover=MAGENTA)
    state = played(decoy_table, state, "d7-d6")
    assert steps(decoy_table, state, CYAN) == [("d6", "")]
    assert "The enemy's turn: 1 appears at d6." in alt(decoy_table, state, CYAN)
    state = played(decoy_table, state, "d6-d7")
    assert steps(decoy_table, state, CYAN) == [("d6", "1"), ("d6", "2")]
    assert "2 leaves view at d6." in alt(decoy_table, state, CYAN)


def test_a_blow_from_the_fog_shows_its_target_alone():
    state = decoy_table.put("Dd4 De0", "Ce5", mover=MAGENTA, phase="a", vision="diamond")
    state = played(decoy_table, state, "e5xd4")
    assert steps(decoy_table, state, CYAN)[0][0] == "d4"
    assert "attacks d4 from the fog" in alt(decoy_table, state, CYAN)


def test_the_steps_stay_through_ones_own_turn_and_go_with_the_enemys_next_one():
    state = decoy_table.put("Gd4 Sa1", "Gd6", mover=MAGENTA)
    state = played(decoy_table, state, "d6-d5", "end")
    if decoy_table.GAME.to_act(state) == (MAGENTA,):
        state = played(decoy_table, state, "end")
    assert steps(decoy_table, state, CYAN) == [("d6-d5", "")]
    state = played(decoy_table, state, "a1-a2")
    assert steps(decoy_table, state, CYAN) == [("d6-d5", "")]
    while decoy_table.GAME.to_act(state) == (CYAN,):
        state = played(decoy_table, state, "end")
    assert steps(decoy_table, state, CYAN) == []


def test_everything_the_ai_did_is_numbered_for_the_human():
    state = alpha_table.put(
        "rhino@2", "wolf@1", hands=("", "bear spark"), mover=AI, energy=(9, 9), decks=("ox ox", "ox ox")
    )
    state = played(alpha_table, state, "play 1 4", "cast 1 o2", "end", "attack 1 2", "end")
    human = signs(state, HUMAN)
    assert human == ["did 4o 1", "hit 2m 2", "felled 1o 3", "hit 2m 3"]
    assert signs(state, None) == human
    words = (
        "The bot's latest turn: 1 Bear comes into slot 4, 2 Spark on your Rhino in slot 2, "
        "3 Wolf in slot 1 attacks your Rhino in slot 2 and is destroyed."
    )
    assert words in alt(alpha_table, state, HUMAN)
    assert signs(state, AI) == []
    state = played(alpha_table, state, "end")
    assert signs(state, HUMAN) == human, "the same through one's own turn"


@pytest.mark.parametrize(
    ("human", "ai", "text", "expected", "told"),
    [
        ("wolf@1", "wolf@1", "attack 1 1", ["felled 1o 1", "felled 1m 1"], ", both destroyed."),
        ("wolf@1", "ox@1", "attack 1 1", ["attacked 1o 1", "felled 1m 1"], "slot 1, destroyed."),
        ("", "ox@1", "attack 1 3", ["attacked 1o 1", "hit 3m 1"], "Ox in slot 1 attacks empty slot 3."),
    ],
)
def test_what_an_attack_destroyed_is_seen_and_told(human, ai, text, expected, told):
    state = alpha_table.put(human, ai, mover=AI, phase="C")
    state = played(alpha_table, state, text)
    assert signs(state, HUMAN) == expected
    assert told in alt(alpha_table, state, HUMAN)


def test_what_the_viewer_has_done_since_replaces_the_signs_there():
    state = alpha_table.put("rhino@2", "ox@1", hands=("wolf spark", "pitfall"), mover=AI, decks=("ox", "ox"))
    state = played(alpha_table, state, "cast 1 o2", "end", "attack 1 4", "end")
    assert signs(state, HUMAN) == ["felled 2m 1", "attacked 1o 2", "hit 4m 2"]
    assert signs(played(alpha_table, state, "play 1 2"), HUMAN) == ["attacked 1o 2", "hit 4m 2"]
    both = played(alpha_table, state, "play 1 2", "cast 1 o1")
    assert signs(both, HUMAN) == ["hit 4m 2"]
