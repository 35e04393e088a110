"""The story of a match for replays: the creatures that each side has left, and how others were lost."""

from __future__ import annotations

from games.alpha.rules.cards import Card
from games.alpha.rules.narration import are
from games.alpha.rules.state import Deed, Side, Table
from games.alpha.rules.view import View
from games.core.screen.story import Event, Gauge
from games.core.vocabulary.seats import SOLO

_LARGE, _FEW = 5, 3
"""The cost of a creature, and the number of creatures left, at which a loss may turn the match."""


def gauge(view: View) -> Gauge:
    """Return each side's number of creatures in deck, hand and battlefield; a side without any has lost."""
    first, second = view.table.sides
    return Gauge("Creatures left", ((SOLO[0], first.creatures), (SOLO[1], second.creatures)))


def event(before: View, after: View) -> Event | None:
    """Return the event of an action by which creatures were lost, or None."""
    then, now = before.table, after.table
    fallen = tuple(_find_fallen(then.sides[seat], now.sides[seat]) for seat in (0, 1))
    done = now.done[then.mover]
    if not any(fallen) or not done:
        return None
    lost = tuple((seat, card.name) for seat in (0, 1) for card in fallen[seat])
    turns = any(_is_weighty(now.sides[seat], fallen[seat]) for seat in (0, 1))
    return Event(_sentence(done[-1], then, now, fallen), lost, turns)


def _find_fallen(before: Side, after: Side) -> tuple[Card, ...]:
    """Return the creatures that were added to a Discard."""
    return tuple(card for card in after.discard[len(before.discard) :] if card.is_creature)


def _is_weighty(side: Side, fallen: tuple[Card, ...]) -> bool:
    return bool(fallen) and (side.creatures <= _FEW or any(card.cost >= _LARGE for card in fallen))


def _sentence(deed: Deed, then: Table, now: Table, fallen: tuple[tuple[Card, ...], ...]) -> str:
    who, rival = (f"{SOLO[seat]}'s" for seat in (deed.seat, 1 - deed.seat))
    if deed.slot is None:
        used = now.sides[deed.seat].discard[len(then.sides[deed.seat].discard)]
        return f"{who} {used.name} destroys {_name_destroyed(deed.seat, fallen)}."
    attacker = then.sides[deed.seat].slots[deed.slot]
    name = attacker.card.name if attacker is not None else "creature"
    own, taken = fallen[deed.seat], fallen[1 - deed.seat]
    target = None if deed.target is None else then.sides[deed.target[0]].slots[deed.target[1]]
    if target is None:
        return f"{who} {name} puts pressure on an empty slot: {_lower(rival)} {are(taken)} discarded."
    if own and taken:
        return f"{who} {name} and {_lower(rival)} {target.card.name} destroy each other."
    if taken:
        return f"{who} {name} destroys {_lower(rival)} {target.card.name}."
    return f"{who} {name} attacks {_lower(rival)} {target.card.name} and is destroyed."


def _name_destroyed(seat: int, fallen: tuple[tuple[Card, ...], ...]) -> str:
    """Return the creature that a seat's card destroyed, with its owner."""
    owner = seat if fallen[seat] else 1 - seat
    return f"{SOLO[owner].lower()}'s {fallen[owner][0].name}"


def _lower(owner: str) -> str:
    return owner[0].lower() + owner[1:]
