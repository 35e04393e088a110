"""Alpha's lessons can be solved by taps, and its coach gives tips that help."""

from __future__ import annotations

from itertools import islice

import pytest

from games.alpha.teaching.lessons import lessons
from games.core.selfplay import numbered_seed, playing
from games.core.teaching.attempts import attempt
from games.core.vocabulary.lessons import new_tip
from games.core.vocabulary.tasks import Goal
from tests.kit.games.alpha_table import AI, GAME, outcome, play, put, twin
from tests.kit.games.drafts import following, open_choices, walk

LESSONS = [lesson for lesson in lessons() if isinstance(lesson.exercise.task, Goal)]
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.key)


def tapped(seen):
    """Yield every action that taps lead to."""
    return {
        choice.action
        for _, prompt in islice(walk(GAME, seen), 200)
        for choice in open_choices(prompt)
        if choice.action
    }


@every_lesson
def test_taps_lead_to_every_action_of_a_lessons_solutions(lesson):
    for solution in lesson.solutions:
        for number, text in enumerate(solution):
            state = attempt(GAME, lesson.exercise, solution[:number]).state
            assert text in tapped(GAME.view(state, 0))


@every_lesson
def test_what_a_lesson_shows_could_be_on_the_table(lesson):
    """Check that all cards are in the decks shown, and that energy, counts and turn fit together."""
    state = lesson.exercise.state
    for seat, side in enumerate(state.table.sides):
        there = [creature.card for creature in side.slots if creature]
        cards = [*there, *state.hands[seat], *state.decks[seat], *side.discard]
        assert sorted(card.id for card in cards) == sorted(card.id for card in state.setup.decks[seat])
        assert (side.hand, side.deck) == (len(state.hands[seat]), len(state.decks[seat]))
        assert side.creatures == sum(card.is_creature for card in cards) - sum(
            card.is_creature for card in side.discard
        )
        assert side.energy <= side.limit
        drawn = len(there) + side.hand + len(side.discard)
        assert drawn == min(30, 5 + side.limit)
        assert sum(card.cost for card in there) <= sum(range(side.limit + 1))
        assert all(card.cost <= side.limit for card in there)
    assert state.table.ply == 2 * state.table.sides[0].limit - 1


def accepted(lesson, state, path=()):
    """Yield the state at the end of every way to solve a lesson."""
    goal = lesson.exercise.task
    for action in GAME.actions(GAME.view(state, 0)):
        now = GAME.play(state, 0, action).state
        if goal.reached(lesson.exercise.state, now):
            yield now
        elif len(path) + 1 < goal.most and GAME.to_act(now) == (0,):
            yield from accepted(lesson, now, (*path, action))


def row(state, seat):
    """Return the creatures on one side of the battlefield as (id, health lost)."""
    slots = state.table.sides[seat].slots
    return sorted((each.card.id, each.card.health - each.health) for each in slots if each)


TAUGHT = {
    "energy": lambda now: [card for card, _ in row(now, 0)] == ["boar", "wolf"],
    "exchange": lambda now: row(now, 0) == [("boar", 2), ("tortoise", 0)] and len(row(now, 1)) == 2,
    "slots": lambda now: row(now, 0) == [("hedgehog", 0)],
    "together": lambda now: row(now, 0) == [("hedgehog", 0)] and row(now, 1) == [("viper", 0)],
    "objects": lambda now: {card.id for card in now.table.sides[0].discard} >= {"arrow"} and not row(now, 1),
    "removal": lambda now: row(now, 1) == [] and [card.id for card in now.hands[0]] == ["elephant"],
    "own-row": lambda now: ("mammoth", 0) in row(now, 0) and len(row(now, 0)) == 5 and len(row(now, 1)) == 2,
    "holding": lambda now: (
        [card for card, lost in row(now, 0) if lost] in (["bear"], ["boar"])
        and row(now, 1) == [("mammoth", 0)]
    ),
}
"""What a lesson's answer says of the position after it, whichever way was taken."""


def test_every_lesson_but_the_last_says_what_it_taught():
    assert [lesson.key for lesson in LESSONS] == [*TAUGHT, "exhaustion"]


@pytest.mark.parametrize("lesson", LESSONS[:-1], ids=lambda one: one.key)
def test_a_lesson_accepts_only_what_it_teaches(lesson):
    ends = list(accepted(lesson, lesson.exercise.state))
    assert ends
    assert all(TAUGHT[lesson.key](now) for now in ends)


def test_only_the_objects_lesson_needs_both_phases_and_only_two_end_the_turn():
    ends = {lesson.key for lesson in LESSONS if any("end" in solution for solution in lesson.solutions)}
    assert ends == {"objects", "holding", "exhaustion"}


def test_a_shot_at_your_own_creature_is_found_where_the_lesson_says():
    (lesson,) = (lesson for lesson in LESSONS if lesson.key == "own-row")
    seen = GAME.view(lesson.exercise.state, 0)
    first = GAME.prompt(seen, ())
    (more,) = (choice for choice in first.choices if choice.label == "Another slot or target")
    assert more.label in lesson.hint
    further = GAME.prompt(seen, following((), more))
    assert "cast 1 m1" in {choice.action for choice in further.choices}


# --- the coach ------------------------------------------------------------------------------------------


def keys(state, seat=0):
    return [tip.key for tip in GAME.tips(GAME.view(state, seat))]


ROW = "wolf@1 wolf@2 wolf@3 wolf@4 wolf@5"
"""A full row: no slot is free."""


def words(state, key):
    return next(tip.words for tip in GAME.tips(GAME.view(state, 0)) if tip.key == key)


@pytest.mark.parametrize(
    ("key", "state"),
    [
        ("first-turn", put("", "", hands=("wolf", ""), energy=(1, 0), ply=1)),
        ("last-ones", put("wolf@1", "viper@2", decks=("ox", ""))),
        ("safe-kill", put("boar@1", "wolf@2", phase="C")),
        ("object-kill", put("", "boar@2", hands=("arrow", ""))),
        ("softened", put("viper@1", "tiger@2", hands=("arrow", ""))),
        ("trade-up", put("viper@1", "tiger@2:2", phase="C")),
        ("team", put("wolf@1 boar@2", "tiger@3", phase="C")),
        ("hold", put("wolf@1", "mammoth@3", phase="C")),
        ("save", put("", "wolf@1", hands=("pitfall", ""))),
        ("giant", put("", "mammoth@1")),
        ("pressure", put("wolf@1", "", phase="C", pressure="mill1")),
        ("spend", put("", "", hands=("wolf", ""))),
        ("full-row", put(ROW, "", hands=("wolf", ""))),
        ("to-combat", put("wolf@1", "wolf@1", energy=(0, 0))),
        ("too-dear", put("", "", hands=("mammoth", ""), energy=(3, 3))),
        ("waiting", put("wolf@1+", "boar@1", phase="C", summoningSickness="on")),
        ("no-deck", put("wolf@1", "wolf@1", decks=("", "ox"))),
        ("behind", put("wolf@1", "wolf@1", decks=("", "ox*4"))),
        ("ahead", put("wolf@1", "wolf@1", decks=("ox*4", ""))),
        ("hurt", put("", "tiger@1:3")),
        ("first-turn", put("", "", hands=("wolf", ""), energy=(1, 0), ply=2)),
        ("object-kill", put("", "1/3$2@1", hands=("3dmg$2", ""))),
        ("softened", put("2/1@1", "1/5@1", hands=("3dmg", ""))),
        ("team", put("2/1@1 1/1@2", "1/3@1", phase="C")),
        ("save", put("", "1/1$3@1", hands=("pitfall", ""))),
        ("giant", put("", "5/5@1")),
        ("signs", play(put("", "", hands=("", "wolf"), mover=AI), "play 1 1", "end", "end")),
    ],
)
def test_the_coach_sees_what_is_so(key, state):
    assert key in keys(state)
    assert keys(state, 1) == []


@pytest.mark.parametrize(
    ("key", "state"),
    [
        ("first-turn", put("", "", hands=("wolf", ""), ply=3)),
        ("safe-kill", put("boar@1!", "wolf@2", phase="C")),
        ("safe-kill", put("boar@1", "wolf@2")),
        ("object-kill", put("", "bear@2", hands=("arrow", ""))),
        ("object-kill", put("", "boar@2", hands=("arrow", ""), energy=(1, 1))),
        ("trade-up", put("boar@1", "viper@2", phase="C")),
        ("hold", put("wolf@1", "", phase="C")),
        ("save", put("", "mammoth@1", hands=("pitfall", ""))),
        ("pressure", put("wolf@1", "", phase="C")),
        ("too-dear", put("", "", hands=("wolf", ""))),
        ("last-ones", put("wolf@1", "viper@2")),
        ("hurt", put("", "tiger@1")),
        ("object-kill", put("", "1/3$2@1", hands=("3dmg$3", ""))),
        ("softened", put("2/1@1", "1/3@1", hands=("3dmg", ""))),
        ("softened", put("5/1@1", "1/5@1", hands=("3dmg", ""))),
        ("safe-kill", put("3/2@1", "2/3@1", phase="C")),
        ("trade-up", put("3/2$2@1", "2/3$2@1", phase="C")),
        ("trade-up", put("3/9$1@1", "2/3$2@1", phase="C")),
        ("team", put("3/1@1 2/1@2", "1/3@1", phase="C")),
        ("team", put("2/1@1 2/1@2", "1/3@1")),
        ("hold", put("1/9@1", "1/9@1", phase="C")),
        ("hold", put("1/1@1 9/9@2", "5/5@1", phase="C")),
        ("save", put("", "1/1$4@1", hands=("pitfall", ""))),
        ("save", put("", "", hands=("pitfall", ""))),
        ("giant", put("", "4/5@1")),
        ("pressure", put("wolf@1", "", pressure="mill1")),
        ("pressure", put("wolf@1!", "", phase="C", pressure="mill1")),
        ("pressure", put("wolf@1", ROW, phase="C", pressure="mill1")),
        ("spend", put(ROW, "", hands=("wolf", ""))),
        ("full-row", put(ROW, "", hands=("spark", ""))),
        ("to-combat", put("wolf@1", "wolf@1", hands=("wolf", ""))),
        ("to-combat", put("wolf@1!", "wolf@1", energy=(0, 0))),
        ("to-combat", put("wolf@1", "", energy=(0, 0))),
        ("to-combat", put("wolf@1", "wolf@1", phase="C")),
        ("too-dear", put("", "")),
        ("too-dear", play(put("", "", hands=("wolf mammoth", ""), energy=(3, 3)), "play 1 1")),
        ("waiting", put("wolf@1+", "boar@1", summoningSickness="on")),
        ("waiting", put("wolf@1+", "boar@1", phase="C", summoningSickness="off")),
        ("behind", put("wolf@1", "wolf@1", decks=("", "ox*3"))),
        ("ahead", put("wolf@1", "wolf@1", decks=("ox*3", ""))),
        ("signs", put("wolf@1", "wolf@1")),
    ],
)
def test_the_coach_is_silent_about_what_is_not_so(key, state):
    assert key not in keys(state)


def test_the_coach_says_nothing_when_it_is_over():
    state = play(put("9/9@1", "1/1@1", phase="C", decks=("", "")), "attack 1 1", "end")
    assert outcome(state) is not None
    assert keys(state, 0) == keys(state, 1) == []


def test_the_coach_tells_one_last_creature_from_several():
    one, two = (put("wolf@1", enemies, decks=("ox", "")) for enemies in ("viper@2", "viper@2 ox@3"))
    assert words(one, "last-ones").startswith("The bot's last creature is ")
    assert words(two, "last-ones").startswith("The bot's last 2 creatures are all ")


def test_the_coach_names_what_it_speaks_of():
    assert "Boar" in words(put("boar@1", "wolf@2", phase="C"), "safe-kill")
    assert "Wolf" in words(put("boar@1", "wolf@2", phase="C"), "safe-kill")


def match_states(number, raw):
    options, levels = GAME.options(raw), (GAME.players["skilled"], GAME.players["alpha"])
    seed = numbered_seed(number)
    yield GAME.new(options, seed)
    for _, state in playing(GAME, options, seed, levels):
        yield state


@pytest.mark.parametrize("raw", [{}, {"version": "skirmish", "decks": ["wild", "wild"]}])
def test_a_first_match_begins_with_energy_and_hears_of_several_things(raw):
    for number in range(4):
        moments = [
            GAME.tips(GAME.view(state, 0))
            for state in match_states(number, raw)
            if GAME.to_act(state) == (0,)
        ]
        said = [new_tip(moments[: count + 1]) for count in range(len(moments))]
        told = [tip.key for tip in said if tip]
        assert told[0] == "first-turn"
        assert len(set(told)) == len(told) >= 8


def test_the_coach_says_the_same_in_a_world_that_its_reader_cannot_tell_from_this_one():
    for number in range(3):
        for state in match_states(number, {}):
            if GAME.to_act(state) == (0,):
                assert GAME.tips(GAME.view(state, 0)) == GAME.tips(GAME.view(twin(state, 0), 0))
