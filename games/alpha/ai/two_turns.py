"""The search for a win with the next turn that is certain, whatever the opponent holds or either side draws.

Each board with which this turn can end is tried against every reply.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.alpha.ai.exchanges import Boards, fights
from games.alpha.ai.finish import Field, Source, Target, can_win, list_held_sources
from games.alpha.ai.hidden_cards import unseen
from games.alpha.ai.turns import Turn, is_too_much, play_cards, turn_of
from games.alpha.rules.actions import SLOTS
from games.alpha.rules.options import Options
from games.alpha.rules.state import Cards, compute_growth
from games.alpha.rules.view import View

MOST_HIDDEN = 8
"""The most hidden cards for which the search runs; with more, some of them nearly always break every plan."""


class Outlook(msgspec.Struct, frozen=True, gc=False):
    """The mover's deck and energy in its next turn, and the opponent's hidden cards and energy in its turn.

    `playable` is the number of the hidden cards that the opponent can hold in its turn.
    """

    options: Options
    deck: Cards
    energy: int
    theirs: Cards
    playable: int
    their_energy: int


class After(msgspec.Struct, frozen=True, gc=False):
    """The end of a turn: the boards, the mover's hand, and the number of hidden opposing cards discarded."""

    boards: Boards
    hand: Cards
    gone: int


def outlook_of(view: View) -> Outlook:
    """Return the outlook of a viewer who is to act."""
    table, options = view.table, view.setup.options
    mine, theirs = table.sides[table.mover], table.sides[1 - table.mover]
    return Outlook(
        options,
        unseen(view, table.mover),
        mine.limit + compute_growth(options, table.ply + 2),
        unseen(view, 1 - table.mover),
        theirs.hand + min(1, theirs.deck),
        theirs.limit + compute_growth(options, table.ply + 1),
    )


def ends(view: View) -> set[After]:
    """Return each way to end this turn, idle attackers pressing if it takes cards; none if too many."""
    options, side = view.setup.options, view.table.sides[1 - view.table.mover]
    most = side.deck + (side.hand if options.is_skirmish else 0)
    turns = play_cards(turn_of(view))
    return {
        After(boards, turn.hand, min(most, options.milled * free) if len(boards[1]) < SLOTS else 0)
        for turn in (() if is_too_much(turns) else turns)
        for boards, free in fights(turn.ready, turn.idle, turn.opposing)
    }


class TooMuch(Exception):
    """An error for more possibilities than can be searched."""


def wins_next_turn(outlook: Outlook, after: After) -> bool:
    """Return whether the next turn wins, whatever the opponent does; raise TooMuch if it can't be told."""
    return all(_is_won(outlook, reply) for reply in _replies(outlook, after))


class _Reply(msgspec.Struct, frozen=True, gc=False):
    """The end of the opponent's turn: the boards and the mover's hand, with the size of its deck.

    `hidden` counts the opponent's cards in hand and deck, `creatures` the most Creatures among them.
    """

    boards: Boards
    hand: Cards
    deck: int
    hidden: int
    creatures: int


def _replies(outlook: Outlook, after: After) -> Iterator[_Reply]:
    """Yield every end of the opponent's turn, those without a card played first.

    It may play any of its hidden cards, and those that were discarded may all have been objects.
    """
    at_once, hidden = outlook.options.summoning_sickness == "off", len(outlook.theirs) - after.gone
    mine, theirs = after.boards
    begun = Turn(theirs, (), mine, outlook.theirs, outlook.their_energy, at_once)
    yield from _replies_of(outlook, after, begun)
    turns = play_cards(begun, min(outlook.playable, hidden))
    if is_too_much(turns):
        raise TooMuch
    for turn in sorted(turns - {begun}, key=lambda candidate: len(candidate.hand)):
        yield from _replies_of(outlook, after, turn)


def _replies_of(outlook: Outlook, after: After, turn: Turn) -> set[_Reply]:
    """Return every end of the opponent's turn after it has played its cards."""
    left = len(turn.hand) - after.gone
    creatures = min(left, sum(card.is_creature for card in turn.hand))
    found = set()
    for (theirs, mine), free in fights(turn.ready, turn.idle, turn.opposing):
        hand, deck = _apply_presses(outlook, after.hand, free if len(mine) < SLOTS else 0)
        found.add(_Reply((mine, theirs), hand, deck, left, creatures))
    return found


def _apply_presses(outlook: Outlook, hand: Cards, presses: int) -> tuple[Cards, int]:
    """Return the mover's hand and the size of its deck after a number of presses."""
    lost, deck = outlook.options.milled * presses, len(outlook.deck)
    if lost <= deck:
        return hand, deck - lost
    kept = len(hand) - (lost - deck) if outlook.options.is_skirmish else len(hand)
    return hand[: max(0, kept)], 0


def _is_won(outlook: Outlook, reply: _Reply) -> bool:
    """Return whether the mover wins after a reply, whatever it draws."""
    mine, theirs = reply.boards
    unknown = max(0, sum(card.is_creature for card in outlook.deck) - (len(outlook.deck) - reply.deck))
    creatures = len(mine) + sum(card.is_creature for card in reply.hand) + unknown
    if not creatures:
        return False
    if not theirs and not reply.creatures:
        return True
    return all(
        can_win(_field(outlook, reply, (*reply.hand, *drawn), creatures)) for drawn in _draws(outlook, reply)
    )


def _draws(outlook: Outlook, reply: _Reply) -> tuple[Cards, ...]:
    """Return the draws to try; a card that costs too much is as good as none, and no other is worse."""
    if not reply.deck or any(card.cost > outlook.energy for card in outlook.deck):
        return ((),)
    return tuple((card,) for card in dict.fromkeys(outlook.deck))


def _field(outlook: Outlook, reply: _Reply, hand: Cards, creatures: int) -> Field:
    mine, theirs = reply.boards
    there = tuple(Source(("", health), attack) for attack, health in mine)
    targets = tuple(Target(("", health), attack) for attack, health in theirs)
    held = list_held_sources(hand, outlook.options)
    return Field(
        (*there, *held), targets, outlook.energy, SLOTS - len(mine), _presses(outlook, reply), creatures
    )


def _presses(outlook: Outlook, reply: _Reply) -> int | None:
    if not reply.creatures:
        return 0
    return -(-reply.hidden // outlook.options.milled) if outlook.options.is_skirmish else None
