"""The AI levels. Nothing is hidden in CCC; both look at the View alone, and count nodes, never time."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from games.ccc.actions import PASS, Action, Attack, FlagMove, FlagReturn, Hop, Move
from games.ccc.ai.evaluation import LOST, armies, balance, exchange, longing, standing
from games.ccc.ai.sampling import forcing, listed, random_path, sampled_paths, towers
from games.ccc.ai.voices import SHY, WARM, Voice, chosen
from games.ccc.moves import stack_collapses
from games.ccc.pieces import FLAT
from games.ccc.position import Position
from games.ccc.rules import after, carried_out
from games.ccc.state import View
from games.core.game import Briefing


def easy(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Take something now and then, else do anything that is not plainly silly."""
    setting, position = view.setting, view.position
    found = listed(setting, position)
    for square in towers(setting, position):
        found += [path for _ in range(3) if (path := random_path(setting.geometry, position, square, rng))]
    sensible = [action for action in found if not _is_silly(position, action)]
    gaining = [action for action in sensible if _gains(position, action)]
    if gaining and rng.random() < 0.4:
        return with_words(view, rng.choice(gaining), rng, SHY)
    kinds = sorted({type(action).__name__ for action in sensible or found})
    if not kinds:
        return anything(view)
    kind = rng.choice(kinds)
    of_kind = [action for action in sensible or found if type(action).__name__ == kind]
    return with_words(view, rng.choice(of_kind), rng, SHY)


def _is_silly(position: Position, action: Action) -> bool:
    """Whether an attack costs more than it takes."""
    return isinstance(action, Attack) and _exchanged(position, action) < 0


def _gains(position: Position, action: Action) -> bool:
    return isinstance(action, Hop) or (isinstance(action, Attack) and _exchanged(position, action) > 0)


def _exchanged(position: Position, action: Attack) -> float:
    attacker, defender = position.board[action.source], position.board[action.target]
    return exchange(attacker, defender, position.pools) if attacker and defender else 0.0


def anything(view: View) -> Action:
    """The first action there is; Pass when there is none."""
    stacks = towers(view.setting, view.position)
    paths = (p for s in stacks for p in stack_collapses(view.setting.geometry, view.position, s))
    return next(paths, PASS)


def with_words(view: View, action: Action, rng: random.Random, voice: Voice) -> Action:
    """The action, a Flag's with a compliment chosen by chance."""
    mode = view.setting.options.compliments
    if isinstance(action, FlagMove):
        return FlagMove(action.target, chosen(voice, mode, rng))
    return (
        FlagReturn(chosen(voice, mode, rng, of_the_game=True)) if isinstance(action, FlagReturn) else action
    )


# --- medium ---------------------------------------------------------------------------------------------

_NODES = 5000
"""A node is a position that is looked at and valued. So many are enough, whatever the budget: of 1,500 turns
of matches none took more than 4,200, and only where pieces crowd would it be ten times as many."""
_LUCK = 0.03
_OWN_WIDTH, _REPLY_WIDTH = 8, 2
_WARM, _HOT = 12, 60
_PUSH = 4.0
_DEPTH = 3
_THREAT, _MOST_THREAT = 0.25, 1.5
_BORING = 5
_OFTEN = 3
_WHIM = 1.5
_STEP = 1.0


class Idea(msgspec.Struct, gc=False):
    """A candidate: the position after it, how it stands there, and all in all at best."""

    action: Action
    position: Position
    standing: float
    most: float
    over: bool = False


def can_be_undone(action: Action, position: Position) -> bool:
    """Whether a position may come up again after an action; only sideways does a Flat ever go back."""
    if not isinstance(action, Move):
        return not isinstance(action, Attack | Hop)
    piece = position.board[action.source]
    return piece is None or piece.kind != FLAT or abs(action.source - action.target) == 1


class Search:
    """One choice of the medium level: own candidates, and to each the enemy's forcing replies."""

    def __init__(self, view: View, rng: random.Random, budget: int) -> None:
        self.setting, self.position, self.rng = view.setting, view.position, rng
        self.seat = view.position.side
        self.left = max(1, min(budget, _NODES))
        quiet = view.position.quiet
        self.restless = quiet >= _BORING and view.position.ply // 2 % _OFTEN == 0
        self.heat = longing(quiet, view.setting.options, _WARM, _HOT)

    def best(self) -> Action:
        """The candidate whose worst forcing reply is the least bad; the first of equals."""
        ideas = self._ideas()
        chosen: Action = PASS
        best = -3 * LOST
        for idea in sorted(ideas, key=lambda idea: -idea.most):
            if idea.most <= best:
                break
            value = self._after_replies(idea, best)
            if value > best:
                chosen, best = idea.action, value
        return chosen

    def _candidates(self) -> list[Action]:
        found = listed(self.setting, self.position)
        for square in towers(self.setting, self.position):
            found += sampled_paths(self.setting.geometry, self.position, square, _OWN_WIDTH, self.rng)
        return found

    def _ideas(self) -> list[Idea]:
        """The candidates valued, until half of the nodes are spent."""
        found: list[Idea] = []
        reserve = self.left // 2
        for action in self._candidates():
            if found and self.left <= reserve:
                break
            found.append(self._idea(action))
        return found

    def _idea(self, action: Action) -> Idea:
        self.left -= 1
        work = carried_out(self.setting, self.position, action)
        position = after(self.position, work, action)
        value = balance(position.board, position.pools, self.seat)
        if abs(value) > LOST / 2 or not any(army.life for army in armies(position.board)):
            return Idea(action, position, 0.0, value, True)
        drawn = self._quiet_end(position)
        if drawn is not None:
            return Idea(action, position, 0.0, drawn, True)
        stands = standing(self.setting, position, self.seat, 3 * self.heat) + _LUCK * self.rng.random()
        if self.restless:
            stands += _WHIM * self.rng.random() if can_be_undone(action, self.position) else _STEP
        if work.attacked:
            stands += _PUSH * self.heat
        threat = self._threat(position)
        stands += min(_MOST_THREAT, _THREAT * threat)
        most = value + stands + (LOST / 2 if threat > LOST / 2 else 0.0)
        return Idea(action, position, stands, most)

    def _quiet_end(self, position: Position) -> float | None:
        """What the match is worth if it ends here for want of attacks. CCC-75."""
        options = self.setting.options
        if not options.quiet or position.quiet < options.quiet:
            return None
        if options.quiet_result == "draw":
            return 0.0
        white, black = armies(position.board)
        lead = (white.life - black.life) * (1 if self.seat == 0 else -1)
        return LOST if lead > 0 else -LOST if lead < 0 else 0.0

    def _threat(self, position: Position) -> float:
        """What this side would gain by force if the enemy did nothing."""
        mine = msgspec.structs.replace(position, side=self.seat)
        stands = balance(mine.board, mine.pools, self.seat)
        return self._fight(mine, 0.0, 1, stands, 3 * LOST) - stands

    def _after_replies(self, idea: Idea, best: float) -> float:
        """What is left of a candidate after the enemy's strongest forcing reply."""
        if idea.over:
            return idea.most
        if idea.most > LOST / 4 and self._is_forced(idea.position):
            return LOST / 2
        return -self._fight(idea.position, -idea.standing, _DEPTH, -3 * LOST, -best)

    def _is_forced(self, position: Position) -> bool:
        """Whether this side wins at once whatever the enemy does now, as far as the nodes allow to see."""
        return all(not self._escapes(position, reply) for reply in self._replies(position))

    def _replies(self, position: Position) -> Iterator[Action]:
        yield from forcing(self.setting, position, _REPLY_WIDTH)
        yield from listed(self.setting, position)
        for square in towers(self.setting, position):
            yield from sampled_paths(self.setting.geometry, position, square, _OWN_WIDTH, self.rng)

    def _escapes(self, position: Position, reply: Action) -> bool:
        """Whether the enemy lives on after a reply."""
        self.left -= 1
        following = after(position, carried_out(self.setting, position, reply), reply)
        value = balance(following.board, following.pools, self.seat)
        return self.left <= 0 or (value < LOST / 2 and not self._wins(following))

    def _wins(self, position: Position) -> bool:
        """Whether this side, to move, can take the enemy's last Pyramids."""
        for action in forcing(self.setting, position, _REPLY_WIDTH):
            self.left -= 1
            work = carried_out(self.setting, position, action)
            if balance(work.board, work.pools, self.seat) > LOST / 2:
                return True
        return False

    def _fight(self, position: Position, standing: float, depth: int, low: float, high: float) -> float:
        """What forcing actions alone lead to, for the side to move, which may also leave it at that."""
        value = balance(position.board, position.pools, self.seat)
        value = standing + (value if position.side == self.seat else -value)
        if depth == 0 or abs(value) > LOST / 2:
            return value
        for action in forcing(self.setting, position, _REPLY_WIDTH):
            if self.left <= 0 or value >= high:
                break
            self.left -= 1
            following = after(position, carried_out(self.setting, position, action), action)
            value = max(value, -self._fight(following, -standing, depth - 1, -high, -max(low, value)))
        return value


def medium(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Look one turn ahead, and at what the enemy could then attack."""
    action = Search(view, rng, budget).best()
    return anything(view) if action == PASS else with_words(view, action, rng, WARM)
