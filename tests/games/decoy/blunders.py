"""Clear blunders for matches between two `hard` players, as playouts judge them.

`python -m tests.games.decoy.blunders [-n 120] [--first 0]` searches for them and prints new lines for
`PLANTED`: in each match, an action that costs its player at least a quarter of the chance to win, as far as
the player can know. For each of 200 guesses of the hidden pieces, a quick level plays one match from the
position after the blunder and one from the position after the action of `hard`. A stronger level does the
same for 100 guesses, so that no action counts that's a blunder only between weak players. Neither the
analyst's estimate nor its candidates are used.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import msgspec

from games.core.selfplay import BUDGET, numbered_seed, play_match, rng_for
from games.core.teaching.judging import Decision
from games.core.vocabulary.puzzles import Course
from games.decoy.rules.actions import Step, can_attack, losses
from games.decoy.rules.board import distance, squares_in
from games.decoy.rules.pieces import COMMANDER, kind_of, square_of
from games.decoy.rules.state import ATTACK
from tests.games.decoy.table import GAME
from tests.kit.games.analyzed import choices, cost_of

_APART, _LEVEL, _STRONGER = 20_000, "hard", "skilled"
_FIRST_TURN, _TRIED, _CLOSE = 4, 30, 4
_HURRIED, _STRONG, _THOROUGH = 18, (24, 100), 200
_PROMISING, ENOUGH = 0.3, 0.25


def match(number: int) -> Course:
    """Return a match of two strong players."""
    record = play_match(GAME, {}, numbered_seed(_APART + number), (_LEVEL, _LEVEL))
    return Course(record.options, record.seed, record.actions)


def planted(number: int, at: int, text: str) -> Course:
    """Return the match with the action number `at` replaced, played on by the same two levels."""
    course = match(number)
    state, texts = GAME.new(GAME.options(course.options), course.seed), list[str]()
    while acting := GAME.to_act(state):
        seat, count = acting[0], len(texts)
        seen = GAME.view(state, seat)
        if count < at - 1:
            action = GAME.parse(seen, course.actions[count])
        elif count == at - 1:
            action = GAME.parse(seen, text)
        else:
            action = GAME.players[_LEVEL](seen, None, rng_for(course.seed, seat, count), BUDGET)
        texts.append(GAME.format(action))
        state = GAME.play(state, seat, action).state
    return Course(course.options, course.seed, tuple(texts))


# --- looking for them ---------------------------------------------------------------------------------


def blunder(number: int) -> tuple[int, int, str, float] | None:
    """Return the first clear blunder in a match: match number, action number, text and cost."""
    all_of_them = choices(GAME, match(number))
    striking = {decision.turn for decision in all_of_them if "x" in decision.text}
    tense = [
        decision for decision in all_of_them if decision.turn >= _FIRST_TURN and _is_tense(decision, striking)
    ]
    random.Random(number).shuffle(tense)
    for decision in tense[:_TRIED]:
        for text in _temptations(decision):
            tried = msgspec.structs.replace(decision, text=text)
            cost = _cost(tried, decision.text)
            if cost is not None:
                return number, decision.number, text, cost
    return None


def _cost(tried: Decision, instead: str) -> float | None:
    """Return the cost of an action, or None as soon as playouts don't confirm that it's clear."""
    if cost_of(GAME, tried, instead, _HURRIED) < _PROMISING:
        return None
    for count in _STRONG:
        if cost_of(GAME, tried, instead, count, level=_STRONGER) < ENOUGH:
            return None
    cost = cost_of(GAME, tried, instead, _THOROUGH)
    return cost if cost >= ENOUGH else None


def _is_tense(one: Decision, striking: set[int]) -> bool:
    """Return whether an attack is possible or comes this turn, or an enemy is near the Commander."""
    seen = GAME.view(one.state, one.seat)
    near = (distance(_commander(seen), square) for square in squares_in(seen.enemies))
    return one.turn in striking or min(near, default=_CLOSE + 1) <= _CLOSE


def _commander(seen):
    return next(square_of(piece) for piece in seen.own if kind_of(piece) == COMMANDER)


def _temptations(one: Decision) -> Iterator[str]:
    """Yield tempting actions: ending, moving the Commander toward enemies, and self-capture."""
    seen = GAME.view(one.state, one.seat)
    if seen.phase == ATTACK or not can_attack(seen.own, seen.enemies):
        yield from {"end"} - {one.text}
    if seen.phase == ATTACK:
        return
    steps = [action for action in GAME.actions(seen) if isinstance(action, Step)]
    leading = [step for step in steps if step.source == _commander(seen)]
    crowded = sorted(
        leading, key=lambda step: sum(distance(step.target, s) ** -2 for s in squares_in(seen.enemies))
    )
    lost = [step for step in steps if losses(seen, step)[1]]
    yield from (GAME.format(step) for step in (*crowded[-1:], *lost[:1]) if GAME.format(step) != one.text)


def main() -> None:
    """Print the blunders found."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.decoy.blunders", description=__doc__)
    parser.add_argument("-n", type=int, default=120, help="number of matches (default: 120)")
    parser.add_argument("--first", type=int, default=0, help="number of the first match (default: 0)")
    parsed = parser.parse_args()
    for number in range(parsed.first, parsed.first + parsed.n):
        found = blunder(number)
        if found:
            print(f'    ({found[0]}, {found[1]}, "{found[2]}"),  # {found[3]:.2f}', flush=True)


if __name__ == "__main__":
    main()
