"""The AI levels that look at most a turn ahead while they lead or fight, and otherwise search.

They use the view alone and count nodes, never time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from games.ccc.ai.approach import Approach, lead
from games.ccc.ai.choices import anything, can_be_undone, with_words
from games.ccc.ai.evaluation import LOST, armies, balance, longing, standing
from games.ccc.ai.sampling import forcing, list_simple_actions, sample_paths, towers, without_vain
from games.ccc.ai.search_position import search_position
from games.ccc.ai.searching import best_action
from games.ccc.ai.voices import SHY, TIMID, WARM, Voice
from games.ccc.rules.actions import (
    PASS,
    Action,
    FlagMove,
    FlagReturn,
    Hop,
    Line,
    Pass,
    Path,
    Swap,
)
from games.ccc.rules.position import Position
from games.ccc.rules.rules import THIRD, after, carry_out
from games.ccc.rules.state import View, key_of
from games.ccc.rules.working_board import Working
from games.core.game import Briefing

_NODES = 5000
"""The most positions that a level examines and evaluates in a turn, whatever the budget.

It suffices: of 1,500 turns in matches none took more than 4,200, and only crowded boards need ten times more.
"""
_OWN_WIDTH, _REPLY_WIDTH = 8, 2
_WARM, _HOT = 12, 60
_PUSH, _GAINING, _TRADING, _UNSOUND = 1.0, 6.0, 3.0, 8.0
"""Values that are added to an attack, in Flats.

The bonuses grow with the quiet plies: `_PUSH` for levels that examine all pieces; for the others `_GAINING`
if the attack improves their lead, else `_TRADING`. `_UNSOUND` is their penalty if it puts them behind.
"""
_DEPTH = 3
_THREAT, _MOST_THREAT = 0.25, 1.5
_BORING = 5
_OFTEN = 3
_WHIM = 1.5
_STEP = 1.0
_EVEN, _UNEVEN = 12.0, 3.0
"""Greatest eagerness to approach the enemy: when the sides are even in a quiet ending, and otherwise."""
_LUCK = 0.03
"""The most that chance adds to a candidate, so that equal ones aren't always chosen in one order."""
_SPARE = 1.5
"""The quiet turns that a side wants to have left when it reaches the enemy, see `Approach`."""
_AGAIN = 1.0
"""The cost of returning to a position."""
_DRAWN = -20.0
"""The worth of a draw relative to the current position; for the side ahead, to an even one."""
_DOGGED = 8
"""How many times its first nodes a search has gained by the last quiet ply."""
_WAIT, _CLAIM, _GREY = 2.0, 9.0, 8.0
"""The worth of being ahead just before a quiet ending, and the costs of being behind and of being even."""


_OUTWEIGHS = 64
"""More than the Flats and Toruses of a side together."""


class Idea(msgspec.Struct, gc=False):
    """A candidate action and the position after it.

    `standing` is how well this side stands there, material aside; `most` is the highest total value it can
    have.
    """

    action: Action
    position: Position
    standing: float
    most: float
    over: bool = False


class Sight(msgspec.Struct, frozen=True):
    """How much a level sees of a position.

    Attributes:
        pieces: How many pieces it examines each turn, chosen at random (0: all); if not 0, all of them once
            there has been no attack for a while.
        replies: Whether it considers what the enemy could attack next.
        flair: The extra worth of a collapse or a hop chain, in Flats.
        luck: The most that chance adds to a candidate while the level isn't looking for a fight.
        patience: The share of the quiet plies after which a level that overlooks pieces looks for a fight.
        calm: The share of the quiet plies after which it searches several turns ahead, unless it leads.
        search_share: That search begins with one node in this many; `hard` spends one in 6.
    """

    pieces: int = 0
    replies: bool = True
    flair: float = 0.0
    luck: float = _LUCK
    patience: float = 0.2
    calm: float = 0.2
    search_share: int = 20


def _source(action: Action, flag: int | None, home: int) -> int:
    """Return the square of the acting piece; for a Flag that is put back, the square it returns to."""
    match action:
        case FlagMove():
            return home if flag is None else flag
        case FlagReturn() | Pass():
            return home
        case Swap(source, _):
            return source
        case _:
            return action.source


def _is_showy(action: Action) -> bool:
    """Return whether an action is special to this game: a collapse or a chain of hops."""
    match action:
        case Line() | Path():
            return True
        case Hop(_, landings):
            return len(landings) > 1
        case _:
            return False


class Search:
    """The choice of one action among a side's candidates, by the enemy's forcing replies to each."""

    def __init__(self, view: View, rng: random.Random, budget: int, sight: Sight) -> None:
        self.sight = sight
        self.setting, self.position, self.rng = view.setting, view.position, rng
        self.seat, self.past = view.position.side, view.past
        self.left = max(1, min(budget, _NODES))
        quiet = view.position.quiet
        self.itching = sight.pieces > 0 and quiet > sight.patience * (view.setting.options.quiet or quiet)
        self.lead = self._lead(view.position)
        self.drawn = (
            min(0.0, balance(view.position.board, view.position.pools, self.seat, self.lead > 0)) + _DRAWN
        )
        self.restless = quiet >= _BORING and view.position.ply // 2 % _OFTEN == 0
        self.heat = longing(quiet, view.setting.options, _WARM, _HOT)
        options = view.setting.options
        self.approach = Approach(search_position(view.position, options.ranks), options, self.heat, _SPARE)
        self.eager = (_EVEN if self.lead == 0 else _UNEVEN) * self.heat
        self.luck = (_LUCK if self.itching else sight.luck) * (1 - self.heat)

    def best(self) -> Action:
        """Return the candidate whose worst forcing reply does the least harm; the first among equals."""
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
        found = list_simple_actions(self.setting, self.position)
        if self.lead >= 0:
            found = without_vain(self.position, found)
        for square in towers(self.setting, self.position):
            found += sample_paths(self.setting.geometry, self.position, square, _OWN_WIDTH, self.rng)
        return self._pick_noticed(found) if self.sight.pieces and not self.itching else found

    def _pick_noticed(self, found: list[Action]) -> list[Action]:
        """Return the actions of the randomly chosen pieces that the level examines this turn."""
        home = self.setting.homes[self.seat]
        from_where = [_source(action, self.position.flags[self.seat], home) for action in found]
        movers = sorted(set(from_where))
        looked_at = set(self.rng.sample(movers, min(len(movers), self.sight.pieces)))
        return [action for action, square in zip(found, from_where, strict=True) if square in looked_at]

    def _ideas(self) -> list[Idea]:
        """Return the candidates with their values, until half of the nodes are spent."""
        found: list[Idea] = []
        reserve = self.left // 2
        for action in self._candidates():
            if found and self.left <= reserve:
                break
            found.append(self._idea(action))
        return found

    def _idea(self, action: Action) -> Idea:
        self.left -= 1
        work = carry_out(self.setting, self.position, action)
        position = after(self.position, work, action)
        value = self._balance(position)
        if abs(value) > LOST / 2:
            return Idea(action, position, 0.0, value, True)
        if not any(army.life for army in armies(position.board)):
            return Idea(action, position, 0.0, self.drawn, True)
        drawn = self._quiet_end(position)
        if drawn is not None:
            return Idea(action, position, 0.0, drawn, True)
        stands = standing(self.setting, position, self.seat, self.eager) + self.luck * self.rng.random()
        sound = not work.attacked or self._is_sound(position)
        if self.restless:
            stands += _WHIM * self.rng.random() if can_be_undone(action, self.position) else _STEP * sound
        elif not can_be_undone(action, self.position):
            stands += _STEP * (self.heat + self.itching) * sound
        if self.sight.replies or self.itching:
            stands -= self.approach.cost(search_position(position, self.setting.options.ranks), work.attacked)
        if work.attacked:
            stands += self._push(position)
        else:
            again = self.past.count(key_of(position))
            if again + 1 >= THIRD:
                return Idea(action, position, 0.0, self.drawn, True)
            stands -= _AGAIN * again
        stands += self._if_nobody_attacks(position)
        if _is_showy(action):
            stands += self.sight.flair
        threat = self._threat(position) if self.sight.replies else 0.0
        stands += min(_MOST_THREAT, _THREAT * threat)
        most = value + stands + (LOST / 2 if threat > LOST / 2 else 0.0)
        return Idea(action, position, stands, most)

    def _push(self, position: Position) -> float:
        """Return the bonus of an attack, or the penalty of an unsound one. CCC-75.

        For a level that overlooks pieces, the bonus depends on whether the attack improves its lead.
        """
        if not self.sight.pieces:
            return _PUSH * self.heat if self._lead(position) > self.lead else 0.0
        if not self._is_sound(position):
            return -_UNSOUND
        return (_GAINING if self._lead(position) > self.lead else _TRADING) * self.heat

    def _is_sound(self, position: Position) -> bool:
        """Return whether an attack leaves this side no worse off in a quiet ending.

        For levels that overlook pieces, it's enough if it isn't behind then.
        """
        return self._lead(position) >= (min(0, self.lead) if self.sight.pieces else self.lead)

    def _balance(self, now: Position | Working) -> float:
        """Return this side's material lead; a side that's ahead likes exchanges."""
        return balance(now.board, now.pools, self.seat, self.lead > 0, self.drawn)

    def _quiet_end(self, position: Position) -> float | None:
        """Return the value of an ending after too many turns without an attack, or None if none. CCC-75."""
        options = self.setting.options
        if not options.quiet or position.quiet < options.quiet:
            return None
        if options.quiet_result == "draw":
            return self.drawn
        lead = self._lead(position)
        value = self._balance(position)
        return max(value, 0.0) + _WAIT if lead > 0 else -LOST if lead < 0 else self.drawn

    def _lead(self, position: Position) -> int:
        """Return by how much this side leads in a quiet ending; a point of Pyramids outweighs all else."""
        white, black = armies(position.board)
        lead = _OUTWEIGHS * (white.life - black.life)
        if self.setting.options.quiet_result == "army":
            lead += white.flats - black.flats + position.pools[0] - position.pools[1]
        return lead if self.seat == 0 else -lead

    def _if_nobody_attacks(self, position: Position) -> float:
        """Return the value of the prospect that the match ends soon without an attack. CCC-75.

        To fall behind is no way out: the turns that were quiet until now still count.
        """
        options = self.setting.options
        if not options.quiet or options.quiet_result == "draw":
            return 0.0
        lead = self._lead(position)
        quiet = max(position.quiet, self.position.quiet) if lead < self.lead else position.quiet
        near = quiet / options.quiet
        return near * near * (_WAIT if lead > 0 else -_CLAIM if lead else -_GREY)

    def _threat(self, position: Position) -> float:
        """Return what this side would gain by force if the enemy did nothing."""
        mine = msgspec.structs.replace(position, side=self.seat)
        stands = self._balance(mine)
        return self._fight(mine, 0.0, 1, stands, 3 * LOST) - stands

    def _after_replies(self, idea: Idea, best: float) -> float:
        """Return the value of a candidate after the enemy's strongest forcing reply."""
        if idea.over or not self.sight.replies:
            return idea.most
        if idea.most > LOST / 4 and self._is_forced(idea.position):
            return LOST / 2
        return -self._fight(idea.position, -idea.standing, _DEPTH, -3 * LOST, -best)

    def _is_forced(self, position: Position) -> bool:
        """Return whether this side wins at once whatever the enemy does, as far as the nodes can tell."""
        return all(not self._escapes(position, reply) for reply in self._replies(position))

    def _replies(self, position: Position) -> Iterator[Action]:
        yield from forcing(self.setting, position, _REPLY_WIDTH)
        yield from list_simple_actions(self.setting, position)
        for square in towers(self.setting, position):
            yield from sample_paths(self.setting.geometry, position, square, _OWN_WIDTH, self.rng)

    def _escapes(self, position: Position, reply: Action) -> bool:
        """Return whether the enemy avoids losing at once after a reply, or the nodes have run out."""
        self.left -= 1
        following = after(position, carry_out(self.setting, position, reply), reply)
        value = self._balance(following)
        return self.left <= 0 or (value < LOST / 2 and not self._wins(following))

    def _wins(self, position: Position) -> bool:
        """Return whether this side, to move, can take the enemy's last Pyramids."""
        for action in forcing(self.setting, position, _REPLY_WIDTH):
            self.left -= 1
            work = carry_out(self.setting, position, action)
            if self._balance(work) > LOST / 2:
                return True
        return False

    def _fight(self, position: Position, standing: float, depth: int, low: float, high: float) -> float:
        """Return the value, for the side to move, of the best line of forcing actions or of stopping here."""
        value = self._balance(position)
        value = standing + (value if position.side == self.seat else -value)
        if depth == 0 or abs(value) > LOST / 2:
            return value
        for action in forcing(self.setting, position, _REPLY_WIDTH):
            if self.left <= 0 or value >= high:
                break
            self.left -= 1
            following = after(position, carry_out(self.setting, position, action), action)
            value = max(value, -self._fight(following, -standing, depth - 1, -high, -max(low, value)))
        return value


_NOVICE = Sight(pieces=2, replies=False, flair=0.5, luck=2.0, patience=0.1)
_EASY = Sight(pieces=3, flair=0.5)
_MEDIUM = Sight(flair=0.1, calm=0.0, search_share=12)


def novice(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Choose the best-looking action of two random pieces, partly by luck, without considering replies."""
    return _choose_by_sight(view, rng, budget, _NOVICE, TIMID)


def easy(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Choose among the actions of three random pieces by what the enemy could attack afterward."""
    return _choose_by_sight(view, rng, budget, _EASY, SHY)


def medium(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Choose among the actions of all pieces by what the enemy could attack afterward.

    After a turn without an attack it searches with half of the nodes of `hard` and, the longer that lasts,
    with up to four times as many, unless it leads.
    """
    return _choose_by_sight(view, rng, budget, _MEDIUM, WARM)


def _choose_by_sight(view: View, rng: random.Random, budget: int, sight: Sight, voice: Voice) -> Action:
    if _is_drifting(view, sight.calm):
        choice = best_action(view, rng, _count_nodes(view, budget, sight.search_share))
        if choice is not None:
            return with_words(view, choice.label, rng, voice)
    action = Search(view, rng, budget, sight).best()
    return anything(view) if action == PASS else with_words(view, action, rng, voice)


def _count_nodes(view: View, budget: int, share: int) -> int:
    """Return the nodes of a search, which looks farther the longer there has been no attack."""
    limit = view.setting.options.quiet
    quiet = min(view.position.quiet, limit)  # A start may have more, see CCC-75.
    return max(1, min(budget, budget * (limit + _DOGGED * quiet) // (share * limit)))


def _is_drifting(view: View, calm: float) -> bool:
    """Return whether a side that doesn't lead has let a share of the quiet plies pass. CCC-75.

    Only a look ahead tells it which attacks the enemy can't evade, or stop with a Flag.
    """
    options, quiet = view.setting.options, view.position.quiet
    position = search_position(view.position, options.ranks)
    return calm * options.quiet < quiet and options.quiet > 0 and lead(position, position.side) <= (0, 0)
