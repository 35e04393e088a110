"""How a thinking player of decoy is minded: what it values, how much it dares, how far it looks."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Temper(msgspec.Struct, frozen=True):
    """Of so many nodes (`budget_share`) one is used. A plan is judged in so many drawn assignments of the
    hidden kinds (`worlds`); longer plans are made from so many single moves (`singles`) and so many plans of
    each length (`kept`). After `calm` turns without a loss it dares ever more, for `patience` turns.

    `wary`: it keeps its fighters together, and never lets wounds be.
    `weighs`: it minds the balance of forces, and who would win the count of the Decoys.
    `minds_surrounding`: it sees which of its groups the enemy could surround next.
    `mortal`: how likely a dead enemy was a Decoy beside the other kinds.
    `worth`, `losing`: of each kind, to destroy it and to lose it. `wound`: the share of its worth that a
    wound is worth; `lead`: what it is worth to the Commander to be a row ahead when the rows are compared;
    `wounds`: the share of its cost that one of the own pieces fears to have."""

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


SKILLED = Temper(budget_share=8, worlds=4, singles=12, kept=6, calm=0, patience=5, fear_of_fog=0.1)
_SPARING = (150.0, 14.0, 24.0, 20.0, 14.0)
"""Its fighters cost twice what the enemy's are worth: even exchanges leave nobody to hunt with."""
HARD = replace(SKILLED, weighs=True, patience=15, losing=_SPARING, worlds=2)
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
