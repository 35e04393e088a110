"""Whether the analysis of creators finds blunders that were planted into matches of decent levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from games import GAMES
from games.core.analysis import MOST, Effort, Judged, decisions, judged, playout, weightiest
from games.core.puzzles import Course
from games.core.search.adding import added
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from games.creators.ai.guesses import guess

GAME = GAMES["creators"]
ANALYST = GAME.analyst
LEVELS = (("hard", "hard"), ("hard", "skilled"), ("skilled", "hard"))
FIRST = 40_000
TOLD = 0.1
"""A blunder's cost, at least, by the analysis."""
WORTH, PLAYOUTS, PLAYED_OUT = 0.25, 200, (0, 13, 26, 39)
"""Its cost in playouts when the blunders were chosen, of so many each; and those for which it's measured
again."""


class Planted(NamedTuple):
    """In the match of this number, whether in Open (else in Standard), instead of `played` the action with
    this number is `text`; `played` belongs to a level."""

    match: int
    is_open: bool
    number: int
    played: str
    text: str


PLANTED: tuple[Planted, ...] = (
#DATA
)
"""Found by playing from moves of late rounds, and from random moves in their place, 200 matches of `hard` each:
from the random ones the share that its player won was less by 0.25 at least. In Standard what the Destroyer
can't know was drawn anew for every match."""


def raw_of(one: Planted) -> dict[str, str]:
    return {"destroyerPreview": "full"} if one.is_open else {}


def course_of(one: Planted) -> Course:
    """The match, in which the levels go on after the blunder as if it were their own."""
    options, seed = GAME.options(raw_of(one)), numbered_seed(FIRST + one.match)
    levels = LEVELS[one.match // 2 % len(LEVELS)]
    state, texts = GAME.new(options, seed), list[str]()
    briefings = [GAME.briefing(state, seat) for seat in (0, 1)]
    while acting := GAME.to_act(state):
        (seat,) = acting
        view, rng = GAME.view(state, seat), rng_for(seed, seat, len(texts))
        action = GAME.players[levels[seat]](view, briefings[seat], rng, BUDGET)
        if len(texts) + 1 == one.number:
            assert GAME.format(action) == one.played
            action = GAME.parse(view, one.text)
        texts.append(GAME.format(action))
        state = GAME.play(state, seat, action).state
    return Course(raw_of(one), seed, tuple(texts))


def analyzed(course: Course) -> list[Judged]:
    return [judged(GAME, ANALYST, one, Effort()) for one in decisions(GAME, course)]


def is_found(one: Planted) -> bool:
    """Whether the blunder is among what's told of the match, as one that cost something."""
    told = weightiest(analyzed(course_of(one)), MOST)
    return any(moment.number == one.number and moment.cost >= TOLD for moment in told)


def test_the_first_blunders_are_found() -> None:
    assert all(is_found(one) for one in PLANTED[:3])


@pytest.mark.slow
def test_planted_blunders_are_found_in_40_matches() -> None:
    assert len({one.match for one in PLANTED}) == 40
    found = [is_found(one) for one in PLANTED]
    assert sum(found) >= 0.95 * len(found), [one for one, yes in zip(PLANTED, found, strict=True) if not yes]


@pytest.mark.slow
@pytest.mark.parametrize("place", PLAYED_OUT)
def test_a_planted_blunder_costs_what_was_said(place: int) -> None:
    one = PLANTED[place]
    before = next(d for d in decisions(GAME, course_of(one)) if d.number == one.number)
    shares = [share(before.state, before.seat, text, worlds(one, before)) for text in (one.played, one.text)]
    assert shares[0] - shares[1] >= WORTH - 0.05


def worlds(one: Planted, before: Any) -> Sequence[Any]:
    """What may be the truth to the player."""
    if one.is_open or before.seat == 0:
        return (before.state,)
    view, briefing = GAME.view(before.state, 1), GAME.briefing(before.state, 1)
    return (before.state, *(guess(view, briefing, rng_for(bytes(32), 1, n)) for n in range(7)))


def share(state: Any, seat: int, text: str, some: Sequence[Any]) -> float:
    """The share of matches that a seat wins after an action."""
    results = []
    for number in range(PLAYOUTS):
        world = some[number % len(some)]
        after = GAME.play(world, seat, GAME.parse(GAME.view(world, seat), text)).state
        results.append(playout(GAME, ANALYST, after, rng_for(bytes(32), seat, number), Effort().plies))
    mean = added(results) / PLAYOUTS
    return mean if seat == 0 else 1.0 - mean
