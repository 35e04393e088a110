"""How the mover wins with its next turn for certain, whatever the opponent holds and does, and whatever
either of them draws: each board that this turn can end with is tried against every reply."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.alpha.ai.exchanges import Boards, fights
from games.alpha.ai.finish import Field, Source, Target, can_win, held_sources
from games.alpha.ai.turns import Turn, is_too_much, played, turn_of
from games.alpha.ai.unseen import unseen
from games.alpha.rules.actions import SLOTS
from games.alpha.rules.options import Options
from games.alpha.rules.state import Cards, grown
from games.alpha.rules.view import View

MOST_HIDDEN = 8
"""With more hidden cards than that nothing is looked at: nearly always some of them break every plan."""


class Outlook(msgspec.Struct, frozen=True, gc=False):
    """What there is beside the board: the mover's undrawn cards and its energy in the next turn; the cards of
    the opponent that nobody sees, how many of them it can play in its turn, and its energy then."""

    options: Options
    deck: Cards
    energy: int
    theirs: Cards
    playable: int
    their_energy: int


class After(msgspec.Struct, frozen=True, gc=False):
    """The end of a turn: the boards, the mover's hand, and how many hidden cards of the opponent are gone."""

    boards: Boards
    hand: Cards
    gone: int


def outlook_of(view: View) -> Outlook:
    """The outlook of a viewer who is to act."""
    table, options = view.table, view.setup.options
    mine, theirs = table.sides[table.mover], table.sides[1 - table.mover]
    return Outlook(
        options,
        unseen(view, table.mover),
        mine.limit + grown(options, table.ply + 2),
        unseen(view, 1 - table.mover),
        theirs.hand + min(1, theirs.deck),
        theirs.limit + grown(options, table.ply + 1),
    )


def ends(view: View) -> set[After]:
    """Everything that this turn can end with; nothing where that's too much. Who attacks no creature presses,
    where that takes cards."""
    options, side = view.setup.options, view.table.sides[1 - view.table.mover]
    most = side.deck + (side.hand if options.is_second else 0)
    turns = played(turn_of(view))
    return {
        After(boards, turn.hand, min(most, options.milled * free) if len(boards[1]) < SLOTS else 0)
        for turn in (() if is_too_much(turns) else turns)
        for boards, free in fights(turn.ready, turn.idle, turn.opposing)
    }


class TooMuch(Exception):
    """There's more to look through than can be."""


def wins_next_turn(outlook: Outlook, after: After) -> bool:
    """Whether the next turn wins, whatever the opponent does in between. TooMuch: nobody can tell."""
    return all(_is_won(outlook, reply) for reply in _replies(outlook, after))


class _Reply(msgspec.Struct, frozen=True, gc=False):
    """The end of the opponent's turn: the boards as the mover sees them, its hand and how many cards its deck
    has, and what is hidden of the opponent."""

    boards: Boards
    hand: Cards
    deck: int
    hidden: int
    creatures: int


def _replies(outlook: Outlook, after: After) -> Iterator[_Reply]:
    """Every end of the opponent's turn, first those without a card of its own. Nothing that it holds, draws
    or loses is known, so it may play any of its cards, and what is gone may be objects."""
    at_once, hidden = outlook.options.summoning_sickness == "off", len(outlook.theirs) - after.gone
    mine, theirs = after.boards
    begun = Turn(theirs, (), mine, outlook.theirs, outlook.their_energy, at_once)
    yield from _replies_of(outlook, after, begun)
    turns = played(begun, min(outlook.playable, hidden))
    if is_too_much(turns):
        raise TooMuch
    for turn in sorted(turns - {begun}, key=lambda one: len(one.hand)):
        yield from _replies_of(outlook, after, turn)


def _replies_of(outlook: Outlook, after: After, turn: Turn) -> set[_Reply]:
    """Every end of a turn of the opponent, whose cards have been played."""
    left = len(turn.hand) - after.gone
    creatures = min(left, sum(card.is_creature for card in turn.hand))
    found = set()
    for (theirs, mine), free in fights(turn.ready, turn.idle, turn.opposing):
        hand, deck = _pressed(outlook, after.hand, free if len(mine) < SLOTS else 0)
        found.add(_Reply((mine, theirs), hand, deck, left, creatures))
    return found


def _pressed(outlook: Outlook, hand: Cards, presses: int) -> tuple[Cards, int]:
    """The mover's hand, and the cards of its deck, when so many attacks have pressed."""
    lost, deck = outlook.options.milled * presses, len(outlook.deck)
    if lost <= deck:
        return hand, deck - lost
    kept = len(hand) - (lost - deck) if outlook.options.is_second else len(hand)
    return hand[: max(0, kept)], 0


def _is_won(outlook: Outlook, reply: _Reply) -> bool:
    """Whether the mover wins after a reply, whatever it draws."""
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
    """What may be drawn: a card that costs too much is as good as none, and no other one is worse."""
    if not reply.deck or any(card.cost > outlook.energy for card in outlook.deck):
        return ((),)
    return tuple((card,) for card in dict.fromkeys(outlook.deck))


def _field(outlook: Outlook, reply: _Reply, hand: Cards, creatures: int) -> Field:
    mine, theirs = reply.boards
    there = tuple(Source(("", health), attack) for attack, health in mine)
    targets = tuple(Target(("", health), attack) for attack, health in theirs)
    held = held_sources(hand, outlook.options)
    return Field(
        (*there, *held), targets, outlook.energy, SLOTS - len(mine), _presses(outlook, reply), creatures
    )


def _presses(outlook: Outlook, reply: _Reply) -> int | None:
    if not reply.creatures:
        return 0
    return -(-reply.hidden // outlook.options.milled) if outlook.options.is_second else None
