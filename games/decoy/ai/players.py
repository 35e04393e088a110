"""The three simpler AI levels, easy, steady and medium. They play from a View alone. DP-40."""

from __future__ import annotations

import random

from games.core.game import Briefing
from games.core.search.adding import add_up
from games.decoy.ai.belief import Suspect, suspects
from games.decoy.ai.deadline import count_near, turns_left
from games.decoy.ai.deployment import deploy
from games.decoy.ai.order import from_home, in_order
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
from games.decoy.rules.board import BIT, SIDE, distance, squares_in
from games.decoy.rules.layouts import random_layout
from games.decoy.rules.pieces import (
    COMMANDER,
    DECOY,
    KINDS,
    Pieces,
    damage_of,
    kind_of,
    square_of,
    step_piece,
)
from games.decoy.rules.state import MOVEMENT, SET_UP
from games.decoy.rules.view import View

WORTH = (100.0, 6.0, 9.0, 8.0, 22.0)
"""The worth of destroying each kind."""
LOSING = (160.0, 7.0, 9.0, 8.0, 26.0)
"""The cost of losing each kind."""
WOUND = 0.3
"""The share of a kind's worth that a hit counts which doesn't destroy."""
_POWERS = tuple(float(kind.power) for kind in KINDS)
_REACHING = (1.0, 1.0, 0.8, 0.4, 0.15)
"""The likelihood that an enemy at each distance attacks in its next turn."""
_CARE = 0.35
"""The share of a fighter's danger that a medium player minds right after a loss."""
_STEADFAST = 0.5
"""The chance that a steady player continues its hunt, and doesn't play like an easy one."""
_PULL, _MARCH, _STAY, _AHEAD = 0.5, 0.35, 0.3, 0.5
_LEAD = 4.0
"""The Commander's gain from each row ahead when the rows are about to be compared."""
_NOT_COMMANDER = frozenset(range(len(KINDS))) - {COMMANDER}
_FIGHTERS = _NOT_COMMANDER - {DECOY}
_WORTH_A_STEP = 0.05
_BORED = 8
"""Turns without a loss after which an easy player searches for enemies."""
_LAST_RESORT = 12
"""Turns without a loss after which the Decoys fight too."""
_SWEPT_ROW = 1
_IN_TIME, _FAR_ENOUGH, _STRIKING = 14, 5, 4
"""When the Commander of a player who doesn't look ahead comes out, how far, and how near no enemy may be."""


def easy(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Step forward with random fighters, and attack random neighbors.

    When nothing has been removed for long, go and look for enemies. The Commander comes out in time.
    """
    if view.phase == SET_UP:
        return SetUp(random_layout(rng.randrange(1 << 30)))
    if view.phase != MOVEMENT:
        attacks = legal_attacks(view)
        bored = view.since >= _BORED
        return (
            max(attacks, key=lambda attack: from_home(view, attack.target)) if bored else rng.choice(attacks)
        )
    if (ahead := _find_way_out(view, rng)) is not None:
        return ahead
    if view.since >= _BORED:
        decoys = _closing_in(view, rng, _NOT_COMMANDER) if view.since >= _LAST_RESORT else None
        return _closing_in(view, rng, _FIGHTERS) or decoys or END
    steps = [step for step in legal_steps(view) if _wanders(view, step)]
    return rng.choice(steps) if steps and rng.random() < 0.85 else END


def _find_way_out(view: View, rng: random.Random) -> Step | None:
    """Return a step of the Commander ahead if the rows are about to be compared and no enemy is near."""
    if not view.options.compares_rows or turns_left(view) > _IN_TIME:
        return None

    def leads(step: Step) -> bool:
        before, after = (_progress(view, square) for square in (step.source, step.target))
        near = any(distance(step.target, enemy) <= _STRIKING for enemy in squares_in(view.enemies))
        is_commander = kind_of(piece_on(view.own, step.source) or 0) == COMMANDER
        return is_commander and before < after <= _FAR_ENOUGH and not near

    steps = [step for step in legal_steps(view) if leads(step)]
    return rng.choice(steps) if steps else None


def steady(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Move the fighters toward the nearest enemy in sight; otherwise play like easy."""
    if view.phase == MOVEMENT and view.enemies and rng.random() < _STEADFAST:
        chosen = _find_way_out(view, rng) or _closing_in(view, rng, _FIGHTERS)
        if chosen is not None:
            return chosen
    return easy(view, briefing, rng, budget)


def _closing_in(view: View, rng: random.Random, kinds: frozenset[int]) -> Step | None:
    """Return a random step of these kinds toward an enemy in sight or the search square, or None."""
    goals = list(squares_in(view.enemies)) or [sought(view)]

    def closes_in(step: Step) -> bool:
        before, after = (
            min(distance(square, goal) for goal in goals) for square in (step.source, step.target)
        )
        return after < before and kind_of(piece_on(view.own, step.source) or 0) in kinds

    steps = [step for step in legal_steps(view) if closes_in(step)]
    return rng.choice(steps) if steps else None


def _wanders(view: View, step: Step) -> bool:
    piece = piece_on(view.own, step.source) or 0
    return kind_of(piece) in _FIGHTERS and _progress(view, step.target) >= _progress(view, step.source)


def medium(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Hunt enemies in sight by their likely kinds; keep the Commander and the Decoys out of reach."""
    if view.phase == SET_UP:
        return SetUp(deploy(rng))
    enemies = suspects(view)
    if view.phase != MOVEMENT:
        return max(in_order(view, legal_attacks(view)), key=lambda attack: _gain(view, attack, enemies))
    return _best_step(view, enemies)


def _gain(view: View, attack: Attack, enemies: tuple[Suspect, ...]) -> float:
    power = KINDS[kind_of(piece_on(view.own, attack.source) or 0)].power
    target = next(enemy for enemy in enemies if enemy.square == attack.target)
    return _damage_worth(target, power)


def _damage_worth(enemy: Suspect, power: int) -> float:
    """Return the expected worth of taking `power` points from an enemy, over all that it may be."""
    return add_up(
        chance * WORTH[kind] * (1.0 if power >= KINDS[kind].power - enemy.damage else WOUND)
        for kind, chance in enumerate(enemy.chances)
        if chance
    )


def _best_step(view: View, enemies: tuple[Suspect, ...]) -> Action:
    """Return the first step with the best resulting position, or END if no step improves it."""
    chosen: Action = END
    best_score = _score(view, view.own, enemies) + _WORTH_A_STEP
    for step in in_order(view, legal_steps(view)):
        score = _score(view, _after(view.own, step), enemies) + _surrounding(view, step)
        if score > best_score:
            chosen, best_score = step, score
    return chosen


def _after(own: Pieces, step: Step) -> Pieces:
    return tuple(
        step_piece(piece, step.target) if square_of(piece) == step.source else piece for piece in own
    )


def _surrounding(view: View, step: Step) -> float:
    """Return the worth of a step's captures, as far as its player sees."""
    taken, lost = losses(view, step)
    if not taken and not lost:
        return 0.0
    cost = add_up(LOSING[kind_of(piece)] for piece in view.own if lost & BIT[square_of(piece)])
    if lost & BIT[step.target]:
        cost += LOSING[kind_of(piece_on(view.own, step.source) or 0)]
    return 20.0 * taken.bit_count() - cost


def _score(view: View, own: Pieces, enemies: tuple[Suspect, ...]) -> float:
    placing = add_up(_placing(view, piece, enemies) for piece in own)
    return _attacking(own, enemies) - _danger(view, own, enemies) + placing


def _attacking(own: Pieces, enemies: tuple[Suspect, ...]) -> float:
    """Return the worth of the attacks that are possible from here."""
    total = 0.0
    for enemy in enemies:
        near = [p for p in own if distance(square_of(p), enemy.square) == 1]
        power = sum(KINDS[kind_of(piece)].power for piece in near)
        if power:
            total += _damage_worth(enemy, power)
    return total


def _danger(view: View, own: Pieces, enemies: tuple[Suspect, ...]) -> float:
    """Return the cost of what visible enemies may take next turn."""
    total, minded = 0.0, _list_shares_minded(view)
    for piece in own if enemies else ():
        threat = add_up(
            enemy.compute_mean(_POWERS) * _REACHING[apart]
            for enemy in enemies
            if (apart := distance(square_of(piece), enemy.square)) < len(_REACHING)
        )
        kind = kind_of(piece)
        health = KINDS[kind].power - damage_of(piece)
        total += minded[kind] * LOSING[kind] * min(1.0, threat / (1.5 * health)) ** 2
    return total


def _list_shares_minded(view: View) -> tuple[float, ...]:
    """Return the share of its danger that is minded for each kind.

    A fighter's is less, the longer nothing has been removed; the Commander's, the nearer the rows are to be
    compared.
    """
    care = _CARE * max(0.0, 1.0 - view.since / _LAST_RESORT)
    return 1.0 - count_near(view) ** 2, care, care, care, 1.0


def _placing(view: View, piece: int, enemies: tuple[Suspect, ...]) -> float:
    """Return the worth of a piece's square.

    Fighters go to the enemy or search for it; other pieces stay behind until no fighter can fight.
    """
    square = square_of(piece)
    if kind_of(piece) not in _FIGHTERS and not _all_fight(view):
        ahead = _LEAD * count_near(view) if kind_of(piece) == COMMANDER else 0.0
        return (ahead - _STAY) * _progress(view, square)
    if kind_of(piece) == COMMANDER:
        return _LEAD * count_near(view) * _progress(view, square)
    if not enemies:
        return -_MARCH * _to_search(view, square)
    return -_PULL * min(distance(square, enemy.square) - enemy.compute_mean(WORTH) / 25 for enemy in enemies)


def _all_fight(view: View) -> bool:
    """Return whether Decoys fight too: nothing was removed for long, or no fighter is left."""
    return view.since >= _LAST_RESORT or not any(kind_of(piece) in _FIGHTERS for piece in view.own)


def _to_search(view: View, square: int) -> float:
    """Return how far a square is from where a player who sees no enemy should look for one."""
    ghosts = view.memory.ghosts
    if ghosts:
        return min(distance(square, ghost.note.square) for ghost in ghosts)
    return distance(square, sought(view)) + _AHEAD * (SIDE - 1 - _progress(view, square))


def sought(view: View) -> int:
    """Return the square where to look for an unseen enemy, sweeping its half from side to side."""
    swept = view.ply // 2 % (2 * SIDE)
    column = swept if swept < SIDE else 2 * SIDE - 1 - swept
    row = _SWEPT_ROW if view.who == 1 else SIDE - 1 - _SWEPT_ROW
    return row * SIDE + column


def _progress(view: View, square: int) -> int:
    """Return how many rows a square lies in front of the viewer's back row."""
    row = square // SIDE
    return row if view.who == 0 else SIDE - 1 - row
