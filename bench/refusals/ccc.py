"""Scripts of Collapsable Construct Collision that refuse to play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from bench.refusals import Scripts
from games import GAMES
from games.ccc.ai.evaluation import exchange
from games.ccc.ai.sampling import forcing, list_simple_actions
from games.ccc.rules.actions import Action, Attack, FlagMove, FlagReturn, Hop, Merge, Move, Swap
from games.ccc.rules.geometry import WIDTH
from games.ccc.rules.pieces import CUBE
from games.ccc.rules.position import Position
from games.ccc.rules.rules import after, carry_out, claim
from games.ccc.rules.state import View
from games.core.game import Briefing, Player

GAME = GAMES["ccc"]
_AT_HOME = 2
"""The ranks that a script that stays at home doesn't leave."""
_LATE = 2
"""How many quiet turns are left when a script that sits takes its one step."""
_WIDTH = 1
"""Collapses of each length of a Pyramid Stack that a careful script looks at."""

Choice = Callable[[View, Sequence[Action], random.Random], Action | None]
"""A script's choice among the peaceful actions; None if it has none."""


def swap(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Let two Pyramids change places, turn after turn, else do anything but attack."""
    actions = list(GAME.actions(view))
    swaps = [action for action in actions if isinstance(action, Swap)]
    quiet = [action for action in actions if not isinstance(action, Attack)]
    chosen: Action = rng.choice(swaps or quiet or actions)
    return chosen


def _script(choose: Choice) -> Player[View, Action]:
    """Return a script that plays a choice, else any peaceful action, else any at all."""

    def play(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
        peaceful = [action for action in list_simple_actions(view.setting, view.position) if _rests(action)]
        chosen = choose(view, peaceful, rng)
        if chosen is None:
            chosen = rng.choice(peaceful or list(GAME.actions(view)))
        return chosen

    return play


def _rests(action: Action) -> bool:
    """Return whether an action neither attacks nor collapses."""
    return isinstance(action, Move | Merge | Swap | FlagMove | FlagReturn)


def _one_of(actions: Sequence[Action], rng: random.Random) -> Action | None:
    return rng.choice(actions) if actions else None


def _swaps(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    return _one_of([action for action in peaceful if isinstance(action, Swap)], rng)


def _rank(view: View, square: int) -> int:
    """Return the number of ranks between a square and the player's own edge."""
    rank = square // WIDTH
    return rank if view.position.side == 0 else view.setting.options.ranks - 1 - rank


def _shuttle(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Move a Cube out, and back to the player's own edge."""
    board = view.position.board
    cubes = [a for a in peaceful if isinstance(a, Move) and (p := board[a.source]) and p.kind == CUBE]
    back = [a for a in cubes if _rank(view, a.source) and not _rank(view, a.target)]
    return _one_of(back or cubes, rng)


def _hoard(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Stack everything up, then shift it about at home."""
    merges = [action for action in peaceful if isinstance(action, Merge)]
    moves = [a for a in peaceful if isinstance(a, Move) and _rank(view, a.target) < _AT_HOME]
    return _one_of(merges or moves, rng)


def _flag(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Move the Flag whenever it may move, with a compliment, else let Pyramids change places."""
    flags = [action for action in peaceful if isinstance(action, FlagMove | FlagReturn)]
    return _one_of(flags, rng) or _swaps(view, peaceful, rng)


def _march(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Go forward, as far as possible, and attack nothing."""
    moves = [action for action in peaceful if isinstance(action, Move | Merge)]
    gains = [_rank(view, action.target) - _rank(view, action.source) for action in moves]
    most = max(gains, default=0)
    best = [action for action, gain in zip(moves, gains, strict=True) if gain == most]
    return _one_of(best, rng) if most > 0 else None


def _late(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Sit until the last moment, then make the attack that costs least, so that the count begins again."""
    options, position = view.setting.options, view.position
    if options.quiet and position.quiet >= options.quiet - _LATE:
        attacks = list(_plain_attacks(view))
        if attacks:
            return max(attacks, key=lambda attack: _gain(position, attack))
    return _swaps(view, peaceful, rng)


def _plain_attacks(view: View) -> Iterator[Attack | Hop]:
    for action in list_simple_actions(view.setting, view.position):
        if isinstance(action, Attack | Hop):
            yield action


def _gain(position: Position, action: Attack | Hop) -> float:
    """Return the value of what an attack or hop takes minus what it loses, in Flats."""
    if isinstance(action, Hop):
        return float(len(action.landings))
    one, other = position.board[action.source], position.board[action.target]
    return exchange(one, other, position.pools) if one and other else 0.0


def _mirror(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Copy the opponent's last action on the opponent's side of the board, seen in a mirror."""
    return _copy(view, lambda square: (view.setting.options.ranks - 1 - square // WIDTH, square % WIDTH))


def _point(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Copy the opponent's last action with the board turned around."""
    ranks = view.setting.options.ranks
    return _copy(view, lambda square: (ranks - 1 - square // WIDTH, WIDTH - 1 - square % WIDTH))


def _copy(view: View, place: Callable[[int], tuple[int, int]]) -> Action | None:
    """Return the opponent's last action with its squares moved, if it's legal so."""

    def there(square: int) -> int:
        rank, file = place(square)
        return rank * WIDTH + file

    match view.last.action if view.last is not None and view.last.seat != view.position.side else None:
        case Move(one, other) | Merge(one, other) | Attack(one, other):
            copies: list[Action] = [kind(there(one), there(other)) for kind in (Move, Merge, Attack)]
        case Hop(source, landings):
            copies = [Hop(there(source), tuple(map(there, landings)))]
        case Swap(one, other):
            copies = [Swap(*sorted((there(one), there(other))))]
        case FlagMove(target, text):
            copies = [FlagMove(there(target), text)]
        case _:
            copies = []
    return next((copy for copy in copies if _is_legal(view, copy)), None)


def _is_legal(view: View, action: Action) -> bool:
    if isinstance(action, FlagMove):
        same = (a for a in list_simple_actions(view.setting, view.position) if isinstance(a, FlagMove))
        return any(a.target == action.target for a in same)
    return action in list_simple_actions(view.setting, view.position)


def _keep(view: View, peaceful: Sequence[Action], rng: random.Random) -> Action | None:
    """Never attack, and keep the stronger sum: take the action after which the enemy can win least."""
    return max(peaceful, key=lambda action: (_lead_after(view, action), rng.random()), default=None)


def _lead_after(view: View, action: Action) -> tuple[int, int]:
    """Return this side's lead in a quiet ending after the enemy's best attack on the position."""
    setting, seat = view.setting, view.position.side
    following = after(view.position, carry_out(setting, view.position, action), action)
    leads = [_lead(following, seat)]
    for reply in forcing(setting, following, _WIDTH):
        leads.append(_lead(after(following, carry_out(setting, following, reply), reply), seat))
    return min(leads)


def _lead(position: Position, seat: int) -> tuple[int, int]:
    own, other = claim(position, seat, "army"), claim(position, 1 - seat, "army")
    return own[0] - other[0], own[1] - other[1]


_CHOICES: dict[str, Choice] = {
    "shuttle": _shuttle,
    "hoard": _hoard,
    "flag": _flag,
    "march": _march,
    "late": _late,
    "mirror": _mirror,
    "point": _point,
    "keep": _keep,
}
SCRIPTS: Scripts = {"swap": swap, **{name: _script(choose) for name, choose in _CHOICES.items()}}
