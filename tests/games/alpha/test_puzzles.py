"""Alpha's puzzles have one best answer, as `brute.py` proves by a plain enumeration of everything.

The enumeration shares nothing with the code that finds the puzzles.
"""

from __future__ import annotations

import pytest

from tests.budgets import first_slow
from tests.games.alpha.brute import (
    SLOTS,
    Task,
    Turn,
    after_reply,
    all_ends,
    can_win,
    card_of,
    minimal_plans,
    plain,
    refreshed,
    total,
    turn_of,
)
from tests.games.alpha.tasks import (
    AI,
    HUMAN,
    MARGIN,
    beginning,
    hidden,
    presses_needed,
    puzzles,
    some,
    task_of,
)
from tests.kit.games.alpha_table import GAME, put, twin

SHORT = 5
"""Number of puzzles of each kind proved in the short run."""


def played(state, texts):
    for text in texts:
        seat = state.table.mover
        state = GAME.play(state, seat, GAME.parse(GAME.view(state, seat), text)).state
    return state


def board(state):
    rows = [
        [(creature.card.attack, creature.health) for creature in side.slots if creature]
        for side in state.table.sides
    ]
    return plain(rows[HUMAN]), plain(rows[AI])


# --- the enumeration itself -----------------------------------------------------------------------------


def engine_boards(start):
    """Return every board with which a turn can end, by the engine; slots are told apart."""
    waiting, seen, found = [start], {GAME.position(GAME.view(start, HUMAN))}, set()
    while waiting:
        state = waiting.pop()
        for action in GAME.actions(GAME.view(state, HUMAN)):
            after = GAME.play(state, HUMAN, action).state
            name = GAME.position(GAME.view(after, HUMAN)) + str(after.hands[HUMAN])
            if after.table.ply != start.table.ply or GAME.result(after):
                found.add(board(after))
            elif name not in seen:
                seen.add(name)
                waiting.append(after)
    return found


@pytest.mark.proof
def test_the_enumeration_agrees_with_the_engine():
    for kind in ("exchange", "turn", "win-1"):
        small = [puzzle for puzzle in puzzles(kind) if len(all_ends(turn_of(beginning(puzzle)))) < 60][:4]
        assert small
        for puzzle in small:
            start = beginning(puzzle)
            mine = {(plain(end.own), plain(end.other)) for end in all_ends(turn_of(start))}
            assert mine == engine_boards(start)


# --- best exchange, best turn ---------------------------------------------------------------------------


def assert_one_board_is_best(puzzle):
    start = beginning(puzzle)
    assert start.setup.options.milled == 0
    solved = board(played(start, puzzle.solution))
    best = after_reply(*solved)
    others = {(plain(end.own), plain(end.other)) for end in all_ends(turn_of(start))} - {solved}
    assert len(others) >= 5
    for own, other in others:
        # A reply can't improve on this score: a creature needn't attack.
        if total(own) - total(other) > best - MARGIN:
            assert after_reply(own, other) <= best - MARGIN, (own, other)


@pytest.mark.parametrize("kind", ["exchange", "turn"])
def test_no_other_board_is_nearly_as_good(kind):
    for puzzle in some(kind, SHORT):
        assert_one_board_is_best(puzzle)


@pytest.mark.parametrize("kind", first_slow(["exchange", "turn"]))
def test_of_no_puzzle_another_board_is_nearly_as_good(kind):
    for puzzle in puzzles(kind):
        assert_one_board_is_best(puzzle)


# --- win this turn --------------------------------------------------------------------------------------


def assert_one_plan_wins(puzzle):
    start = beginning(puzzle)
    assert len(minimal_plans(task_of(start))) == 1
    for number in range(6):
        end = played(twin(start, HUMAN, number), puzzle.solution)
        assert GAME.result(end).winner == HUMAN, "it wins whatever is hidden"


def assert_no_luck(puzzle):
    """Check that, with the cards as dealt, fewer presses than needed leave a creature: luck can't help."""
    state, milled = beginning(puzzle), beginning(puzzle).setup.options.milled
    coming = [*state.decks[AI][::-1], *state.hands[AI][::-1]]
    if presses := presses_needed(state):
        assert any(card.is_creature for card in coming[milled * (presses - 1) :])


def test_one_plan_wins():
    for puzzle in some("win-1", SHORT):
        assert_one_plan_wins(puzzle)


@pytest.mark.proof
def test_of_every_puzzle_one_plan_wins():
    for puzzle in puzzles("win-1"):
        assert_one_plan_wins(puzzle)
        assert_no_luck(puzzle)


# --- win next turn --------------------------------------------------------------------------------------


class Ahead:
    """All possible positions at the end of the human's next turn, for any hidden cards."""

    def __init__(self, start):
        table, self.options = start.table, start.setup.options
        self.start, self.second = start, start.setup.options.version == "skirmish"
        self.theirs = tuple(sorted(map(card_of, hidden(start))))
        self.deck = start.decks[HUMAN]
        ai, human = table.sides[AI], table.sides[HUMAN]
        self.playable = ai.hand + min(1, ai.deck)
        self.their_energy = ai.limit + self.growth(table.ply + 1)
        self.energy = human.limit + self.growth(table.ply + 2)
        self.found = {}

    def growth(self, ply):
        return {2: 2, 8: 0}.get(ply, 1) if self.second else 1

    def taken(self, presses):
        return self.options.milled * presses

    def is_sure(self, end):
        """Return whether the human wins with its next turn whatever the AI does after this one."""
        gone = min(len(self.theirs), self.taken(end.presses))
        ai = Turn(refreshed(end.other), end.own, self.theirs, self.their_energy, False, 0, end.waits)
        most = min(self.playable, len(self.theirs) - gone)
        first = all_ends(ai, 0)
        return all(map(self.answered(end, gone), first)) and all(
            map(self.answered(end, gone), all_ends(ai, most) - first)
        )

    def answered(self, end, gone):
        return lambda reply: self.is_answered(end, gone, reply)

    def is_answered(self, end, gone, reply):
        unseen = len(self.theirs) - gone - (len(self.theirs) - len(reply.hand))
        creatures = min(unseen, sum(bool(card[2]) for card in reply.hand))
        lost = self.taken(reply.presses)
        deck = max(0, len(self.deck) - lost)
        kept = self.hand_left(end, lost - len(self.deck))
        unknown = max(0, sum(card.is_creature for card in self.deck) - min(lost, len(self.deck)))
        mine = len(reply.other) + sum(bool(card[2]) for card in kept) + unknown
        if not mine:
            return False
        if not reply.own and not creatures:
            return True
        draws = {(card_of(card),) for card in self.deck} if deck else {()}
        return all(self.wins(end, reply, (*kept, *draw), unseen, creatures, mine) for draw in draws)

    def hand_left(self, end, lost):
        """Return the hand, in the order drawn, after `lost` of its cards are lost."""
        order, left = [card_of(card) for card in self.start.hands[HUMAN]], list(end.hand)
        kept = []
        for card in order:
            if card in left:
                left.remove(card)
                kept.append(card)
        return kept[: max(0, len(kept) - max(0, lost))] if self.second else kept

    def wins(self, end, reply, hand, unseen, creatures, mine):
        presses = 0 if not creatures else -(-unseen // 2) if self.second else None
        if presses is None:
            return False
        targets = tuple(sorted(("", creature[1], creature[0]) for creature in reply.own))
        there = [(False, "", 0, creature[0], creature[1]) for creature in reply.other]
        held = [
            (True, "", card[0], card[1] or card[3], card[2]) for card in hand if not (end.waits and card[2])
        ]
        room = SLOTS - len(there)
        task = Task(targets, tuple(sorted([*there, *held])), self.energy, room, presses, mine)
        if task not in self.found:
            self.found[task] = can_win(task)
        return self.found[task]


def boards_of(ends):
    return {(plain(end.own), plain(end.other)) for end in ends}


def assert_one_board_is_sure(puzzle):
    start = beginning(puzzle)
    ahead, solved = Ahead(start), played(start, puzzle.solution)
    ends = all_ends(turn_of(start))
    most = {}
    for end in ends:
        # More presses take more from the AI, and nothing from the human.
        name = (plain(end.own), plain(end.other), end.hand)
        most[name] = max(most.get(name, end), end, key=lambda one: one.presses)
    sure = [end for end in most.values() if ahead.is_sure(end)]
    assert boards_of(sure) == {board(solved)}
    taken = {min(len(ahead.theirs), ahead.taken(end.presses)) for end in sure}
    assert len(hidden(start)) - len(hidden(solved)) == max(taken)


def cheap(count):
    """Return the puzzles with the fewest possible ends of their turns."""
    return sorted(puzzles("win-2"), key=lambda one: len(all_ends(turn_of(beginning(one)))))[:count]


@pytest.mark.slow
def test_one_board_is_sure_to_win_next():
    for puzzle in cheap(3):
        assert_one_board_is_sure(puzzle)


@pytest.mark.proof
def test_of_many_puzzles_one_board_is_sure_to_win_next():
    for puzzle in cheap(20):
        assert_one_board_is_sure(puzzle)


# --- reasons --------------------------------------------------------------------------------------------


def why(kind, state, *, right):
    """Return why an answer that led to a state is right or wrong."""
    return GAME.analyst.explain(puzzles(kind)[0], "", state, right=right).words


def test_a_win_is_explained_by_the_creatures_that_are_left():
    assert why("win-1", put("wolf@1", "", decks=("ox", "")), right=True) == (
        "The bot has no creatures left: none on the battlefield, in its hand or in its deck."
    )
    two = put("wolf@1", "ox@2", decks=("ox", "ox"))
    assert (
        why("win-1", two, right=False)
        == "The bot has 2 creatures left, 1 of them on the battlefield. You win at 0."
    )
    assert why("win-2", two, right=True) == (
        "Whatever the bot holds and does, you can win with your next turn. Nothing else is as sure."
    )
    one = put("wolf@1", "ox@2", decks=("ox", ""))
    assert why("win-2", one, right=False) == (
        "The bot has 1 creature left, and a way to survive your next turn. One turn leaves it none."
    )


def test_a_board_is_explained_by_its_balance_before_and_after_the_bots_attacks():
    assert why("turn", put("3/2@1", ""), right=True) == (
        "Your total is 5 now, and the bot's attacks can't change that. "
        "Every other turn ends at least 3 lower."
    )
    assert why("exchange", put("3/2@1", "2/4@1"), right=True).startswith(
        "Your total is −1 now, and −3 after the bot's best attacks. "
    )


# --- the running total --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["exchange", "turn"])
def test_the_total_of_every_moment_is_the_sum_on_the_board(kind):
    for puzzle in puzzles(kind):
        goal = GAME.analyst.exercise(puzzle).task
        for taken in range(len(puzzle.solution) + 1):
            state = played(beginning(puzzle), puzzle.solution[:taken])
            own, other = map(total, board(state))
            left = f"−{other - own}" if other > own else f"{own - other}"
            assert goal.tally(state) == f"Your total now: {own} − {other} = {left}."


def test_the_best_total_that_a_wrong_answer_is_told_is_what_the_right_one_reaches():
    for puzzle in some("turn", SHORT):
        wrong = played(beginning(puzzle), ["end"])
        best = after_reply(*board(played(beginning(puzzle), puzzle.solution)))
        told = GAME.analyst.explain(puzzle, "", wrong, right=False).words
        assert told.endswith(f" The best turn ends with {best}.".replace("-", "−"))


@pytest.mark.parametrize("kind", ["win-1", "win-2"])
def test_nothing_is_added_up_where_only_a_win_counts(kind):
    assert GAME.analyst.exercise(puzzles(kind)[0]).task.tally is None
