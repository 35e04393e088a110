"""Plays staged matches that show much and decide little, to look for deduction puzzles in their records.

`python -m games.decoy.ai.staging FOLDER [-n 500] [--first 0] [--seek commander]`, then
`python -m games puzzles decoy games/decoy/puzzles.jsonl --records FOLDER/*.txt`.

Both sides walk into each other and strike, rarely to kill and never a Commander: they know the truth, so they
are no players. What they show of their pieces is as true as in any match.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from games.core.record import UNFINISHED, Record, write_record
from games.core.selfplay import numbered_seed
from games.core.teaching.finding import BUDGET
from games.core.vocabulary.options import options_data
from games.core.vocabulary.puzzles import Course
from games.decoy.ai.players import sought
from games.decoy.ai.puzzling import KINDS_OF_PUZZLES, puzzles
from games.decoy.rules import rules
from games.decoy.rules.actions import (
    END,
    Action,
    Attack,
    SetUp,
    Step,
    legal_attacks,
    legal_steps,
    losses,
    piece_on,
)
from games.decoy.rules.board import distance, squares_in
from games.decoy.rules.layouts import random_layout
from games.decoy.rules.notation import format_action
from games.decoy.rules.options import read_options
from games.decoy.rules.pieces import COMMANDER, GUARDIAN, KINDS, hurt_piece, kind_of
from games.decoy.rules.state import MOVEMENT, SET_UP, State, new_state, to_act
from games.decoy.rules.view import View, view
from slowplay import terminal

_ACTIONS = 110
_STRAYS, _LEADS, _STRIKES = 0.1, 0.5, 0.9
"""The chances that a step goes anywhere and that a Commander may step, and the least of an attack."""
_WOUNDS, _KILLS, _SHYNESS = 6.0, 0.1, 0.2
"""The weights of hitting strong targets, of a destroying hit, and of a hit by a Commander."""


def stage_match(number: int) -> Record:
    """Return the record of the match with this number, which may be unfinished."""
    seed, options = numbered_seed(number), read_options({})
    rng, state, texts = random.Random(seed), new_state(options, seed), list[str]()
    while to_act(state) and len(texts) < _ACTIONS:
        seat = to_act(state)[0]
        action = _act(state, view(state, seat), rng)
        after = rules.play(state, seat, action).state
        if after.outcome is not None:
            break
        texts.append(format_action(action))
        state = after
    players = ("staged", "staged")
    return Record("decoy", "decoy/4", options_data(options), seed, players, UNFINISHED, "", tuple(texts))


def _act(state: State, seen: View, rng: random.Random) -> Action:
    if seen.phase == SET_UP:
        return SetUp(random_layout(rng.randrange(1 << 30)))
    if seen.phase != MOVEMENT:
        choices: list[Action] = [*legal_attacks(seen), END]
        return rng.choices(choices, [_wish(state, seen, choice) for choice in choices])[0]
    steps = [step for step in legal_steps(seen) if losses(seen, step) == (0, 0)]
    if rng.random() >= _STRAYS:
        steps = [step for step in steps if _closes_in(seen, step, leads=rng.random() < _LEADS)]
    return rng.choice(steps) if steps else END


def _wish(state: State, seen: View, choice: Action) -> float:
    if not isinstance(choice, Attack):
        return 1 - _STRIKES
    striker = kind_of(rules.piece_at(seen.own, choice.source))
    target = rules.piece_at(state.sides[1 - state.mover].pieces, choice.target)
    power = KINDS[striker].power
    if hurt_piece(target, power) is None:
        return 0.0 if kind_of(target) == COMMANDER else _KILLS
    strong = _WOUNDS if kind_of(target) in (COMMANDER, GUARDIAN) else 1.0
    return strong * power * (_SHYNESS if striker == COMMANDER else 1.0)


def _closes_in(seen: View, step: Step, *, leads: bool) -> bool:
    """Return whether a step comes nearer to an enemy in sight, or to the search square if there is none."""
    goals = list(squares_in(seen.enemies)) or [sought(seen)]
    before, after = (min(distance(square, goal) for goal in goals) for square in (step.source, step.target))
    return after < before and (leads or kind_of(piece_on(seen.own, step.source) or 0) != COMMANDER)


def has(record: Record, kind: str) -> bool:
    """Return whether a match contains a puzzle of a kind."""
    course = Course(record.options, record.seed, record.actions)
    return any(puzzle.kind == kind for puzzle in puzzles(course, random.Random(record.seed), BUDGET))


def main() -> None:
    """Write the records of the matches."""
    parser = argparse.ArgumentParser(prog="python -m games.decoy.ai.staging", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the records are written")
    parser.add_argument("-n", type=int, default=500, help="number of matches (default: 500)")
    parser.add_argument("--first", type=int, default=0, help="number of the first match (default: 0)")
    parser.add_argument("--seek", choices=list(KINDS_OF_PUZZLES), help="write only those with such a puzzle")
    parsed = parser.parse_args()
    parsed.folder.mkdir(parents=True, exist_ok=True)
    numbers = range(parsed.first, parsed.first + parsed.n)
    for number in terminal.track(numbers, "Matches", parsed.n):
        record = stage_match(number)
        if parsed.seek is None or has(record, parsed.seek):
            (parsed.folder / f"{number:06}.txt").write_text(write_record(record), encoding="utf-8")


if __name__ == "__main__":
    main()
