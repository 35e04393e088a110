"""A position summarized for the coach's tips."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.alpha.rules.cards import Card
from games.alpha.rules.rules import count_pressed, may_attack
from games.alpha.rules.state import ACTION, COMBAT, Creature, Side, compute_growth
from games.alpha.rules.view import View
from games.core.vocabulary.seats import SOLO


class Seen(msgspec.Struct, frozen=True):
    """A position as seen by the player to act, the basis of every tip.

    Attributes:
        ready: The player's creatures that may attack.
        targets: The opponent's creatures, the most expensive first.
        payable: The cards in hand that the player can pay for; none in the Combat Phase.
    """

    view: View
    own: Side
    other: Side
    ready: tuple[Creature, ...]
    targets: tuple[Creature, ...]
    payable: tuple[Card, ...]

    @property
    def objects(self) -> tuple[Card, ...]:
        """The Objects that the player can pay for."""
        return tuple(card for card in self.payable if not card.is_creature)

    @property
    def is_combat(self) -> bool:
        """Whether the match is in the Combat Phase."""
        return self.view.table.phase == COMBAT

    @property
    def rival(self) -> str:
        """The name of the opponent inside a sentence."""
        return SOLO[1 - self.view.table.mover].lower()

    @property
    def theirs(self) -> str:
        """The name of the opponent as an owner inside a sentence."""
        return f"{self.rival}'s"

    @property
    def strongest(self) -> int:
        """The highest attack of the player's creatures that may attack, or 0."""
        return max((creature.card.attack for creature in self.ready), default=0)

    @property
    def pressed(self) -> int:
        """The number of cards that the player's next attack on an empty slot takes. ALPHA-11, ALPHA-32."""
        can_press = self.is_combat and self.ready and None in self.other.slots
        return count_pressed(self.view.table, self.view.setup.options) if can_press else 0

    @property
    def next_energy(self) -> int:
        """The player's energy at the start of the next turn of theirs. ALPHA-3, ALPHA-33."""
        return self.own.limit + compute_growth(self.view.setup.options, self.view.table.ply + 2)


def summarize(view: View) -> Seen:
    """Return the summary of a position for the player to act."""
    table = view.table
    own, other = table.sides[table.mover], table.sides[1 - table.mover]
    ready = tuple(
        creature for creature in own.slots if creature and may_attack(table, creature, view.setup.options)
    )
    targets = tuple(
        sorted((creature for creature in other.slots if creature), key=lambda creature: -creature.card.cost)
    )
    payable = tuple(card for card in view.hand if card.cost <= own.energy) if table.phase == ACTION else ()
    return Seen(view, own, other, ready, targets, payable)


def attacks(seen: Seen) -> Iterator[tuple[Creature, Creature]]:
    """Yield each possible attack as (attacker, target), in the Combat Phase only."""
    if seen.is_combat:
        yield from ((attacker, target) for attacker in seen.ready for target in seen.targets)


def kills(creature: Creature, other: Creature) -> bool:
    """Return whether the first creature's attack destroys the second."""
    return creature.card.attack >= other.health
