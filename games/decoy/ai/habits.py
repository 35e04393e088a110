"""How a strong level plays, in figures, which the page on playing well uses.

`python -m games.decoy.ai.habits [-n 200] [--level hard] [--json]` plays matches of a level against itself.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from games.core.selfplay import BUDGET, numbered_seed, rng_for
from games.decoy.ai.deducing import THE_COMMANDER, deduce_facts
from games.decoy.ai.levels import PLAYERS
from games.decoy.rules import rules
from games.decoy.rules.actions import Action, Attack, Step, piece_on
from games.decoy.rules.board import advance
from games.decoy.rules.layouts import HOME_ROWS
from games.decoy.rules.options import read_options
from games.decoy.rules.pieces import COMMANDER, SCOUT, kind_of, square_of
from games.decoy.rules.state import State, new_state, to_act
from games.decoy.rules.view import view
from slowplay import terminal

_APART = 900_000
"""The first match number, so that no other measurement uses the same matches."""


class Moment(NamedTuple):
    """An action of a seat, with the states before and after it."""

    before: State
    seat: int
    action: Action
    after: State


Match = Sequence[Moment]


def play_match(number: int, level: str) -> list[Moment]:
    """Return one match of a level against itself, from its first turn on."""
    seed, moments = numbered_seed(_APART + number), list[Moment]()
    state, count = new_state(read_options({}), seed), 0
    while acting := to_act(state):
        action = PLAYERS[level](view(state, acting[0]), None, rng_for(seed, acting[0], count), BUDGET)
        after = rules.play(state, acting[0], action).state
        if state.ply:
            moments.append(Moment(state, acting[0], action, after))
        state, count = after, count + 1
    return moments


# --- one match ----------------------------------------------------------------------------------------


def winner(match: Match) -> int | None:
    """Return the seat that won, or None."""
    outcome = match[-1].after.outcome
    return outcome.winner if outcome else None


def first_steps(match: Match) -> list[int]:
    """Return the kinds of the pieces with which the sides took their first step."""
    found = dict[int, int]()
    for moment in match:
        if isinstance(moment.action, Step):
            found.setdefault(moment.seat, _kind(moment))
    return list(found.values())


def _kind(moment: Moment) -> int:
    """Return the kind of the acting piece."""
    assert isinstance(moment.action, Step | Attack)
    return kind_of(piece_on(moment.before.sides[moment.seat].pieces, moment.action.source) or 0)


def destroys(moment: Moment) -> bool:
    """Return whether an action is an attack that destroys its target."""
    return isinstance(moment.action, Attack) and _takes(moment)


def _takes(moment: Moment) -> bool:
    return len(moment.after.sides[1 - moment.seat].pieces) < len(moment.before.sides[1 - moment.seat].pieces)


def first_blood(match: Match) -> int | None:
    """Return the first seat that removed an enemy piece, or None."""
    return next((moment.seat for moment in match if _takes(moment)), None)


def first_sure(match: Match) -> tuple[int, int] | None:
    """Return the first seat that could be sure of the enemy's Commander, and the turn, or None."""
    for moment in match:
        for seat in (0, 1):
            if THE_COMMANDER in deduce_facts(view(moment.after, seat)):
                return seat, moment.after.ply
    return None


def hits_of_the_fallen(match: Match) -> list[int]:
    """Return, for each destroyed piece, the number of hits on its square in that turn."""
    counts = Counter(
        (moment.before.ply, moment.action.target) for moment in match if isinstance(moment.action, Attack)
    )
    return [
        counts[moment.before.ply, moment.action.target]
        for moment in match
        if isinstance(moment.action, Attack) and destroys(moment)
    ]


def surrounds(match: Match) -> bool:
    """Return whether any pieces were surrounded in the match."""
    return any(
        isinstance(moment.action, Step)
        and any(
            len(a.pieces) < len(b.pieces)
            for a, b in zip(moment.after.sides, moment.before.sides, strict=True)
        )
        for moment in match
    )


def leaves_home(match: Match) -> list[int]:
    """Return the turns in which the Commanders first left their home rows."""
    found = dict[int, int]()
    for moment in match:
        for seat, side in enumerate(moment.after.sides):
            for piece in side.pieces:
                if kind_of(piece) == COMMANDER and advance(square_of(piece), seat) >= HOME_ROWS:
                    found.setdefault(seat, moment.after.ply)
    return list(found.values())


# --- all matches --------------------------------------------------------------------------------------


def habits(matches: Sequence[Match]) -> list[terminal.Row]:
    """Return the figures over all matches, as rows of a table."""
    ends = Counter(str(outcome.reason) for match in matches if (outcome := match[-1].after.outcome))
    attacks = [moment for match in matches for moment in match if isinstance(moment.action, Attack)]
    strikes = [destroys(moment) for moment in attacks if _kind(moment) == COMMANDER]
    hits = [count for match in matches for count in hits_of_the_fallen(match)]
    sure = [found for match in matches if (found := first_sure(match))]
    figures: dict[str, object] = {
        "first steps that are a Scout's": _share(
            kind == SCOUT for match in matches for kind in first_steps(match)
        ),
        "the first to take a piece wins": _measure_wins((first_blood(match), match) for match in matches),
        "a side could be sure of the other's Commander": _share(bool(first_sure(match)) for match in matches),
        "in turn (median)": median(turn for _, turn in sure) if sure else "never",
        "the first who could be sure wins": _measure_wins(
            ((first_sure(match) or (None,))[0], match) for match in matches
        ),
        "pieces destroyed by several hits of one turn": _share(count > 1 for count in hits),
        "attacks that destroy": _share(destroys(moment) for moment in attacks),
        "attacks by a Commander": _share(_kind(moment) == COMMANDER for moment in attacks),
        "of those, attacks that destroy": _share(strikes),
        "matches in which something is surrounded": _share(map(surrounds, matches)),
        "a Commander leaves its home rows in turn (median)": _median(map(leaves_home, matches)),
        **{f"ends by {reason}": _share(_ends_by(match, reason) for match in matches) for reason in ends},
        "turns (median)": median(match[-1].after.ply for match in matches),
    }
    return [{"what": what, "figure": str(figure)} for what, figure in figures.items()]


def _share(these: Iterable[bool]) -> str:
    found = list(these)
    return f"{sum(found) / len(found):.0%} of {len(found)}" if found else "none"


def _measure_wins(found: Iterable[tuple[int | None, Match]]) -> str:
    decided = [
        seat == winner(match) for seat, match in found if seat is not None and winner(match) is not None
    ]
    return _share(decided)


def _median(found: Iterable[Sequence[int]]) -> float:
    return median(turn for turns in found for turn in turns)


def _ends_by(match: Match, reason: str) -> bool:
    outcome = match[-1].after.outcome
    return outcome is not None and str(outcome.reason) == reason


def main() -> None:
    """Play the matches and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m games.decoy.ai.habits", description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="number of matches (default: 200)")
    parser.add_argument("--level", choices=list(PLAYERS), default="hard", help="who plays (default: hard)")
    terminal.add_json(parser)
    parsed = parser.parse_args()
    matches = [
        play_match(number, parsed.level) for number in terminal.track(range(parsed.n), "Matches", parsed.n)
    ]
    title = f"Decoy Patrol: {parsed.level} against itself, {parsed.n} matches"
    terminal.show([terminal.Table("habits", title, habits(matches))], as_json=parsed.json)


if __name__ == "__main__":
    main()
