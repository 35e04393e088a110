"""The tips that a coach gives in a player's first match, each at its first occasion."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from games.alpha.rules.narration import format_milled
from games.alpha.rules.summary import Seen, attacks, kills, summarize
from games.alpha.rules.view import View
from games.core.vocabulary.lessons import Tip

_LARGE, _SMALL, _FAR, _WEAK = 10, 3, 4, 3
"""Attack plus health of a large creature, cost of a small one, a big lead in creatures, and little health."""
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
        f"Your goal: destroy {seen.theirs} creatures before it destroys yours. You have {seen.own.energy} "
        "energy; the gold number on a card is what it costs. Cards with a green frame can be played now. If "
        f"there are none, end your turn: in your next one you'll have {seen.next_energy}."
    )


def _last_ones(seen: Seen) -> str:
    count = len(seen.targets)
    if not count or seen.other.creatures != count:
        return ""
    what = "last creature is" if count == 1 else f"last {count} creatures are all"
    them = "it" if count == 1 else "them"
    return (
        f"{seen.theirs.capitalize()} {what} on the battlefield, as “Creatures left” tells you. Destroy "
        f"{them}, and keep one of yours: you win when combat ends."
    )


def _safe_kill(seen: Seen) -> str:
    for attacker, target in attacks(seen):
        if kills(attacker, target) and not kills(target, attacker):
            return (
                f"Your {attacker.card.name} can destroy {seen.theirs} {target.card.name} and survive: it "
                f"deals {attacker.card.attack}, and gets only {target.card.attack} back. Attacks like that "
                "win matches."
            )
    return ""


def _object_kill(seen: Seen) -> str:
    for card in seen.objects:
        for target in seen.targets:
            if card.damage >= target.health and card.cost <= target.card.cost:
                return (
                    f"Your {card.name} destroys {seen.theirs} {target.card.name} at once, and no one hits "
                    "back. Objects come first, while you're in the Action Phase."
                )
    return ""


def _soften(seen: Seen) -> str:
    for card in seen.objects:
        for attacker, target in ((attacker, target) for attacker in seen.ready for target in seen.targets):
            if 0 < target.health - card.damage <= attacker.card.attack < target.health and card.damage:
                return (
                    f"{card.name} and {attacker.card.name} together destroy {seen.theirs} "
                    f"{target.card.name}: play the {card.name} on it now, then attack with the "
                    f"{attacker.card.name}."
                )
    return ""


def _trade_up(seen: Seen) -> str:
    for attacker, target in attacks(seen):
        if kills(attacker, target) and kills(target, attacker) and target.card.cost > attacker.card.cost:
            return (
                f"Your {attacker.card.name} and {seen.theirs} {target.card.name} would destroy each other. "
                f"Yours costs {attacker.card.cost} and that one {target.card.cost}: a good trade."
            )
    return ""


def _team(seen: Seen) -> str:
    for target in seen.targets if seen.is_combat else ():
        for attacker, other in combinations(seen.ready, 2):
            if seen.strongest < target.health <= attacker.card.attack + other.card.attack:
                return (
                    f"No single attack destroys {seen.theirs} {target.card.name}, but {attacker.card.name} "
                    f"and {other.card.name} do it together. Finish a creature rather than wound two."
                )
    return ""


def _hold(seen: Seen) -> str:
    every = list(attacks(seen))
    together = sum(creature.card.attack for creature in seen.ready)
    if not every or seen.pressed or any(target.health <= together for target in seen.targets):
        return ""
    if not all(kills(target, attacker) for attacker, target in every):
        return ""
    return (
        "Every attack on a creature would cost you the attacker, and all of them together destroy nothing. "
        "You don't have to attack: end your turn, and wait for an Object or for help."
    )


def _save(seen: Seen) -> str:
    held = next((card for card in seen.objects if not card.damage), None)
    if held is None or not seen.targets or any(target.card.cost > _SMALL for target in seen.targets):
        return ""
    return (
        f"Your {held.name} could destroy something now, but {seen.rival} has only small creatures on the "
        "battlefield. Save it for one that nothing else can destroy."
    )


def _giant(seen: Seen) -> str:
    large = next((target for target in seen.targets if target.card.attack + target.health >= _LARGE), None)
    if large is None or large.health <= seen.strongest:
        return ""
    return (
        f"{seen.theirs.capitalize()} {large.card.name} has {large.health} health. Don't throw creatures at "
        "it one by one: a card that destroys is for this, or several attackers in one turn."
    )


def _pressure(seen: Seen) -> str:
    if not seen.pressed:
        return ""
    return (
        f"An attack on an empty slot takes {format_milled(seen.pressed)} from {seen.rival}, and no one hits "
        "back. Good for a creature that has nothing better to attack."
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
    return "Your row is full: five creatures and no more. There's room again once one of them is destroyed."


def _to_combat(seen: Seen) -> str:
    if seen.is_combat or seen.payable or not seen.ready or not seen.targets:
        return ""
    return (
        "You have no card that you can still pay for. “End Action Phase” takes you on to your attacks; you "
        "can't go back."
    )


def _too_dear(seen: Seen) -> str:
    if seen.is_combat or seen.payable or not seen.view.hand or seen.view.table.deeds:
        return ""
    end = "the phase" if seen.ready else "your turn"
    return (
        f"You can't pay for anything in your hand with {seen.own.energy} energy. That's fine: end {end}. "
        f"In your next turn you'll have {seen.next_energy}."
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
    takes = " An attack on one of your empty slots takes cards from your hand now."
    return (
        "Your deck is empty. You don't lose by that, but there's nothing more to come: what you have on the "
        f"battlefield and in your hand has to last.{takes if seen.view.setup.options.is_skirmish else ''}"
    )


def _behind(seen: Seen) -> str:
    if seen.own.creatures + _FAR > seen.other.creatures:
        return ""
    return (
        f"{seen.rival.capitalize()} has {seen.other.creatures} creatures left, and you have "
        f"{seen.own.creatures}. Don't give any away: attack only where yours survives, or takes a better one "
        "with it."
    )


def _ahead(seen: Seen) -> str:
    if seen.own.creatures < seen.other.creatures + _FAR:
        return ""
    return (
        f"You have {seen.own.creatures} creatures left, and {seen.rival} has {seen.other.creatures}. Now "
        "even trades, one for one, are good for you."
    )


def _explain_damage(seen: Seen) -> str:
    hurt = next((target for target in seen.targets if target.health < target.card.health), None)
    if hurt is None:
        return ""
    finish = " A small hit finishes it." if hurt.health <= _WEAK else ""
    return (
        f"The red circle says that {seen.theirs} {hurt.card.name} has been hurt: {hurt.health} health left, "
        f"and it never heals.{finish}"
    )


def _signs(seen: Seen) -> str:
    mover = seen.view.table.mover
    if seen.view.table.done[mover] or not seen.view.table.done[1 - mover]:
        return ""
    return (
        f"The numbered signs on the board are what {seen.rival} just did, in order: a circle where a "
        "creature came in, a diamond where one attacked, a star where something was hit, a cross where it "
        "was destroyed."
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
