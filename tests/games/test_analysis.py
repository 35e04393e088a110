"""Analyses of matches of two small games: one open and solved, the other with hidden information."""

from __future__ import annotations

import msgspec
import pytest

from games.core.teaching.analysis import HALVES, Analysis, accuracy, doubtful
from games.core.teaching.judging import Judged, Worth
from games.core.teaching.moments import FEWEST, Level, certain, curve, hopes, moments
from games.core.teaching.samples import FEWEST as FEWEST_SAMPLES
from games.core.teaching.samples import MOST as MOST_SAMPLES
from games.core.teaching.samples import Samples, is_settled
from tests.kit.games.analyzed import analyzed, found_in, plan_of, played, without
from tests.kit.games.cups import Cups
from tests.kit.games.studied_tictactoe import GAME

CUPS = Cups()
LOST = ["b2", "b1", "a3", "c1", "a1", "c3", "a2"]
"""O gives the match away with b1, and again with c1, which leaves a1 open."""
DRAWN = ["b2", "a3", "b3", "b1", "a1", "c3", "c2", "a2", "c1"]
SEEN_AND_LEFT = ["hide a", "look a", "guess b"]
"""The seeker has seen the ball and guesses elsewhere."""
UNLUCKY = ["hide a", "look c", "guess b"]
LUCKY = ["hide b", "look c", "guess b"]


def of_seeker(found: Analysis, number: int) -> object:
    """Return the chances that an analysis gives for the decision with this number."""
    one = next(judged for judged in found.judged if judged.number == number)
    return one.played.knew, one.rival, one.other.knew, found.known.get(number)


# --- costly actions -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_move_that_gave_it_away_is_told_with_what_was_better() -> None:
    first, *_ = moments(analyzed(GAME, LOST))
    assert (first.kind, first.judged.number, first.judged.seat) == ("cost", 2, 1)
    assert first.judged.rival in {"a3", "c3", "a1", "c1"}
    assert first.known is not None
    assert first.known.means == (0.0, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(12))
def test_nothing_is_said_against_perfect_play(number: int) -> None:
    found = analyzed(GAME, played(GAME, "perfect", number))
    assert [moment.kind for moment in moments(found) if moment.kind == "cost"] == []
    assert (accuracy(found, 0), accuracy(found, 1)) == (1.0, 1.0)


def test_what_was_lost_anyway_costs_nothing() -> None:
    found = analyzed(GAME, LOST)
    assert {moment.judged.number for moment in moments(found) if moment.kind == "cost"} == {2}
    assert found.judged[3].played.knew == found.judged[3].truest == 0.0


def test_an_only_move_is_praised_only_where_there_is_little_to_tell() -> None:
    found = analyzed(GAME, DRAWN)
    told = moments(found)
    assert {moment.kind for moment in told} == {"found"}
    assert 1 <= len(told) <= FEWEST
    assert all(moment.known is not None and moment.known.difference <= -0.3 for moment in told)


def test_where_nothing_else_was_worth_a_look_there_is_no_rival() -> None:
    last = analyzed(GAME, DRAWN).judged[-1]
    assert (last.rival, last.lead) == ("", 0.0)


def test_accuracy_falls_with_what_was_given_away() -> None:
    found = analyzed(GAME, LOST)
    assert accuracy(found, 0) == 1.0
    given = accuracy(found, 1)
    assert given is not None
    assert given == pytest.approx((2 + 0.5 ** (0.5 / HALVES)) / 3)
    assert accuracy(Analysis(), 0) is None


# --- in the fog ---------------------------------------------------------------------------------------


def test_bad_luck_costs_nothing_by_what_was_known_and_everything_in_truth() -> None:
    found = analyzed(CUPS, UNLUCKY, rounds=1)
    guess = found.judged[-1]
    assert guess.fog
    assert 0.2 <= guess.played.knew <= 0.8, "it may be under either cup"
    assert (guess.played.truth, guess.truest) == (0.0, 1.0)
    assert [moment.judged.number for moment in moments(found) if moment.kind == "cost"] == []
    assert accuracy(found, 1, truly=True) != accuracy(found, 1)


def test_what_was_seen_and_not_used_costs_what_could_be_known() -> None:
    (told,) = [moment for moment in moments(analyzed(CUPS, SEEN_AND_LEFT, rounds=1)) if moment.kind == "cost"]
    assert (told.judged.number, told.judged.rival) == (3, "guess a")
    assert told.known is not None
    assert told.truth is not None
    assert told.known.means == told.truth.means == (0.0, 1.0)


def test_twins_are_judged_alike_by_what_was_known_and_not_in_truth() -> None:
    one, other = analyzed(CUPS, UNLUCKY, rounds=1), analyzed(CUPS, LUCKY, rounds=1)
    for number in (2, 3):
        assert of_seeker(one, number) == of_seeker(other, number)
    assert one.judged[-1].played.truth != other.judged[-1].played.truth


def test_the_judgment_of_the_hider_follows_from_what_the_hider_knew() -> None:
    one, other = analyzed(CUPS, ["hide a", "look a", "guess a"]), analyzed(CUPS, ["hide b", "look b"])
    assert not one.judged[0].fog
    assert one.judged[0].played.knew == other.judged[0].played.knew


def test_a_fact_is_told_from_the_first_turn_on_in_which_it_was_certain() -> None:
    texts = ["hide a", "look b", "guess c", "hide c", "look c", "guess c", "hide a", "look a", "guess a"]
    found = analyzed(CUPS, texts)
    assert certain(found, 0) == ()
    assert [(fact.turn, fact.words) for fact in certain(found, 1)] == [
        (4, "The ball is under cup c."),
        (6, "The ball is under cup a."),
    ]
    assert [fact.turn for fact in certain(found, 1, most=1)] == [4]


def test_the_curve_is_true_and_hopes_are_what_each_could_see() -> None:
    found = analyzed(CUPS, UNLUCKY, rounds=1)
    last = Level(3, (1.0, 0.0))
    assert [level.turn for level in curve(found, last)] == [1, 2, 3]
    assert curve(found, last)[-1] == last
    hoped = hopes(found, None)
    assert hoped[0].chances[0] == pytest.approx(1 / 3, abs=0.01)
    assert hopes(analyzed(GAME, LOST), last) == (), "nothing was hidden"
    assert curve(Analysis(), None) == ()


def test_a_swing_from_turn_to_turn_is_told_with_its_neighbors() -> None:
    worth = Worth(0.5, 0.5)
    chances = (0.2, 0.8, 0.2, 0.8, 0.9)
    judged = tuple(Judged(n, n, n % 2, chance, worth, 0.5) for n, chance in enumerate(chances, 1))
    told = [level.chances[0] for level in curve(Analysis(len(chances), judged), None)]
    assert told == pytest.approx([0.35, 0.5, 0.5, 0.675, 0.875])


# --- step by step -------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [0, 1, 5, 9, 30])
def test_it_goes_on_from_what_was_written_down(stop: int) -> None:
    plan = plan_of(CUPS, SEEN_AND_LEFT, rounds=1)
    so_far = found_in(CUPS, plan, most=stop)
    read = msgspec.json.decode(msgspec.json.encode(so_far), type=Analysis)
    assert read == so_far
    assert found_in(CUPS, plan_of(CUPS, SEEN_AND_LEFT, rounds=1), read) == found_in(CUPS, plan)


def test_a_step_that_cannot_be_done_leaves_out_what_it_was_about() -> None:
    plan = plan_of(GAME, LOST)
    lost = without(GAME, plan, lambda step: step.name == "judge 2")
    assert 2 not in {judged.number for judged in lost.judged}
    assert all(moment.judged.number != 2 for moment in moments(lost))
    unmeasured = without(GAME, plan, lambda step: step.name == "sample 2")
    assert {moment.kind for moment in moments(unmeasured)} == {"found", "turn"}
    blind = without(CUPS, plan_of(CUPS, SEEN_AND_LEFT, rounds=1), lambda step: step.decision is None)
    assert blind.facts == ()
    assert moments(blind)


def test_only_the_few_that_matter_are_measured() -> None:
    found = analyzed(GAME, LOST)
    assert set(found.known) == {decision.number for decision in doubtful(found)}
    assert all(FEWEST_SAMPLES <= known.count <= MOST_SAMPLES for known in found.known.values())
    assert found.truth == {}, "nothing was hidden, so truth is what was known"


def samples(*pairs: tuple[float, float]) -> Samples:
    made = Samples()
    for pair in pairs:
        made = made.with_one(*pair)
    return made


def test_a_difference_within_noise_is_not_told() -> None:
    even = samples(*[(1.0, 0.0), (0.0, 1.0)] * 5, (0.0, 1.0))
    clear = samples(*[(0.0, 1.0)] * FEWEST_SAMPLES)
    small = samples(*[(0.5, 0.51)] * MOST_SAMPLES)
    assert (even.tells, clear.tells, small.tells) == (False, True, False)
    assert even.noise > clear.noise > 0
    assert (clear.cost, samples((1.0, 0.0)).cost) == (1.0, 0.0)


def test_sampling_ends_when_more_would_hardly_change_what_is_said() -> None:
    clear, even = [(0.0, 1.0)], [(1.0, 0.0), (0.0, 1.0)]
    assert not is_settled(samples(*clear * (FEWEST_SAMPLES - 1)))
    assert is_settled(samples(*clear * FEWEST_SAMPLES))
    assert not is_settled(samples(*even * (FEWEST_SAMPLES // 2)))
    assert is_settled(samples(*even * (MOST_SAMPLES // 2)))


def test_where_estimates_and_playouts_disagree_nothing_is_said() -> None:
    found = analyzed(GAME, LOST)
    told = next(moment for moment in moments(found) if moment.kind == "cost").judged
    better = samples(*[(1.0, 0.0)] * FEWEST_SAMPLES)
    other = msgspec.structs.replace(found, known={**found.known, told.number: better})
    assert told.number not in {moment.judged.number for moment in moments(other) if moment.kind != "turn"}
    assert accuracy(other, 1) == 1.0


def test_a_readers_own_moments_come_first() -> None:
    found = analyzed(GAME, LOST)
    for reader in (0, 1):
        seats = [moment.judged.seat for moment in moments(found, reader)]
        assert set(seats) == {0, 1}
        assert seats == sorted(seats, key=lambda seat: seat != reader)


def test_nothing_is_told_that_contradicts_the_curve() -> None:
    found = analyzed(GAME, LOST)
    assert 2 in {moment.judged.number for moment in moments(found)}
    surer = msgspec.structs.replace(found, known={**found.known, 2: samples(*[(0.85, 1.0)] * MOST_SAMPLES)})
    assert 2 not in {moment.judged.number for moment in moments(surer) if moment.kind == "cost"}


def test_of_one_turn_only_the_weightiest_is_told() -> None:
    found = analyzed(CUPS, SEEN_AND_LEFT, rounds=1)
    look, guess = found.judged[1:]
    costly = msgspec.structs.replace(look, rival="look b", other=Worth(look.played.knew + 0.2, 0.5))
    both = msgspec.structs.replace(
        found,
        judged=(found.judged[0], costly, guess),
        known={**found.known, look.number: samples(*[(0.5, 0.7)] * MOST_SAMPLES)},
    )
    assert [moment.judged.number for moment in moments(both)] == [guess.number]
