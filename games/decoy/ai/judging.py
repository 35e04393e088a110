"""The value of a placement of pieces followed by attacks, and then by the enemy's reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.core.search.adding import add_up
from games.core.search.nodes import Nodes
from games.decoy.ai.blows import Blow, Hit, Striker, Target, blows, possible_hits
from games.decoy.ai.elimination import World
from games.decoy.ai.mood import mood_of
from games.decoy.ai.placing import DISTANCE, Places
from games.decoy.ai.reaches import Squares, Strikes
from games.decoy.ai.situation import FIGHTERS, POWERS, Situation
from games.decoy.ai.surrounds import Exposed, Reaches, Surrounds
from games.decoy.ai.temper import Temper
from games.decoy.rules.board import ALL, BIT, NEAR, squares_in, with_near
from games.decoy.rules.pieces import COMMANDER, DECOY

Standing = tuple[int, ...]
"""The square of each own piece, in the order of the situation."""
Attackers = tuple[tuple[int, Squares], ...]
"""Own pieces by index, each with the set of enemies that it touches."""
Chosen = tuple[tuple[int, int], ...]
"""Attacks, as (index of the attacker, index of the foe)."""

_FOR_A_COMMANDER = 5.0
"""The bonus for tempting the enemy Commander to a square where it can be destroyed."""
_NEARBY = 3
"""The distance within which a fighter can usually attack in its next turn."""
_ROUNDS = 2
"""The number of rounds in which attacks are redistributed among the targets."""


class Outcome(NamedTuple):
    """The result of the player's attacks in one world: worth, destroyed foes, and whether they win."""

    gain: float
    fallen: frozenset[int]
    won: bool


class Judge:
    """A judge that values placements in one situation; each world it evaluates costs a node."""

    def __init__(self, situation: Situation, temper: Temper, nodes: Nodes) -> None:
        self.situation, self.temper, self.nodes = situation, temper, nodes
        self.mood = mood_of(situation, temper)
        self.costs, self.worth = self.mood.costs, self.mood.worth
        self._number_on = {foe.square: number for number, foe in enumerate(situation.foes)}
        self._places = Places(situation, temper, self.mood)
        self._strikes, self._reaches = Strikes(), Reaches()
        view = situation.view
        self._surrounds = Surrounds(view.enemies, view.options.liberties)
        self._chosen: dict[Attackers, Chosen] = {}
        self._gains: dict[tuple[int, int], float] = {}

    def value(self, standing: Standing) -> float:
        """Return the worth of a placement, followed by the best attacks and the enemy's reply."""
        own = sum(map(BIT.__getitem__, standing))
        taken = self._surrounds.find_taken(own)
        powers = self._powers(self.attacks(standing, taken))
        total = add_up(map(self._places, enumerate(standing))) - self._weigh_given_up(standing, own, taken)
        for world, share in self.situation.worlds:
            self.nodes.spend()
            total += share * self._value_in(world, standing, powers, taken)
        return total

    def _weigh_given_up(self, standing: Standing, own: Squares, taken: Squares) -> float:
        """Return the cost of own pieces that the placement itself leaves surrounded."""
        lost = self._surrounds.find_lost(own, self.situation.view.enemies & ~taken)
        return self._cost_of(lost, standing) if lost else 0.0

    def _cost_of(self, lost: Squares, standing: Standing) -> float:
        return add_up(self.costs[number] for number, square in enumerate(standing) if lost & BIT[square])

    def _value_in(self, world: World, standing: Standing, powers: dict[int, int], taken: Squares) -> float:
        outcome = self._outcome(world, powers, taken)
        if outcome.won:
            return outcome.gain + self.temper.victory
        return outcome.gain - self.temper.believes_replies * self._reply(world, standing, outcome.fallen)

    # --- attacks by the player ------------------------------------------------------------------------------

    def attacks(self, standing: Standing, gone: Squares = 0) -> Chosen:
        """Return the best combination of attacks from a placement after the enemies `gone` are removed."""
        enemies = self.situation.view.enemies & ~gone
        near, friends = with_near(enemies), self.situation.friends
        attackers = tuple(
            (number, NEAR[square] & enemies)
            for number, square in enumerate(standing)
            if near & BIT[square] and friends[number].ready
        )
        if attackers not in self._chosen:
            self._chosen[attackers] = self._share_out(attackers)
        return self._chosen[attackers]

    def _share_out(self, attackers: Attackers) -> Chosen:
        """Assign a target to each attacker, those with the fewest choices first, then let each reconsider."""
        choices = [(number, [self._number_on[s] for s in squares_in(near)]) for number, near in attackers]
        choices.sort(key=lambda choice: (len(choice[1]), -self.situation.friends[choice[0]].power))
        powers: dict[int, int] = {}
        chosen: dict[int, int] = {}
        for _ in range(_ROUNDS):
            for number, targets in choices:
                power = self.situation.friends[number].power
                if number in chosen:
                    powers[chosen[number]] -= power
                best = max(
                    targets, key=lambda target: self._weigh_addition(target, powers.get(target, 0), power)
                )
                chosen[number] = best
                powers[best] = powers.get(best, 0) + power
        return tuple(sorted(chosen.items()))

    def _weigh_addition(self, target: int, power: int, more: int) -> float:
        return self._gain(target, power + more) - self._gain(target, power)

    def _gain(self, target: int, power: int) -> float:
        """Return the expected worth of taking `power` points from a foe, over all kinds that it may be."""
        if (target, power) not in self._gains:
            foe = self.situation.foes[target]
            worth = (
                chance * self._weigh_hit(kind, foe.damage, power) for kind, chance in enumerate(foe.chances)
            )
            self._gains[target, power] = add_up(worth)
        return self._gains[target, power]

    def _weigh_hit(self, kind: int, damage: int, power: int) -> float:
        if power >= POWERS[kind] - damage:
            return self.worth[kind] if power else 0.0
        return self.worth[kind] * self.temper.wound * power / POWERS[kind]

    def _powers(self, attacks: Chosen) -> dict[int, int]:
        """Return the points that the attacks take from each foe."""
        powers: dict[int, int] = {}
        for number, target in attacks:
            powers[target] = powers.get(target, 0) + self.situation.friends[number].power
        return powers

    def _outcome(self, world: World, powers: dict[int, int], taken: Squares) -> Outcome:
        kinds, living = world
        foes = self.situation.foes
        gain = add_up(
            self._weigh_hit(kinds[target], foes[target].damage, power) for target, power in powers.items()
        )
        fallen = frozenset(t for t, power in powers.items() if power >= POWERS[kinds[t]] - foes[t].damage)
        if taken:
            surrounded = frozenset(self._number_on[square] for square in squares_in(taken))
            gain += add_up(self.worth[kinds[target]] for target in surrounded)
            fallen |= surrounded
        lost = [kinds[target] for target in fallen]
        return Outcome(gain, fallen, COMMANDER in lost or lost.count(DECOY) >= living)

    # --- the enemy's reply ----------------------------------------------------------------------------

    def _reply(self, world: World, standing: Standing, fallen: frozenset[int]) -> float:
        """Return what the enemy takes in its next turn in this world if it knows everything."""
        strikers = [
            Striker(number, kind, foe.square)
            for number, (kind, foe) in enumerate(zip(world[0], self.situation.foes, strict=True))
            if number not in fallen
        ]
        own = taken = 0
        for square in standing:
            own |= BIT[square]
        for striker in strikers:
            taken |= BIT[striker.square]
        surrounded = self._weigh_surrounded(strikers, standing, own, taken)
        hits = possible_hits(strikers, own, ALL & ~(own | taken), self._strikes)
        if not hits:
            return surrounded
        targets = self._targets(standing)
        struck = blows(hits, targets)
        lost = self._weigh_lost(struck, standing) + surrounded
        return lost + self._weigh_wounded(hits, targets, struck) if self.temper.wounds else lost

    def _weigh_surrounded(
        self, strikers: Sequence[Striker], standing: Standing, own: Squares, enemies: Squares
    ) -> float:
        """Return the cost of the dearest group that one enemy can surround."""
        dearest = 0.0
        for exposed in self._surrounds.find_exposed(own, enemies) if self.temper.minds_surrounding else ():
            cost = self._cost_of(exposed[0], standing)
            if cost > dearest and self._is_surrounded(exposed, strikers, own, enemies):
                dearest = cost
        return dearest

    def _is_surrounded(
        self, exposed: Exposed, strikers: Sequence[Striker], own: Squares, enemies: Squares
    ) -> bool:
        for striker in strikers:
            finishing = self._surrounds.finishing(exposed, enemies & ~BIT[striker.square])
            free = ALL & ~(own | enemies)
            if finishing & free and finishing & self._reaches(striker.square, striker.kind, free):
                return True
        return False

    def _weigh_wounded(
        self, hits: Mapping[Squares, list[Hit]], targets: Mapping[Squares, Target], struck: Sequence[Blow]
    ) -> float:
        """Return the cost of own pieces that are hit but survive."""
        gone = {blow.target for blow in struck}
        hurt = add_up(
            targets[square].worth * min(1.0, max(hit.power for hit in on) / targets[square].health)
            for square, on in hits.items()
            if targets[square] not in gone
        )
        return self.temper.wounds * hurt

    def _targets(self, standing: Standing) -> dict[Squares, Target]:
        return {
            BIT[square]: Target(number, friend.health, self.costs[number])
            for number, (square, friend) in enumerate(zip(standing, self.situation.friends, strict=True))
        }

    def _weigh_lost(self, struck: Sequence[Blow], standing: Standing) -> float:
        lost = add_up(blow.target.worth - self._weigh_payback(blow, standing) for blow in struck)
        decoys = sum(self.situation.friends[blow.target.number].kind == DECOY for blow in struck)
        return lost + (self.temper.losing[COMMANDER] if decoys == self.situation.decoys else 0.0)

    def _weigh_payback(self, blow: Blow, standing: Standing) -> float:
        """Return what's regained when nearby fighters attack the striker in turn."""
        friends, striker = self.situation.friends, blow.hits[0].striker
        if friends[blow.target.number].kind == COMMANDER:
            return 0.0
        near = DISTANCE[standing[blow.target.number]]
        power = sum(
            friend.power
            for number, friend in enumerate(friends)
            if friend.kind in FIGHTERS and number != blow.target.number and near[standing[number]] <= _NEARBY
        )
        if power < POWERS[striker.kind] - self.situation.foes[striker.number].damage:
            return 0.0
        if self.temper.wary and striker.kind == COMMANDER:
            return blow.target.worth + _FOR_A_COMMANDER
        return min(blow.target.worth, self.temper.retaliation * self.worth[striker.kind])
