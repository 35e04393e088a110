"""A replay shows what each perspective saw, turn by turn, and the truth only once everything is revealed."""

from __future__ import annotations

from itertools import groupby

import msgspec
import pytest

from bot.core.errors import UserError
from bot.core.match_state import MatchState, opening
from bot.play.records import replays
from bot.play.records.replays import EYES, Eyes, Replay
from games import GAMES
from games.core.screen.scene import Scene
from tests.kit.matches.creators_twins import twin_patterns
from tests.kit.matches.replayed import (
    INES,
    MARA,
    SEATS,
    SERVER,
    TOM,
    VIEWERS,
    match_of,
    over,
    played,
    unfinished,
)

PLIES = 40


def shown(replay: Replay) -> list[tuple[tuple[str, ...], Scene, tuple[int, ...]]]:
    """Return the lines, the picture and the seats to act of each step after the start."""
    return [(step.lines, replay.scene(n), step.to_act) for n, step in enumerate(replay.steps) if n]


def turns_of(table: MatchState) -> list[list[int]]:
    """Return the action numbers of each turn: what one seat did while one turn was under way."""
    numbers = range(1, table.length + 1)
    key = [(table.moment(n - 1).turn_number, table.steps[n - 1].seat) for n in numbers]
    return [list(turn) for _, turn in groupby(numbers, lambda n: key[n - 1])]


# --- what was seen then -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("eyes", VIEWERS)
@pytest.mark.parametrize("key", GAMES)
def test_the_steps_are_what_these_eyes_were_told_and_shown_while_it_was_played(
    key: str, eyes: Eyes, number: int
) -> None:
    table, live = played(match_of(key, number), PLIES, number)
    who = VIEWERS[eyes]
    seen, last = [], table.game.scene(table.game.view(opening(table.match).game_state, who))
    for turn in turns_of(table):
        glimpses = [live[who][number - 1] for number in turn]
        lines = tuple(line for glimpse in glimpses for line in glimpse.lines)
        if lines or any(glimpse.scene != last for glimpse in glimpses):
            seen.append((lines, glimpses[-1].scene, glimpses[-1].to_act))
        last = glimpses[-1].scene
    running = replays.build_replay(over(table, None, "aborted") if table.result is None else table, eyes)
    found = shown(running)
    assert found[: len(seen)] == seen
    assert len(found) - len(seen) == (table.result is None), "an act of the match is a step of its own"
    assert running.steps[0].lines == ()
    assert running.steps[0].action == 0


@pytest.mark.parametrize("key", GAMES)
def test_a_match_that_goes_on_is_shown_to_its_last_action(key: str) -> None:
    table, live = played(match_of(key), 25)
    for eyes, who in VIEWERS.items():
        replay = replays.build_replay(table, eyes)
        assert replay.scene(replay.last) == live[who][-1].scene == table.game.scene(table.view(who))


@pytest.mark.slow
def test_a_turn_of_which_somebody_has_seen_nothing_yet_is_not_among_theirs() -> None:
    whole, _ = played(match_of("decoy"), 60, 3)
    unseen = 0
    for length in range(3, whole.length):
        table = msgspec.structs.replace(whole, steps=whole.steps[:length])
        counts = {eyes: replays.build_replay(table, eyes).last for eyes in EYES}
        assert counts["truth"] == len(turns_of(table))
        assert all(counts["all"] <= counts[seat] <= counts["truth"] for seat in SEATS)
        under_way = table.moment(length).turn_number == table.moment(length - 1).turn_number
        blind = SEATS[1 - table.steps[-1].seat]
        unseen += under_way and counts[blind] < counts["truth"]
    assert unseen > 5


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_each_step_of_the_truth_is_a_whole_turn_and_called_by_its_number(key: str) -> None:
    endless = {spec.name: 0 for spec in GAMES[key].option_specs if spec.name == "quiet"}
    table = over(unfinished(match_of(key, 2, **endless), PLIES, 2)[0], 0, "resigned")
    assert table.result is None
    replay = replays.build_replay(table, "truth")
    turns = turns_of(table)
    assert [step.action for step in replay.steps] == [0, *(turn[-1] for turn in turns), table.length + 1]
    assert len(turns) > 5 or table.length < PLIES - 1, "a short game"
    numbers = [table.moment(turn[0] - 1).turn_number for turn in turns]
    labels = [f"Turn {number} of {table.turn_number}" if number else "Setup" for number in numbers]
    assert [replay.label(n) for n in range(replay.last + 1)] == ["The start", *labels, "The end"]


# --- what happened ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_next_event_is_the_next_turn_in_which_the_game_tells_one_or_the_end(key: str) -> None:
    table = over(played(match_of(key), 150, 3)[0], 0, "resigned")
    for eyes in replays.list_eyes(table, INES):
        replay = replays.build_replay(table, eyes)
        happened = [n for n, step in enumerate(replay.steps) if step.events and 0 < n < replay.last]
        found, number = list[int](), 0
        while number < replay.last:
            number = replay.next_event(number)
            found.append(number)
        assert found == [*happened, replay.last]
        assert happened or key == "ccc"


def test_events_are_told_to_eyes_that_see_everything_and_to_no_others() -> None:
    table = over(played(match_of("alpha"), 120, 2)[0], 0, "resigned")
    truth, human = (replays.build_replay(table, eyes) for eyes in ("truth", "seat0"))
    number = truth.next_event(0)
    assert truth.list_events(number)[0].endswith(".")
    assert human.list_events(number) == ()
    assert [step.events for step in human.steps] == [step.events for step in truth.steps], "⏭ leads alike"


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("reason", [None, "aborted"])
def test_before_the_end_and_where_it_does_not_count_no_event_is_known(key: str, reason: str | None) -> None:
    table, _ = played(match_of(key), 150, 2)
    running = msgspec.structs.replace(table.match, reason=reason, winner=None)
    table = msgspec.structs.replace(table, match=running)
    for eyes in VIEWERS:
        replay = replays.build_replay(table, eyes)
        assert not any(step.events for step in replay.steps)
        assert replay.next_event(0) == replay.last


# --- the truth ----------------------------------------------------------------------------------------


def test_the_truth_shows_both_armies_in_the_middle_of_a_match() -> None:
    table, _ = played(match_of("decoy"), 30)
    replay = replays.build_replay(over(table, 0, "resigned"), "truth")
    scene = replay.scene(8)
    assert {(token.shape, token.seat) for token in scene.tokens} == {("disc", 0), ("disc", 1)}
    assert "Commander" in scene.alt.split("Magenta:")[1]
    assert replay.list_unpictured(8) == (), "nothing has to be said that is seen"
    assert replays.build_replay(over(table, 0, "resigned"), "all").scene(5).tokens != scene.tokens


def test_the_truth_tells_the_step_that_ends_a_turn_and_names_the_side_whose_turn_is_over() -> None:
    table, _ = played(match_of("decoy"), 30)
    ends = [step for step in table.steps if "Your turn is over." in step.told[step.seat]]
    ending = next(step for step in ends if "-" in step.text)
    number, (step_line, _) = table.steps.index(ending) + 1, ending.told[ending.seat]
    side = table.game.seats[ending.seat]
    lines = replays._all_told(table, number)
    assert lines == (table.game.retold(ending.seat, step_line), f"{side}'s turn is over.")


def test_the_truth_shows_the_pattern_from_the_start_and_seats_see_it_only_at_the_end() -> None:
    table = over(played(match_of("creators", pattern="A"), 20)[0], 0, "resigned")
    goals = {
        eyes: [any(tint.kind == "goal" for tint in replay.scene(n).tints) for n in range(replay.last + 1)]
        for eyes in EYES
        if (replay := replays.build_replay(table, eyes))
    }
    assert all(goals["truth"])
    for eyes in VIEWERS:
        assert goals[eyes] == [False] * (1 + len(turns_of(table))) + [True]


def test_what_a_picture_of_the_truth_has_no_room_for_is_said() -> None:
    table = over(played(match_of("alpha"), 20)[0], 0, "resigned")
    truth = replays.build_replay(table, "truth")
    first, later = truth.list_unpictured(1), truth.list_unpictured(truth.last - 1)
    assert first != later
    assert all("held" in lines[0] and "Next in the player's deck" in lines[1] for lines in (first, later))
    assert replays.build_replay(table, "seat0").list_unpictured(1) == ()
    assert truth.list_unpictured(truth.last) == (), "the end tells it by itself"
    assert truth.steps[-1].lines == table.game.revealed(table.view(None))


@pytest.mark.parametrize("key", GAMES)
def test_the_truth_in_the_middle_has_the_words_and_the_die_of_that_moment(key: str) -> None:
    table, live = unfinished(match_of(key), PLIES)
    replay = replays.build_replay(over(table, 0, "resigned"), "truth")
    for number, turn in enumerate(turns_of(table), 1):
        scene, then = replay.scene(number), live[None][turn[-1] - 1].scene
        assert (scene.subtitle, scene.turn, scene.die) == (then.subtitle, then.turn, then.die)
        assert f". {then.subtitle}." in scene.alt
        assert not [word for word in ("Aborted", "No result") if word in scene.alt + scene.subtitle]


def test_the_truth_tells_who_alone_was_told_what() -> None:
    table, _ = played(match_of("decoy"), 60, 3)
    truth = replays.build_replay(table, "truth")
    said = [" ".join(step.lines) for step in truth.steps[1:]]
    assert all(said)
    assert any(line.startswith("Cyan's Scout went ") for line in said)
    assert any("An enemy went" in line for step in table.steps for line in step.told[1 - step.seat])
    assert not any("An enemy" in line for line in said), "the same step, as the other side saw it"


def test_what_everybody_was_told_is_not_repeated_in_other_words() -> None:
    table, _ = played(match_of("alpha"), 20)
    summons = [
        " ".join(s.lines) for s in replays.build_replay(table, "truth").steps if "summon" in " ".join(s.lines)
    ]
    assert summons
    assert not [line for line in summons if "You summon" in line]


# --- who may see it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_before_the_end_everybody_has_only_their_own_eyes(key: str) -> None:
    table, _ = unfinished(match_of(key), 10)
    for person, own in ((MARA, "seat0"), (TOM, "seat1"), (INES, "all")):
        assert replays.list_eyes(table, person) == (own,)
        assert replays.replay(table, person, SERVER).eyes == own
        for eyes in EYES:
            if eyes != own:
                with pytest.raises(UserError, match="Until the match ends"):
                    replays.replay(table, person, SERVER, eyes)


@pytest.mark.parametrize("key", GAMES)
def test_after_the_end_it_opens_fully_revealed_and_everybody_may_choose(key: str) -> None:
    table = over(unfinished(match_of(key), 10)[0], 0, "resigned")
    for person, own in ((MARA, "seat0"), (TOM, "seat1"), (INES, "all")):
        offered = replays.list_eyes(table, person)
        assert offered[0] == ("all" if table.game.perfect_information else "truth")
        assert own in offered
        assert replays.replay(table, person, SERVER).is_revealed
        assert set(offered) == set(EYES if not table.game.perfect_information else (*SEATS, "all"))
        for eyes in offered:
            assert replays.replay(table, person, SERVER, eyes).eyes == eyes


@pytest.mark.parametrize("reason", [None, "resigned"])
def test_it_is_shown_to_those_who_played_it_and_where_they_did(reason: str | None) -> None:
    table = over(played(match_of("ccc"), 10)[0], 0, reason)  # type: ignore[arg-type]
    for guild in (None, SERVER, 7):
        assert replays.replay(table, TOM, guild).last >= 10
    for guild in (None, 7):
        with pytest.raises(UserError, match="no longer exists"):
            replays.replay(table, INES, guild)


def test_a_match_in_private_is_shown_to_those_who_played_it_alone() -> None:
    table, _ = played(match_of("ccc"), 5)
    match = msgspec.structs.replace(table.match, guild=None)
    private = msgspec.structs.replace(table, match=match)
    assert replays.replay(private, MARA, None).last == 5
    with pytest.raises(UserError, match="no longer exists"):
        replays.replay(private, INES, None)


@pytest.mark.slow
@pytest.mark.parametrize("eyes", ["seat1", "all"])
def test_the_steps_before_the_end_do_not_depend_on_a_pattern_that_was_not_shown(eyes: Eyes) -> None:
    worlds = []
    for pattern in twin_patterns():
        hidden = match_of("creators", pattern=pattern, destroyerPreview="none", ending="classic")
        table, _ = played(hidden, PLIES)
        worlds.append(table)
    one, other = (shown(replays.build_replay(table, eyes)) for table in worlds)
    assert one == other
    assert len(one) == len(turns_of(table))
    truths = [shown(replays.build_replay(over(table, 0, "resigned"), "truth")) for table in worlds]
    assert truths[0][0] != truths[1][0]


# --- from one perspective to another ------------------------------------------------------------------


def test_other_eyes_open_at_the_same_moment_or_the_last_one_before_it() -> None:
    table, _ = played(match_of("decoy"), 60, 3)
    truth, public = (
        replays.build_replay(over(table, 0, "resigned"), "truth"),
        replays.build_replay(over(table, 0, "resigned"), "all"),
    )
    for number, step in enumerate(truth.steps):
        near = public.steps[public.nearest(step)]
        assert near.action <= step.action
        assert not [
            public_step for public_step in public.steps if near.action < public_step.action <= step.action
        ]
        assert truth.nearest(step) == number
