"""The tips that a coach gives in a player's first match, each at its first occasion."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from games.alpha.rules.narration import format_milled
from games.alpha.rules.summary import Seen, attacks, kills, summarize
from games.alpha.rules.view import View
from games.core.vocabulary.lessons import Tip

_LARGE, _SMALL, _FAR = 10, 3, 4
"""Attack plus health of a large creature, cost of a small one, and a big lead in creatures."""
_SECOND_PLY = 2
"""The ply by which both sides have begun their first turns."""


def tips(view: View) -> tuple[Tip, ...]:
    """Return the tips that apply to a viewer who is to act, the most important first."""
    if view.who != view.table.mover or view.table.outcome is not None:
        return ()
    seen = summarize(view)
    found = ((key, words(seen)) for key, words in _TIPS.items())
    return tuple(Tip(key, words) for key, words in found if words)


def _first_turn(seen: Seen) -> str:
    if seen.view.table.ply > _SECOND_PLY or seen.is_combat or seen.view.table.deeds:
        return ""
    return (
        "Your goal: destroy their creatures before they destroy yours. You have "
        f"{seen.own.energy} energy; the gold number on a card is what it costs. Cards with a green frame can "
        "be played now. If there are none, end your turn: you'll have more energy each turn."
    )


def _last_ones(seen: Seen) -> str:
    count = len(seen.targets)
    if not count or seen.other.creatures != count:
        return ""
    told = "on the battlefield, as “Creatures left” tells you. Once"
    if count == 1:
        return f"Their last creature is {told} it's destroyed, you've won."
    return f"Their last {count} creatures are all {told} they're destroyed, you've won."


def _safe_kill(seen: Seen) -> str:
    for attacker, target in attacks(seen):
        if kills(attacker, target) and not kills(target, attacker):
            return (
                f"Your {attacker.card.name} can destroy their {target.card.name} and survive: it "
                f"deals {attacker.card.attack}, and gets only {target.card.attack} back. Attacks like that "
                "win games."
            )
    return ""


def _object_kill(seen: Seen) -> str:
    for card in seen.objects:
        for target in seen.targets:
            if card.damage >= target.health and card.cost <= target.card.cost:
                return (
                    f"Your {card.name} destroys their {target.card.name} at once, and no one hits back. "
                    "Objects come first, while you're in the Action Phase."
                )
    return ""


def _soften(seen: Seen) -> str:
    for card in seen.objects:
        for attacker, target in ((attacker, target) for attacker in seen.ready for target in seen.targets):
            if 0 < target.health - card.damage <= attacker.card.attack < target.health and card.damage:
                return (
                    f"{card.name} and {attacker.card.name} together destroy their {target.card.name}: play "
                    f"the {card.name} on it now, then attack with the {attacker.card.name}."
                )
    return ""


def _trade_up(seen: Seen) -> str:
    for attacker, target in attacks(seen):
        if kills(attacker, target) and kills(target, attacker) and target.card.cost > attacker.card.cost:
            return (
                f"Your {attacker.card.name} can take their {target.card.name} with it. You'd lose a "
                f"{attacker.card.cost} for a {target.card.cost}: that's a good exchange."
            )
    return ""


def _team(seen: Seen) -> str:
    for target in seen.targets if seen.is_combat else ():
        for attacker, other in combinations(seen.ready, 2):
            alone = max(attacker.card.attack, other.card.attack)
            if alone < target.health <= attacker.card.attack + other.card.attack:
                return (
                    f"No single attack brings down their {target.card.name}, but {attacker.card.name} and "
                    f"{other.card.name} do it together. Finish a creature rather than wound two."
                )
    return ""


def _hold(seen: Seen) -> str:
    every = list(attacks(seen))
    if not every or any(kills(attacker, target) or not kills(target, attacker) for attacker, target in every):
        return ""
    return (
        "Every attack would cost you a creature and destroy nothing. You don't have to attack: end your "
        "turn, and wait for an Object or for help."
    )


def _save(seen: Seen) -> str:
    held = next((card for card in seen.objects if not card.damage), None)
    if held is None or not seen.targets or any(target.card.cost > _SMALL for target in seen.targets):
        return ""
    return (
        f"Your {held.name} could destroy something now, but they have only small creatures. Keep it for a "
        "large one; small ones fall to your attacks."
    )


def _giant(seen: Seen) -> str:
    large = next((target for target in seen.targets if target.card.attack + target.health >= _LARGE), None)
    if large is None:
        return ""
    return (
        f"Their {large.card.name} has {large.health} health. Don't throw creatures at it one by one: a card "
        "that destroys is for this, or several attackers in one turn."
    )


def _pressure(seen: Seen) -> str:
    taken = seen.view.setup.options.milled
    if not taken or not seen.is_combat or not seen.ready or None not in seen.other.slots:
        return ""
    return (
        f"An attack on an empty slot takes {format_milled(taken)} from them, and no one hits back. Good "
        "for a creature that has nothing better to attack."
    )


def _spend(seen: Seen) -> str:
    if not any(card.is_creature for card in seen.payable) or None not in seen.own.slots:
        return ""
    return (
        f"You have {seen.own.energy} energy, and what you don't spend is lost. The cards with a green frame "
        "can be played: as a rule, bring in the creature that costs the most."
    )


def _full_row(seen: Seen) -> str:
    if None in seen.own.slots or not any(card.is_creature for card in seen.payable):
        return ""
    return "Your row is full: five creatures and no more. Attack with the small ones, and room will come."


def _to_combat(seen: Seen) -> str:
    if seen.is_combat or seen.payable or not seen.ready or not seen.targets:
        return ""
    return (
        "There's nothing left to pay for. “End Action Phase” takes you on to your attacks; you can't go back."
    )


def _too_dear(seen: Seen) -> str:
    if seen.is_combat or seen.payable or not seen.view.hand or seen.view.table.deeds:
        return ""
    end = "the phase" if seen.ready else "your turn"
    return (
        f"You can't pay for anything in your hand with {seen.own.energy} energy yet. That's fine: end {end}. "
        "Your limit grows by 1 each turn."
    )


def _waiting(seen: Seen) -> str:
    table = seen.view.table
    if seen.view.setup.options.summoning_sickness == "off" or not seen.is_combat:
        return ""
    new = next((creature for creature in seen.own.slots if creature and creature.came == table.ply), None)
    return (
        f"Your {new.card.name} came in this turn, so it can't attack yet. It hits back, though."
        if new
        else ""
    )


def _no_deck(seen: Seen) -> str:
    if seen.own.deck:
        return ""
    return (
        "Your deck is empty. That costs you nothing, but there's nothing more to come: what you have on the "
        "battlefield and in your hand has to last."
    )


def _behind(seen: Seen) -> str:
    if seen.own.creatures + _FAR > seen.other.creatures:
        return ""
    return (
        f"They have {seen.other.creatures} creatures left, and you have {seen.own.creatures}. Don't give "
        "any away: attack only where yours survives, or takes a better one with it."
    )


def _ahead(seen: Seen) -> str:
    if seen.own.creatures < seen.other.creatures + _FAR:
        return ""
    return (
        f"You have {seen.own.creatures} creatures left, and they have {seen.other.creatures}. Now even "
        "exchanges, one for one, are good for you."
    )


def _explain_damage(seen: Seen) -> str:
    hurt = next((target for target in seen.targets if target.health < target.card.health), None)
    if hurt is None:
        return ""
    return (
        f"The red circle says that their {hurt.card.name} has been hurt: {hurt.health} health left, and it "
        "never heals. A small hit finishes it."
    )


def _signs(seen: Seen) -> str:
    if not seen.view.table.done[1 - seen.view.table.mover]:
        return ""
    return (
        f"The numbered signs on the board are what {seen.rival} just did, in order: a circle where a "
        "creature came in, a star where something was hit."
    )


_TIPS: dict[str, Callable[[Seen], str]] = {
    "first-turn": _first_turn,
    "last-ones": _last_ones,
    "safe-kill": _safe_kill,
    "object-kill": _object_kill,
    "softened": _soften,
    "trade-up": _trade_up,
    "team": _team,
    "hold": _hold,
    "save": _save,
    "giant": _giant,
    "pressure": _pressure,
    "spend": _spend,
    "full-row": _full_row,
    "to-combat": _to_combat,
    "too-dear": _too_dear,
    "waiting": _waiting,
    "no-deck": _no_deck,
    "behind": _behind,
    "ahead": _ahead,
    "hurt": _explain_damage,
    "signs": _signs,
}
"""The functions that return a tip's text, or an empty text if it doesn't apply, by the tip's key."""
