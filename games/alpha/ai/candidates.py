"""The few actions that are worth a look: what the levels would play, and what they may overlook."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.alpha.ai.finish import field_of, plans
from games.alpha.ai.lines import line_of
from games.alpha.ai.players import PLAYERS
from games.alpha.rules.actions import END, Action, Attack, Cast, Play
from games.alpha.rules.cards import Card
from games.alpha.rules.rules import actions
from games.alpha.rules.state import Creature
from games.alpha.rules.view import View

_MOST = 8


def candidates(view: View, rng: random.Random) -> tuple[Action, ...]:
    """Return at most 8 actions, always with `END`: a certain win, the levels' choices, then others.

    Stronger levels come first, and of the others those with costlier cards or on larger creatures.
    """
    found = list(dict.fromkeys((*_winning(view), *_of_levels(view, rng), *_others(view))))
    chosen = found[:_MOST]
    return tuple(chosen) if END in chosen else (*chosen[:-1], END)


def _winning(view: View) -> Iterator[Action]:
    """Yield the first action of a plan that wins for certain, if there is one."""
    plan = next(plans(field_of(view)), None)
    if plan is not None:
        yield line_of(view, plan)[0]


def _of_levels(view: View, rng: random.Random) -> Iterator[Action]:
    for level in reversed(tuple(PLAYERS)):
        yield PLAYERS[level](view, None, rng, 0)


def _others(view: View) -> Iterator[Action]:
    """Yield legal actions, only the first of those that differ in nothing but equal cards or creatures."""
    seen = set[object]()
    legal = list(actions(view.table, view.hand, view.setup.options))
    for action in sorted(legal, key=lambda candidate: _rank(view, candidate)):
        what = _what(view, action)
        if what is not None and what not in seen:
            seen.add(what)
            yield action


def _rank(view: View, action: Action) -> tuple[int, ...]:
    """Return the sort key of an action; lower ones are tried first."""
    opposing = view.table.sides[1 - view.table.mover].slots
    match action:
        case Play(place, _):
            return (0, -view.hand[place].cost)
        case Cast(place, True, slot):
            return (0, -view.hand[place].cost, -_worth(opposing[slot]))
        case Attack(_, target):
            return (0, -_worth(opposing[target]))
        case _:
            return (1,)


def _worth(creature: Creature | None) -> int:
    return creature.card.attack + creature.health if creature else 0


def _what(view: View, action: Action) -> object:
    """Return what an action amounts to, equal for equal effects; None if it isn't worth a look."""
    table = view.table
    own, opposing = table.sides[table.mover].slots, table.sides[1 - table.mover].slots
    match action:
        case Play(place, _):
            return view.hand[place]
        case Cast(place, True, slot):
            return view.hand[place], _alike(opposing[slot])
        case Attack(slot, target) if opposing[target] is not None or view.setup.options.milled:
            return _alike(own[slot]), _alike(opposing[target])
        case Play() | Cast() | Attack():
            return None
        case _:
            return action


def _alike(creature: Creature | None) -> tuple[Card, int] | None:
    return (creature.card, creature.health) if creature else None
