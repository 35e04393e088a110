"""The temper of a thinking player: its values, its daring, and how far it looks."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Temper(msgspec.Struct, frozen=True):
    """The parameters of a thinking player.

    After `calm` turns without a loss it dares more and more, for `patience` turns.

    Attributes:
        budget_share: The player uses one of this many nodes of its budget.
        worlds: The drawn assignments of hidden kinds in which a plan is judged.
        singles: The single moves from which longer plans are made.
        kept: The plans of each length that are kept for extension.
        wary: Whether it keeps its fighters together, baits Commanders, and uses its own Commander and Decoys.
        weighs: Whether it considers the balance of forces.
        minds_surrounding: Whether it sees which of its groups the enemy could surround next.
        mortal: The likelihood of a dead enemy having been a Decoy, relative to other kinds.
        worth: The worth of destroying each kind.
        losing: The cost of losing each kind.
        wound: The share of its worth that a wound is worth.
        wounds: The share of its cost that a wound of the player's own piece counts.
        lead: The Commander's gain from each row ahead when the rows are compared.
    """

    budget_share: int
    worlds: int
    singles: int
    kept: int
    calm: int
    patience: int
    fear_of_fog: float
    wary: bool = False
    weighs: bool = False
    minds_surrounding: bool = False
    mortal: float = 1.0
    worth: tuple[float, ...] = (100.0, 7.0, 12.0, 10.0, 14.0)
    losing: tuple[float, ...] = (150.0, 7.0, 12.0, 10.0, 14.0)
    wound: float = 0.2
    wounds: float = 0.0
    victory: float = 120.0
    believes_replies: float = 0.8
    retaliation: float = 0.5
    pull: float = 0.5
    march: float = 0.35
    stay: float = 0.3
    lead: float = 8.0
    step: float = 0.05


SKILLED = Temper(budget_share=8, worlds=4, singles=6, kept=3, calm=0, patience=5, fear_of_fog=0.1, lead=4.0)
_SPARING = (150.0, 14.0, 24.0, 20.0, 14.0)
"""Fighters that cost twice their worth: even exchanges leave none to hunt with."""
HARD = replace(SKILLED, singles=12, kept=6, weighs=True, patience=10, losing=_SPARING, worlds=2, lead=12.0)
EXPERT = Temper(
    budget_share=1,
    worlds=16,
    singles=20,
    kept=12,
    calm=0,
    patience=15,
    fear_of_fog=0.25,
    wary=True,
    weighs=True,
    minds_surrounding=True,
    losing=_SPARING,
    lead=16.0,
    mortal=0.2,
    wounds=0.1,
)
