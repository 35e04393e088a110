"""What a level does when it plays itself, and what that brings: the figures of “How to play well”.

`python -m games.alpha.ai.habits [-n 200] [--level hard]`. The level plays n matches against itself in each of
two presets, the author's rules (`Standard`) and ours (`Skirmish`). The tables show how often it does
something, in percent, of how many chances; the points in a hundred of the side that has something, with half
a point for a draw, and in how many matches one side had it; and the creatures with which it begins. Last is
the mean cost of the creatures that it destroys with Pitfalls, beside the easiest level's.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean

import msgspec

from games.alpha.ai.chances import worth
from games.alpha.ai.players import PLAYERS
from games.alpha.ai.tournament import USUAL, margin
from games.alpha.rules.actions import Action, Attack, Cast, End, Play
from games.alpha.rules.options import read_options
from games.alpha.rules.presets import PRESETS
from games.alpha.rules.rules import may_attack, play
from games.alpha.rules.state import ACTION, COMBAT, State, new_state
from games.alpha.rules.view import view
from games.core.selfplay import numbered_seed
from slowplay.terminal import Advance, Row, Table, add_json, progress, show, unseen

_PRESETS = ("Standard", "Skirmish")
_EARLY, _LATER = 10, 20
"""The plies after which the sides' creatures are compared."""


class Step(msgspec.Struct, frozen=True):
    """An action, and the states before and after it."""

    before: State
    action: Action
    after: State

    @property
    def seat(self) -> int:
        """The seat that acts."""
        return self.before.table.mover


Match = Sequence[Step]


def play_match(options: Mapping[str, object], number: int, level: str) -> Match:
    """Return a match of a level against itself, step by step."""
    state, rng, steps = (
        new_state(read_options(options), numbered_seed(number)),
        random.Random(0),
        list[Step](),
    )
    while state.table.outcome is None:
        action = PLAYERS[level](view(state, state.table.mover), None, rng, 0)
        after = play(state, state.table.mover, action).state
        steps.append(Step(state, action, after))
        state = after
    return steps


# --- how often the level does something -----------------------------------------------------------------


def _energy(step: Step) -> Iterator[bool]:
    """Yield whether each energy of an Action Phase in a side's first ten turns was spent."""
    table = step.before.table
    side = table.sides[step.seat]
    if isinstance(step.action, End) and table.phase == ACTION and table.ply <= _LATER:
        yield from [True] * (side.limit - side.energy) + [False] * side.energy


def _attacking(step: Step) -> Iterator[bool]:
    """Yield whether each creature that could attack another did so, when it attacks or the turn ends."""
    table = step.before.table
    if table.phase != COMBAT or not any(table.sides[1 - step.seat].slots):
        return
    if isinstance(step.action, Attack):
        yield _target(step) is not None
    elif isinstance(step.action, End):
        ready = (
            may_attack(table, creature, step.before.setup.options)
            for creature in table.sides[step.seat].slots
        )
        yield from (False for each in ready if each)


def _target(step: Step) -> object:
    action = step.action
    assert isinstance(action, Attack)
    return step.before.table.sides[1 - step.seat].slots[action.target]


def _fight(step: Step) -> tuple[bool, bool] | None:
    """Return whether the target and the attacker of an attack fell; None without a target creature."""
    if not isinstance(step.action, Attack) or _target(step) is None:
        return None
    felled = step.after.table.done[step.seat][-1].felled
    return (1 - step.seat, step.action.target) in felled, (step.seat, step.action.slot) in felled


def _killing(step: Step) -> Iterator[bool]:
    """Yield whether an attack on a creature destroyed it."""
    fight = _fight(step)
    yield from [fight[0]] if fight else []


def _check_survival(step: Step) -> Iterator[bool]:
    """Yield whether the attacker survived an attack that destroyed its target."""
    fight = _fight(step)
    yield from [not fight[1]] if fight and fight[0] else []


def _pressing(step: Step) -> Iterator[bool]:
    """Yield whether an attack was on an empty slot."""
    yield from [_target(step) is None] if isinstance(step.action, Attack) else []


def _check_earlier_hit(step: Step) -> Iterator[bool]:
    """Yield whether the target of an attack that destroyed it had been hit before in this turn."""
    fight, action = _fight(step), step.action
    if fight and fight[0] and isinstance(action, Attack):
        there = (1 - step.seat, action.target)
        yield any(deed.target == there for deed in step.before.table.done[step.seat])


def _shooting(step: Step) -> Iterator[bool]:
    """Yield whether an object that was played destroyed its target."""
    yield from [bool(step.after.table.done[step.seat][-1].felled)] if isinstance(step.action, Cast) else []


DOES: Mapping[str, Callable[[Step], Iterator[bool]]] = {
    "spends energy, in the first 10 turns of a side": _energy,
    "attacks with a creature that could attack another": _attacking,
    "destroys what it attacks": _killing,
    "of these, the attacker survives": _check_survival,
    "of these, the target was hit before in that turn": _check_earlier_hit,
    "destroys what it plays an Object on": _shooting,
    "attacks an empty slot": _pressing,
}

# --- which side wins ------------------------------------------------------------------------------------


def _beginner(match: Match) -> int | None:
    return match[0].seat


def _first_kill(match: Match) -> int | None:
    """Return the seat that destroyed an opposing creature first, by a card or an attack."""
    for step in match:
        done = step.after.table.done[step.seat]
        if isinstance(step.action, Attack | Cast) and any(seat != step.seat for seat, _ in done[-1].felled):
            return step.seat
    return None


def _first_press(match: Match) -> int | None:
    """Return the seat that attacked an empty slot first."""
    return next((s.seat for s in match if isinstance(s.action, Attack) and _target(s) is None), None)


def _more(count: Callable[[State, int], int], ply: int) -> Callable[[Match], int | None]:
    """Return a function that tells which seat has more of something once a ply is over."""

    def more(match: Match) -> int | None:
        state = next((step.before for step in match if step.before.table.ply > ply), None)
        if state is None or count(state, 0) == count(state, 1):
            return None
        return int(count(state, 1) > count(state, 0))

    return more


def _there(state: State, seat: int) -> int:
    return sum(creature is not None for creature in state.table.sides[seat].slots)


def _count_left(state: State, seat: int) -> int:
    return state.table.sides[seat].creatures


HAS: Mapping[str, Callable[[Match], int | None]] = {
    "begins": _beginner,
    "destroys a creature first": _first_kill,
    "presses an empty slot first": _first_press,
    "has more creatures on the battlefield after 5 turns of each side": _more(_there, _EARLY),
    "has more creatures left after 5 turns of each side": _more(_count_left, _EARLY),
    "has more creatures left after 10 turns of each side": _more(_count_left, _LATER),
}


def does(preset: str, matches: Sequence[Match]) -> Iterator[Row]:
    """Yield a row with the frequency of each thing that the level does."""
    for what, chances in DOES.items():
        found = [done for match in matches for step in match for done in chances(step)]
        yield {"preset": preset, "it": what, "%": 100 * fmean(found) if found else None, "of": len(found)}


def brings(preset: str, matches: Sequence[Match]) -> Iterator[Row]:
    """Yield a row with the points of the side that has each thing."""
    for what, who in HAS.items():
        pairs = ((who(match), match[-1].after.table.outcome) for match in matches)
        points = [abs(seat - worth(end)) for seat, end in pairs if seat is not None and end is not None]
        yield {
            "preset": preset,
            "the side that": what,
            "points": 100 * fmean(points) if points else None,
            "within": margin(points) if points else None,
            "matches": len(points),
        }


def openings(preset: str, matches: Sequence[Match]) -> Iterator[Row]:
    """Yield the three most frequent first creatures of a side."""
    found = Counter(
        next(_name(step) for step in match if step.seat == seat and isinstance(step.action, Play))
        for match in matches
        for seat in (0, 1)
        if any(step.seat == seat and isinstance(step.action, Play) for step in match)
    )
    for name, count in found.most_common(3):
        yield {
            "preset": preset,
            "first creature": name,
            "%": 100 * count / found.total(),
            "of": found.total(),
        }


def _name(step: Step) -> str:
    assert isinstance(step.action, Play)
    return step.before.hands[step.seat][step.action.place].name


def measure_destroyed(preset: str, level: str, matches: Sequence[Match]) -> Row:
    """Return the mean cost of the creatures that a level destroys with cards that destroy any creature."""
    costs = [cost for match in matches for step in match for cost in _find_destroyed_costs(step)]
    return {"preset": preset, "level": level, "mean_cost": fmean(costs) if costs else None, "of": len(costs)}


def _find_destroyed_costs(step: Step) -> Iterator[int]:
    if isinstance(step.action, Cast) and not step.before.hands[step.seat][step.action.place].damage:
        owner = 1 - step.seat if step.action.opposing else step.seat
        target = step.before.table.sides[owner].slots[step.action.slot]
        yield from [target.card.cost] if target else []


def tables(count: int, level: str, advance: Advance = unseen) -> list[Table]:
    """Return all tables."""
    easiest, rows = next(iter(PLAYERS)), [list[Row]() for _ in range(4)]
    for preset in (candidate for candidate in PRESETS if candidate.name in _PRESETS):
        made = {}
        for each in dict.fromkeys((level, easiest)):
            made[each] = [play_match(preset.options, number, each) for number in range(count)]
            advance()
        rows[0] += does(preset.name, made[level])
        rows[1] += brings(preset.name, made[level])
        rows[2] += openings(preset.name, made[level])
        rows[3] += (measure_destroyed(preset.name, each, matches) for each, matches in made.items())
    titles = (
        ("does", f"How often {level} does what it can do, in per cent"),
        ("brings", f"Points in a hundred between two {level} players of the side that has something"),
        ("openings", "The first creature of a side, in per cent"),
        ("destroyed", "The mean cost of creatures that were destroyed by a Pitfall"),
    )
    return [Table(name, title, found) for (name, title), found in zip(titles, rows, strict=True)]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="matches of each preset")
    parser.add_argument("--level", choices=PLAYERS, default=USUAL, help="who plays")
    add_json(parser)
    parsed = parser.parse_args()
    with progress("Presets and levels", 2 * len(_PRESETS)) as advance:
        found = tables(parsed.n, parsed.level, advance)
    show(found, as_json=parsed.json)


if __name__ == "__main__":
    main()
