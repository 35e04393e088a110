"""Memory on a player's board in Decoy Patrol (DP-43)."""

from __future__ import annotations

import pickle
import re

import msgspec
import pytest

from games.core.selfplay import playing
from games.decoy.rules.board import BIT, NAMES, names_in
from games.decoy.rules.memory import (
    Ghost,
    Memory,
    record_destroyed,
    record_met,
    record_surrounded,
    sweep,
)
from games.decoy.rules.notes import Note, likely, note_of
from games.decoy.rules.pieces import KINDS
from tests.budgets import first_slow
from tests.games.decoy.table import (
    CYAN,
    GAME,
    MAGENTA,
    PUBLIC,
    SQUARE_OF,
    enemies,
    knowing,
    play,
    playout,
    put,
    suspected,
    truth,
)

ANYBODY = "CSGID"


def letters(kinds):
    return "".join(KINDS[kind].letter for kind in kinds)


def ghosts(state, who=CYAN):
    """Return the ghosts as a dict of squares and (ply, places, still, possible kinds)."""
    return {
        NAMES[g.note.square]: (g.ply, set(names_in(g.where)), g.still, letters(likely(g.note)))
        for g in GAME.view(state, who).memory.ghosts
    }


def fallen(state, who=CYAN):
    memory = GAME.view(state, who).memory
    return [(f.ply, f.square and NAMES[f.square], letters(f.kinds)) for f in memory.fallen]


def supposed(state, square, who=CYAN):
    """Return the likely kinds of an enemy in sight."""
    return letters(likely(note_of(GAME.view(state, who).notes, SQUARE_OF[square])))


def remembered(*words):
    """Return ghosts such as “e5 of turn 3 at e5 e6, I”: last square, ply, places and recalled kinds."""
    found = []
    for word in words:
        square, ply, places, kinds = re.fullmatch(r"(..) of turn (\d+) at ([a-j0-9 ]+), (\w+)", word).groups()
        note = Note(SQUARE_OF[square], recalled=tuple(ANYBODY.index(letter) for letter in kinds))
        found.append(Ghost(note, int(ply), on(*places.split()), still=False))
    return Memory(tuple(found))


def on(*squares):
    return sum(BIT[SQUARE_OF[square]] for square in squares)


# --- ghosts -------------------------------------------------------------------------------------------


def test_an_enemy_that_a_watcher_steps_away_from_is_remembered_where_it_is():
    state = play(put("Se2", "Ge6"), "e2-e1")
    assert ghosts(state) == {"e6": (1, {"e6"}, True, ANYBODY)}
    assert ghosts(play(state, "end"))["e6"][2] is False


def test_an_enemy_that_steps_away_is_remembered_with_the_unseen_squares_around():
    state = play(put("Se2", "Ge6", mover=MAGENTA), "e6-e7")
    assert ghosts(state) == {"e6": (1, {"d7", "e7", "f7"}, False, ANYBODY)}
    assert ghosts(state, MAGENTA) == {}


def test_an_enemy_whose_watcher_falls_is_remembered_with_what_it_did():
    state = play(put("Sf6", "Se7 Cg7", mover=MAGENTA), "e7-e6", "end", "g7xf6")
    assert ghosts(state) == {
        "e6": (1, {"e6"}, True, "CSGD"),
        "g7": (1, {"g7"}, True, "C"),
        "j9": (1, {"j9"}, True, ANYBODY),
    }


def test_the_public_remembers_no_enemy():
    state = play(put("Se2", "Ge6"), "e2-e1")
    assert GAME.view(state, PUBLIC).memory.ghosts == ()


# --- seen again ---------------------------------------------------------------------------------------


def test_a_note_comes_back_with_a_piece_that_cannot_have_moved():
    state = play(put("Se2", "Se6", mover=MAGENTA), "e6-d6", "end", "e2-e1", "e1-e2")
    assert suspected(state, CYAN, "d6") == "CSGD"
    assert ghosts(state) == {}


def test_a_killer_keeps_its_note_until_its_next_turn():
    state = play(put("De5 Sa1 Dj0", "Ge6", mover=MAGENTA, phase="a"), "e6xe5")
    assert ghosts(state) == {"e6": (1, {"e6"}, True, "G")}
    assert suspected(play(state, "a1-a2"), CYAN, "e6") == "G"
    later = play(state, "end", "end", "a1-a2")
    assert (suspected(later, CYAN, "e6"), supposed(later, "e6")) == (ANYBODY, "G")


def test_a_piece_seen_again_where_it_was_recalls_it_and_nothing_is_ruled_out():
    state = play(put("Se2", "Se6", mover=MAGENTA), "e6-d6", "end", "e2-e1", "end", "end", "e1-e2")
    assert suspected(state, CYAN, "d6") == ANYBODY
    assert supposed(state, "d6") == "CSGD"
    assert GAME.view(state, CYAN).notes[0].recalled_ply == 2


def test_what_is_recalled_is_dropped_when_the_piece_shows_that_it_is_another():
    state = play(put("De5 Sa1 Dj0", "Ge6 Sf8", mover=MAGENTA, phase="a"), "e6xe5", "end")
    state = play(state, "e6-f5", "f8-e8", "end", "end", "e8-e7", "e7-e6", "end", "a1-a2", "end")
    assert supposed(state, "e6") == "G"
    state = play(state, "e6-d6", "d6-c6", "c6-b6")
    assert (suspected(state, CYAN, "b6"), supposed(state, "b6")) == ("S", "S")


def test_the_only_enemy_out_of_sight_is_recognised_when_it_steps_into_view():
    seen = put("Ch1 Dg0 Se3", "Ce6 Df5 Ge7", bare=True, mover=MAGENTA)
    state = play(seen, "e7-d7", "d7-d8")
    assert ghosts(state)["d7"][1:] == ({"c8", "d8", "e8"}, False, "CSGD")
    assert supposed(play(state, "end", "end", "d8-c7"), "c7") == "CSGD"
    two = put("Ch1 Dg0 Se3", "Ce6 Df5 Ge7 Sj9", bare=True, mover=MAGENTA)
    assert supposed(play(two, "e7-d7", "d7-d8", "end", "end", "d8-c7"), "c7") == ANYBODY


def test_DP_43_of_overlapping_ghosts_the_newest_is_the_one_seen_again():
    memory = remembered("e5 of turn 3 at e5 e6, I", "e6 of turn 4 at e6 f6, G", "f7 of turn 5 at f7, S")
    notes, after = record_met(((), memory), on("e6"))
    assert [(letters(likely(note)), note.recalled_ply) for note in notes] == [("G", 4)]
    assert [ghost.ply for ghost in after.ghosts] == [3, 5]


def test_DP_43_of_several_seen_at_once_each_takes_a_ghost_that_is_left_by_square():
    memory = remembered("e5 of turn 3 at e5 e6, I", "e6 of turn 4 at e5 e6, G")
    notes, after = record_met(((), memory), on("e5", "e6"))
    assert [(NAMES[note.square], letters(likely(note))) for note in notes] == [("e5", "G"), ("e6", "I")]
    assert after.ghosts == ()


def test_DP_43_several_lost_at_once_are_kept_by_square():
    lost = play(put("Sf6", "Se7 Cg7", mover=MAGENTA), "e7-e6", "end", "g7xf6")
    assert list(ghosts(lost)) == ["e6", "g7", "j9"]


def test_DP_43_the_picture_shows_the_newest_of_the_ghosts_of_one_square():
    state = put("Se2", "Ge9")
    memory = remembered("e7 of turn 3 at e8, I", "e7 of turn 4 at e8, G")
    scene = GAME.scene(GAME.view(knowing(state, memory=memory), CYAN))
    assert [(t.square, t.label, t.badge) for t in scene.tokens if t.faded] == [("e7", "G?", "4")]


def test_DP_43_a_bump_is_no_step_and_shows_no_square():
    state = play(put("De5", "Df6", vision="diamond", mover=MAGENTA), "f6-e5")
    assert suspected(state, CYAN, "f6") == ANYBODY
    [note] = [note_of(GAME.view(state, CYAN).notes, SQUARE_OF["f6"])]
    assert (note.directions, note.most, note.trail) == (0, 0, ())
    swept = sweep(((), remembered("f6 of turn 1 at f6, I")), state.sides[CYAN].sight, 1)
    assert [ghost.ply for ghost in swept[1].ghosts] == [1]


def test_who_is_seen_because_of_a_bump_is_not_out_of_sight():
    state = put("Ch1 Dg0 Se3 Da4", "Ce5 Ge6 Db5 Df4", bare=True, vision="diamond")
    state = play(state, "a4-b5", "end", "end", "e6-d6", "d6-d7", "end", "end", "end", "end")
    assert set(ghosts(state)) == {"d6"}
    assert supposed(play(state, "d7-d6"), "d6") == "CSGD"


# --- contradicted -------------------------------------------------------------------------------------


def test_a_ghost_is_forgotten_when_its_square_comes_into_sight_empty():
    state = play(put("Se2", "Ge6"), "e2-e1", "end", "e6-e7", "end", "e1-e2")
    assert enemies(state, CYAN) == set()
    assert ghosts(state) == {}


def test_a_match_whose_views_are_read_is_the_same_as_one_whose_views_are_not():
    moves = ("e6-e5", "end", "e3-e2", "end", "e5-f5", "end", "e2-e3")
    start = put("Se3", "Ge6", mover=MAGENTA)
    read = start
    for move in moves:
        read = play(read, move)
        assert all(GAME.view(read, who).memory.stray == 0 for who in (CYAN, MAGENTA))
    unread = play(start, *moves)
    assert unread.sides[CYAN].knowledge.log[0] is not None
    assert pickle.loads(pickle.dumps(unread)) == unread == read
    assert (hash(unread), repr(unread)) == (hash(read), repr(read))
    assert read != msgspec.structs.replace(read, sides=(start.sides[CYAN], read.sides[MAGENTA]))
    assert ghosts(unread) == ghosts(read)


@pytest.mark.proof
def test_no_more_are_remembered_than_there_are_out_of_sight():
    for *_, played in playout(4, ("medium", "easy")):
        for who in (CYAN, MAGENTA):
            view = GAME.view(played.state, who)
            hidden = view.counts[1 - who] - view.enemies.bit_count()
            assert len(view.memory.ghosts) <= hidden


@pytest.mark.slow
def test_the_players_of_the_bot_have_all_that_is_remembered():
    given = []

    def player(view, *rest):
        given.append(view)
        return GAME.players["medium"](view, *rest)

    options, states = GAME.options({}), []
    for _, state in playing(GAME, options, bytes(32), (player, player), 0):
        states.append(state)
    assert any(view.memory.ghosts and view.memory.fallen and view.blasts for view in given)
    shown = [GAME.view(state, seat) for state in states for seat in (CYAN, MAGENTA)]
    assert all(view in shown for view in given[4::40])


# --- the fallen, and the latest attacks ----------------------------------------------------------------


@pytest.mark.parametrize(("letter", "kinds"), [("D", "D"), ("S", "SD"), ("I", "SID"), ("G", "SGID")])
def test_a_fallen_enemy_can_have_been_whoever_the_attack_was_enough_for(letter, kinds):
    state = put(f"{letter}e5", "De6 Dj9", phase="a")
    assert fallen(play(state, "e5xe6")) == [(1, "e6", kinds)]


def test_DP_43_of_several_that_fall_at_once_those_in_sight_come_first_by_square():
    _, memory = record_surrounded(((), Memory()), on("h3", "b5", "e2"), 5, 9)
    told = [(f.ply, f.square and NAMES[f.square], letters(f.kinds)) for f in memory.fallen]
    assert told == [(9, "e2", "SGID"), (9, "h3", "SGID"), (9, "b5", "SGID"), *[(9, None, "SGID")] * 2]


def test_DP_43_a_fallen_enemy_can_have_been_of_any_possible_kind_not_just_of_a_likely_one():
    note = Note(SQUARE_OF["e5"], recalled=(ANYBODY.index("I"),))
    assert letters(likely(note)) == "I"
    for _, memory in (
        record_surrounded(((note,), Memory()), on("e5"), 1, 9),
        record_destroyed(((note,), Memory()), SQUARE_OF["e5"], 5, 9),
    ):
        assert [letters(fallen.kinds) for fallen in memory.fallen] == ["SGID"]


def test_a_fallen_enemy_can_have_lacked_what_its_note_tells():
    state = play(put("De5 Sd5", "Se6 Dj9", phase="a"), "e5xe6", "d5xe6")
    assert fallen(state) == [(1, "e6", "SI")]


def test_after_a_wounded_enemy_got_away_any_can_be_the_wounded_one():
    state = play(put("Ie5 Ig5", "Ge6 Df6 Dj9", phase="a"), "e5xe6", "end", "e6-e7", "e7-e8")
    assert fallen(play(state, "end", "end", "end", "g5xf6")) == [(3, "f6", "SGID")]


def idle(state, mover, phase="m"):
    """End phases for both sides until a seat is to act in a phase."""
    while (state.mover, state.phase) != (mover, phase):
        state = play(state, "end")
    return state


def test_the_worst_wound_that_got_away_counts_whichever_got_away_last():
    state = play(put("Ie5 Ig5 Db5", "Ge6 Df6 Gb6 Dj9", phase="a"), "e5xe6", "b5xb6", "end")
    state = idle(play(state, "e6-e7", "e7-e8", "b6-b7"), CYAN, "a")
    assert fallen(play(state, "g5xf6")) == [(3, "f6", "SGID")]


def test_a_wound_that_got_away_counts_beside_the_hits_of_later():
    state = play(put("Ie5 Dg5 Dg6", "Ge6 Sf6 Dj9", phase="a"), "e5xe6", "end", "e6-e7", "e7-e8")
    state = play(idle(state, CYAN, "a"), "g5xf6", "g6xf6")
    assert fallen(state) == [(3, "f6", "SGI")]


def test_a_wound_that_got_away_heals_though_its_ghost_was_found():
    state = play(put("Ie5 Ig5 Sh3", "Ge6 Df6 Dj9", phase="a"), "e5xe6", "end", "e6-e7", "e7-e8")
    state = play(idle(state, CYAN), "h3-h4")
    assert ghosts(state) == {}
    for _ in range(2):
        state = idle(idle(state, MAGENTA), CYAN)
    assert fallen(play(idle(state, CYAN, "a"), "g5xf6")) == [(7, "f6", "SID")]


def test_the_attacks_of_this_turn_and_the_last_one_are_known_to_everybody():
    state = play(put("De5 Sd5", "Ge6 Dj9", phase="a"), "e5xe6", "d5xe6")
    for who in (CYAN, MAGENTA, PUBLIC):
        blasts = GAME.view(state, who).blasts
        assert [(b.seat, NAMES[b.target], b.destroyed) for b in blasts] == [(0, "e6", False)] * 2
    assert GAME.view(play(state, "end", "end"), PUBLIC).blasts == ()


@pytest.mark.parametrize("vision", first_slow(["square", "diamond", "circle"]))
@pytest.mark.parametrize("heal", ["own", "all"])
def test_no_fallen_enemy_was_of_a_kind_that_is_ruled_out(heal, vision):
    """A piece that's surely the same one keeps the note about it (`test_notes`)."""
    count = 0
    for state, *_, played in playout(4, ("medium", "easy"), heal=heal, vision=vision)[2:]:
        if GAME.result(played.state):
            break
        for who in (CYAN, MAGENTA):
            then, now = fallen(state, who), fallen(played.state, who)
            gone = truth(state, 1 - who).keys() - truth(played.state, 1 - who).keys()
            for _, square, kinds in now[len(then) :]:
                if square in gone:
                    assert truth(state, 1 - who)[square][0] in kinds
                    count += 1
    assert count > 3
