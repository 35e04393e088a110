"""The sentences that each seat and the public get about an action. They never name a card that is hidden."""

from __future__ import annotations

from itertools import groupby
from types import MappingProxyType

from games.alpha.rules.actions import Action, Attack, Cast, Play
from games.alpha.rules.cards import Card
from games.alpha.rules.state import ACTION, AlphaReason, Cards, Creature, State, Table
from games.alpha.rules.view import Opened, open_cards
from games.core.game import Result, Told, Viewer
from games.core.vocabulary.seats import SOLO

_COMBAT_TOLD = "You move on to combat."
_OWN_DRAW, _OWN_DECK = "You draw ", "Your deck "
_OWNERS, _INSIDE = ("The player's", "The bot's"), ("the player's", "the bot's")
"""The seats' names as owners, at the beginning of a sentence and inside it."""
_THEIR_OWN = ("their own", "its own")


def address(who: Viewer, seat: int) -> str:
    """Return a seat's name as the subject of a sentence to a viewer: “You”, “The bot”."""
    return "You" if who == seat else SOLO[seat]


def address_owner(who: Viewer, seat: int) -> str:
    """Return a seat's name as an owner in a sentence to a viewer: “Your”, “The bot's”."""
    return "Your" if who == seat else _OWNERS[seat]


def retell(seat: int, line: str) -> str:
    """Return a line that a seat was told in private as a spectator reads it; empty if it's public, too."""
    if line == _COMBAT_TOLD:
        return ""
    told = line.replace(_OWN_DRAW, f"{SOLO[seat]} draws ", 1)
    return told.replace(_OWN_DECK, f"{SOLO[seat]}'s deck ", 1)


def tell(before: State, action: Action, after: State) -> Told:
    """Tell everyone what a legal action did."""
    table, seat = before.table, before.table.mover
    match action:
        case Play(place, slot):
            return _tell_summons(seat, before.hands[seat][place], slot)
        case Cast(place, opposing, slot):
            owner = 1 - seat if opposing else seat
            target, left = table.sides[owner].slots[slot], _health_in(after, owner, slot)
            assert target is not None
            return _tell_cast(seat, before.hands[seat][place], owner, slot, target, left)
        case Attack():
            return _tell_attack(before, action, after)
        case _ if table.phase == ACTION:
            return _COMBAT[seat]
    if after.table.outcome is not None:
        return _tell_end(after.table.outcome, open_cards(after))
    return _tell_turn(table, after)


def _health_in(state: State, seat: int, slot: int) -> int:
    """Return the health of the creature in a slot, 0 if there's none."""
    creature = state.table.sides[seat].slots[slot]
    return creature.health if creature else 0


def _tell(seat: int, own: str, others: str, public: str) -> Told:
    """Tell the acting seat, the opponent and the public a line each."""
    if seat == 0:
        return {0: (own,), 1: (others,), None: (public,)}
    return {0: (others,), 1: (own,), None: (public,)}


def _tell_summons(seat: int, card: Card, slot: int) -> Told:
    """Say that a creature was summoned."""
    what = f" {card.name} ({card.attack}/{card.health}) into slot {slot + 1}."
    others = f"{SOLO[seat]} summons{what}"
    return _tell(seat, "You summon" + what, others, others)


def _tell_cast(seat: int, card: Card, owner: int, slot: int, target: Creature, left: int) -> Told:
    """Say that an object was played, and how much health it left its target (`left`)."""
    fate = "it's destroyed" if left <= 0 else f"{left} health left"
    on, there = f"{card.name} on", f"{target.card.name} in slot {slot + 1}: {fate}."
    if owner == seat:
        others = f"{SOLO[seat]} plays {on} {_THEIR_OWN[seat]} {there}"
        return _tell(seat, f"You play {on} your own {there}", others, others)
    theirs = f"{on} {_INSIDE[owner]} {there}"
    others = f"{SOLO[seat]} plays {on} your {there}"
    return _tell(seat, f"You play {theirs}", others, f"{SOLO[seat]} plays {theirs}")


def _tell_attack(before: State, action: Attack, after: State) -> Told:
    """Say that a creature attacked another one or an empty slot."""
    table, seat = before.table, before.table.mover
    attacker, target = table.sides[seat].slots[action.slot], table.sides[1 - seat].slots[action.target]
    assert attacker is not None
    if target is None:
        return _tell_pressure(seat, action, attacker, *_discards(before, 1 - seat, after))
    kept, left = _health_in(after, seat, action.slot), _health_in(after, 1 - seat, action.target)
    does, fate = _describe_attack(kept, left)
    what = f"{attacker.card.name} in slot {action.slot + 1} {does}"
    aim = f"{target.card.name} in slot {action.target + 1} {fate}."
    return _tell_both(seat, what, aim, aim)


def _discards(before: State, seat: int, after: State) -> tuple[Cards, Cards]:
    """Return the cards that a seat lost from its deck and from its hand, in order."""
    then, now = before.table.sides[seat], after.table.sides[seat]
    gone, milled = now.discard[len(then.discard) :], then.deck - now.deck
    return gone[:milled], gone[milled:]


def _describe_attack(kept: int, left: int) -> tuple[str, str]:
    """Return the words between an attacker and its target, and those after both."""
    if kept <= 0 and left <= 0:
        return "and", "destroy each other"
    if left <= 0:
        return "destroys", f"and keeps {kept} health"
    if kept <= 0:
        return "attacks", f"and is destroyed; the target keeps {left} health"
    return "attacks", f"and keeps {kept} health, the target {left}"


def _tell_pressure(seat: int, action: Attack, attacker: Creature, milled: Cards, lost: Cards) -> Told:
    """Say that a creature attacked an empty slot (pressure), and which cards that discarded.

    `milled` came from the deck, `lost` from the hand. ALPHA-11, ALPHA-32.
    """
    what = f"{attacker.card.name} in slot {action.slot + 1} puts pressure on"
    aim = f"empty slot {action.target + 1}"
    theirs, yours = (_format_discards(milled, lost, whose) for whose in (_INSIDE[1 - seat], "your"))
    return _tell_both(seat, what, f"{aim}{theirs}.", f"{aim}{yours}.")


def _tell_both(seat: int, what: str, theirs: str, yours: str) -> Told:
    """Tell everyone of a seat's creature (`what`) and the opponent's, named to others and to its owner."""
    own, public = f"Your {what} {_INSIDE[1 - seat]} {theirs}", f"{_OWNERS[seat]} {what}"
    return _tell(seat, own, f"{public} your {yours}", f"{public} {_INSIDE[1 - seat]} {theirs}")


def _format_discards(milled: Cards, lost: Cards, whose: str) -> str:
    """Return a clause such as “; Wolf and Ox are discarded from the top of your deck”, or an empty text."""
    places = ((milled, f"the top of {whose} deck"), (lost, f"{whose} hand"))
    return "".join(f"; {are(cards)} discarded from {place}" for cards, place in places if cards)


def format_milled(count: int) -> str:
    """Return the number of cards that pressure takes in words: “a card” or “two cards”."""
    return "a card" if count == 1 else "two cards"


def are(cards: Cards) -> str:
    """Return the names of one or two cards with their verb: “Wolf is”, “Wolf and Ox are”."""
    names = " and ".join(card.name for card in cards)
    return f"{names} {'is' if len(cards) == 1 else 'are'}"


_COMBAT: tuple[Told, Told] = (
    MappingProxyType({0: (_COMBAT_TOLD,), 1: (), None: ()}),
    MappingProxyType({0: (), 1: (_COMBAT_TOLD,), None: ()}),
)
"""Tells the acting seat alone that its Combat Phase has begun."""


def _tell_turn(table: Table, after: State) -> Told:
    """Tell the next player which card it drew, and the others if the mover did nothing in its turn."""
    seat, mover = table.mover, after.table.mover
    idle = () if table.deeds else (f"{SOLO[seat]} does nothing.",)
    told: dict[Viewer, tuple[str, ...]] = {seat: (), 1 - seat: idle, None: idle}
    drawn = f"{_OWN_DRAW}{after.hands[mover][-1].name}." if after.table.stirred else f"{_OWN_DECK}is empty."
    told[mover] = (*told[mover], drawn)
    return told


def _tell_end(outcome: Result, opened: Opened) -> Told:
    """Tell everyone how the match ended, and what was hidden."""
    return {who: (ending(outcome, who), *reveal_cards(opened, who)) for who in (0, 1, None)}


def ending(outcome: Result, who: Viewer) -> str:
    """Return a sentence to a viewer about how the match ended."""
    if outcome.reason == AlphaReason.EXHAUSTION and outcome.winner is not None:
        loser, winner = address(who, 1 - outcome.winner), address(who, outcome.winner)
        have, win = "have" if loser == "You" else "has", "win" if winner == "You" else "wins"
        return f"{loser} {have} no creatures left: {winner.lower()} {win}."
    return {
        AlphaReason.BOTH_EXHAUSTED.value: "Neither side has any creatures left: a draw.",
        AlphaReason.STALL.value: "Nothing has happened for 20 turns: a draw.",
        AlphaReason.PLIES.value: "After 200 turns, it's a draw.",
    }.get(str(outcome.reason), "The match is over.")


def reveal_cards(opened: Opened, who: Viewer) -> tuple[str, ...]:
    """Return sentences to a viewer that reveal both hands and decks, once the match is over."""
    both = zip(opened.hands, opened.decks, strict=True)
    return tuple(line for seat, piles in enumerate(both) for line in _reveal_side(who, seat, *piles))


def _reveal_side(who: Viewer, seat: int, hand: Cards, deck: Cards) -> tuple[str, ...]:
    """Return the sentences to a viewer that reveal a seat's hand and its deck, from the top."""
    owner, inside = address_owner(who, seat), "your" if who == seat else _INSIDE[seat]
    if not hand and not deck:
        return (f"{owner} hand and deck were empty.",)
    held = f"{address(who, seat)} held {_list_cards(hand)}." if hand else f"{owner} hand was empty."
    left = f"Next in {inside} deck: {_list_cards(deck)}." if deck else f"{owner} deck was empty."
    return held, left


def _list_cards(cards: tuple[Card, ...]) -> str:
    """Return card names in their order, with equal neighbors counted, such as “2 × Wolf, Arrow”."""
    runs = ((name, len(tuple(same))) for name, same in groupby(card.name for card in cards))
    return ", ".join(f"{copies} × {name}" if copies > 1 else name for name, copies in runs)
