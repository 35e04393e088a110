"""The losses of both sides, and the Decoys that are left, as far as a viewer knows. DP-43."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.decoy.rules.memory import ANYBODY
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import DECOY, KINDS, kind_of
from games.decoy.rules.view import View

_LIVING_DECOYS = KINDS[DECOY].count


def own_losses(view: View) -> Kinds:
    """Return the kinds of the viewer's removed pieces."""
    living = Counter(map(kind_of, view.own))
    return tuple(kind for kind, about in enumerate(KINDS) for _ in range(about.count - living[kind]))


def enemy_losses(view: View) -> tuple[Kinds, ...]:
    """Return the possible kinds of each removed enemy, the best known first."""
    return tuple(
        sorted((fallen.kinds for fallen in view.memory.fallen), key=lambda kinds: (len(kinds), kinds))
    )


def own_decoys(view: View) -> int:
    """Return the number of the viewer's living Decoys."""
    return sum(kind_of(piece) == DECOY for piece in view.own)


def enemy_decoys(view: View) -> tuple[int, int]:
    """Return the fewest and the most living enemy Decoys in a running match.

    At least one lives, and no kind has lost more pieces than it had.
    """
    most = tuple(kind.count for kind in KINDS[:DECOY])
    ways = {(0,) * len(KINDS)}
    for kinds in enemy_losses(view):
        ways = {_one_more(way, kind) for way in ways for kind in kinds}
        ways = {way for way in ways if way[DECOY] < _LIVING_DECOYS and all(map(int.__le__, way, most))}
    fallen = [way[DECOY] for way in ways] or [0]
    return _LIVING_DECOYS - max(fallen), _LIVING_DECOYS - min(fallen)


def _one_more(way: Kinds, kind: int) -> Kinds:
    return (*way[:kind], way[kind] + 1, *way[kind + 1 :])


def in_letters(losses: Iterable[Kinds]) -> str:
    """Format losses by the letters of their possible kinds, such as “2 D, S/D, ?”."""
    counted = Counter(map(_letters, losses))
    return ", ".join(f"{number} {letters}" if number > 1 else letters for letters, number in counted.items())


def _letters(kinds: Kinds) -> str:
    return "?" if kinds == ANYBODY else "/".join(KINDS[kind].letter for kind in kinds)


def in_words(losses: Iterable[Kinds]) -> str:
    """Format losses in words, such as “2 Decoys, 1 Scout or Decoy”."""
    counted = Counter(losses)
    return ", ".join(f"{number} {_names(kinds, number)}" for kinds, number in counted.items())


def _names(kinds: Kinds, number: int) -> str:
    plural = "s" if number > 1 else ""
    return "unknown" if kinds == ANYBODY else " or ".join(KINDS[kind].name + plural for kind in kinds)
