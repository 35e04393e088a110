"""Scripts of Alpha Duel that refuse to play: to act, to summon, to fight, or to risk the last creature."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import msgspec

from bench.refusals import Scripts
from games.alpha.ai.evenness import keeping
from games.alpha.ai.players import PLAYERS
from games.alpha.rules.actions import END, Action, Attack, Cast, Play
from games.alpha.rules.cards import Card
from games.alpha.rules.rules import actions
from games.alpha.rules.state import ACTION
from games.alpha.rules.view import View
from games.core.game import Briefing

hard = PLAYERS["hard"]


def end(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """End every phase at once."""
    return END


def wall(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Summon the costliest creature, again and again, and never attack nor play an Object."""
    return max(_summons(view), key=lambda play: view.hand[play.place].cost, default=END)


def trickle(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Keep one creature on the battlefield, the cheapest that there is, and do nothing else."""
    own = view.table.sides[view.table.mover]
    cheap = min(_summons(view), key=lambda play: view.hand[play.place].cost, default=END)
    return END if own.occupied else cheap


def press(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Summon the costliest creatures, and attack nothing but empty slots."""
    opposing = view.table.sides[1 - view.table.mover].slots
    attacks = (action for action in _legal(view) if isinstance(action, Attack))
    presses = (action for action in attacks if opposing[action.target] is None)
    return wall(view, briefing, rng, budget) if view.table.phase == ACTION else next(presses, END)


def late(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Do nothing until the deck is empty, and then play as `hard` does."""
    return END if view.table.sides[view.table.mover].deck else hard(view, briefing, rng, budget)


def guard(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Play the cards that `hard` would, and never attack."""
    return hard(view, briefing, rng, budget) if view.table.phase == ACTION else END


def objects(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Play the Objects that `hard` would if it held no creature, and keep every creature in hand."""
    return _without(view, lambda card: card.is_creature, rng)


def _without(view: View, hidden: Callable[[Card], bool], rng: random.Random) -> Action:
    """Return what `hard` would do without some of its cards, its places counted with them."""
    places = [place for place, card in enumerate(view.hand) if not hidden(card)]
    hand = tuple(view.hand[place] for place in places)
    action = hard(msgspec.structs.replace(view, hand=hand), None, rng, 0)
    if isinstance(action, Play | Cast):
        return msgspec.structs.replace(action, place=places[action.place])
    return action


def _legal(view: View) -> list[Action]:
    return list(actions(view.table, view.hand, view.setup.options))


def _summons(view: View) -> list[Play]:
    return [action for action in _legal(view) if isinstance(action, Play)]


SCRIPTS: Scripts = {
    "end": end,
    "hoard": keeping(hard),
    "objects": objects,
    "wall": wall,
    "guard": guard,
    "trickle": trickle,
    "press": press,
    "late": late,
}
"""The scripts by name; `hoard` never plays its last Creature in hand."""
PLAYS_AS: Mapping[str, str] = {"hoard": "hard"}
"""The scripts that play on, but for one thing, as a level does."""
