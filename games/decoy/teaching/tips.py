"""A coach's tips for a player's first match, from what the player sees, the most important first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from games.core.vocabulary.lessons import Tip
from games.decoy.rules.actions import Step, can_attack, legal_attacks, legal_steps, losses
from games.decoy.rules.board import BIT, NAMES, NEAR, distance, names_in, squares_in, with_near
from games.decoy.rules.notes import Note, likely, note_of, possible
from games.decoy.rules.options import BOLD
from games.decoy.rules.pieces import (
    COMMANDER,
    DECOY,
    KINDS,
    REACHED,
    SCOUT,
    damage_of,
    fresh,
    kind_of,
    square_of,
    step_piece,
)
from games.decoy.rules.state import ATTACK, MOVEMENT, POINTS, SET_UP
from games.decoy.rules.surrounding import find_captured
from games.decoy.rules.tiebreak import count_rows
from games.decoy.rules.view import View
from games.decoy.screen.ledger import own_decoys
from games.decoy.screen.note_texts import names
from games.decoy.screen.own_notes import hide_notes

_FEW_LETTERS, _FEW_DECOYS = 2, 2

Saying = Callable[[View], str]
"""A function from a view to a tip's text, which is empty if the tip doesn't apply."""


def tips(view: View) -> tuple[Tip, ...]:
    """Return all tips that apply to the view of a player who is to act."""
    if view.who is None or view.who not in view.to_act:
        return ()
    shown = hide_notes(view)
    said = ((key, saying(shown)) for key, saying in _sayings())
    return tuple(Tip(key, words) for key, words in said if words)


@cache
def _sayings() -> tuple[tuple[str, Saying], ...]:
    """Return the tips' functions by key, the most important first."""
    return (
        ("setup", _setup),
        ("commander-found", _explain_commander),
        ("commander-in-danger", _in_danger),
        ("surround", _surround),
        ("attack", _attack),
        ("tell", _tell),
        ("two-steps", _two_steps),
        ("touching", _touching),
        ("lived", _explain_survivor),
        ("letters", _letters),
        ("in-sight", _in_sight),
        ("last-decoys", _last_decoys),
        ("quiet", _quiet),
        ("lost", _explain_loss),
        ("ghost", _ghost),
        ("wounded", _explain_wound),
        ("points", _points),
        ("look-again", _look_again),
        ("fog", _fog),
    )


# --- the beginning ------------------------------------------------------------------------------------


def _setup(view: View) -> str:
    if view.phase != SET_UP:
        return ""
    return (
        "Your goal: find and destroy their Commander before they find yours. C is the Commander, G a "
        "Guardian, S a Scout, I an Infiltrator, D a Decoy. For a start, take a ready layout: in each, the "
        "Commander is behind a Guardian, with Decoys beside it."
    )


def _points(view: View) -> str:
    if view.phase != MOVEMENT or view.points != POINTS:
        return ""
    said = "You have 3 points, and each step costs 1. Split them among your pieces as you like."
    if not any(kind_of(piece) == SCOUT for piece in view.own):
        return f"{said} Look at what the fog gives up after a step before you spend the rest."
    return (
        f"{said} A Scout sees farthest, so step with a Scout first and look at what the fog gives up before "
        "you spend the rest."
    )


def _look_again(view: View) -> str:
    if view.phase != MOVEMENT or view.points == POINTS or view.enemies:
        return ""
    return (
        "The fog has just been updated, as after every step of both players. Step again with any piece that "
        "has steps left, or end your turn. An enemy who sees a step learns how that piece moves."
    )


def _fog(view: View) -> str:
    fighters = {kind_of(piece) for piece in view.own} - {COMMANDER, DECOY}
    if view.phase != MOVEMENT or view.enemies or view.ply < 2 * POINTS or not fighters:
        return ""
    *others, last = (f"{KINDS[kind].name}s" for kind in sorted(fighters))
    forward = f"{', '.join(others)} and {last}" if others else last
    return (
        f"No enemy in sight. Bring your {forward} forward together, and leave the Commander and the Decoys "
        "behind them: what comes out of the fog should meet more than one of yours."
    )


# --- enemies in sight ---------------------------------------------------------------------------------


def _inside(view: View) -> Iterator[Note]:
    return (note_of(view.notes, square) for square in squares_in(view.enemies))


def _one(view: View, fits: Callable[[Note], bool]) -> Note | None:
    return next((note for note in _inside(view) if fits(note)), None)


def _in_sight(view: View) -> str:
    note = _one(view, lambda note: len(possible(note)) > 1)
    if note is None:
        return ""
    unknown = len(possible(note)) == len(KINDS)
    what = "It may be anything from a Decoy to their Commander" if unknown else f"It's {_either(note)}"
    return (
        f"There's a diamond on {NAMES[note.square]}. {what}: watch how it steps, and how hard it hits. Don't "
        "end your turn where several of them could reach one piece of yours."
    )


def _explain_commander(view: View) -> str:
    note = _one(view, lambda note: possible(note) == (COMMANDER,))
    if note is None:
        return ""
    most = KINDS[COMMANDER].power - note.damage
    return (
        f"The C on {NAMES[note.square]}: that's their Commander. It has {most} health at most: destroy "
        "it, and you win at once. Add up what your pieces hit for, and bring enough of them next to it "
        "before it slips away."
    )


def _tell(view: View) -> str:
    struck = [seen.source for seen in view.seen if seen.attack and seen.source is not None]
    notes = [note_of(view.notes, square) for square in struck if view.enemies & BIT[square]]
    note = next((note for note in notes if note.power), None)
    if note is None:
        return ""
    return (
        f"You were just hit for {note.power} from {NAMES[note.square]}. No two kinds hit equally hard, so "
        f"that's {_article(names(possible(note)))}. Your board has written its letter on the diamond."
    )


def _article(name: str) -> str:
    return f"{'the' if name == KINDS[COMMANDER].name else 'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _two_steps(view: View) -> str:
    note = _one(view, lambda note: note.most > 1)
    if note is None:
        return ""
    arrows = " Follow the numbered arrows: they show what you saw of the last turn." if view.seen else ""
    return (
        f"The one on {NAMES[note.square]} took {note.most} steps in one turn. The Commander and the Decoys "
        f"can't do that: it's {_either(note)}.{arrows}"
    )


def _either(note: Note) -> str:
    *others, last = (_article(KINDS[kind].name) for kind in possible(note))
    return f"{', '.join(others)} or {last}" if others else last


def _explain_survivor(view: View) -> str:
    note = _one(view, lambda note: note.survived > 0)
    if note is None:
        return ""
    when = "on each of its turns" if view.options.heal == "own" else "every turn"
    heals = f" It heals 1 {when}: finish it soon." if note.damage else ""
    return (
        f"The one on {NAMES[note.square]} lost {note.survived} health and lived, so unhurt it has more than "
        f"that: it's {_either(note)}.{heals}"
    )


def _letters(view: View) -> str:
    few = [note for note in _inside(view) if len(possible(note)) <= _FEW_LETTERS]
    sure = [note for note in few if likely(note) == possible(note)]
    note = max(sure, key=lambda note: len(possible(note)), default=None)
    if note is None:
        return ""
    if len(possible(note)) == 1:
        return f"The letter on {NAMES[note.square]} says what it is: {_either(note)}."
    return (
        f"The letters on {NAMES[note.square]} say what it can still be: {_either(note)}. You know their "
        "army, so count: once both Guardians are found, no other one can be one."
    )


# --- danger and chances -------------------------------------------------------------------------------


def _in_danger(view: View) -> str:
    commander = next((square_of(piece) for piece in view.own if kind_of(piece) == COMMANDER), None)
    if commander is None:
        return ""
    note = _one(view, lambda note: _can_strike(view, note, commander))
    if note is None:
        return ""
    squares = distance(note.square, commander)
    away = "1 square" if squares == 1 else f"{squares} squares"
    what = "Step away, block its way, or destroy it." if view.phase == MOVEMENT else "Destroy it if you can."
    return (
        f"Careful: the diamond on {NAMES[note.square]} is {away} from your Commander on "
        f"{NAMES[commander]}, and it could strike it next turn. {what}"
    )


def _can_strike(view: View, note: Note, target: int) -> bool:
    """Return whether an enemy could attack a square in its next turn, as one of the kinds it can be."""
    return any(_can_reach(view, fresh(note.square, kind), target, POINTS) for kind in possible(note))


def _can_reach(view: View, piece: int, target: int, points: int) -> bool:
    """Return whether an enemy can step next to a square without being surrounded on its way."""
    others = view.enemies & ~BIT[square_of(piece)]
    if NEAR[target] & BIT[square_of(piece)]:
        return True
    for square in squares_in(REACHED[piece] & ~(view.squares | others) if points else 0):
        lost = find_captured(others | BIT[square], view.squares, square, view.options.liberties)[1]
        after = msgspec.structs.replace(view, enemies=others | BIT[square])
        if not lost & BIT[square] and _can_reach(after, step_piece(piece, square), target, points - 1):
            return True
    return False


def _surround(view: View) -> str:
    steps = legal_steps(view) if view.phase == MOVEMENT and view.enemies else ()
    step = next((step for step in steps if _surely_surrounds(view, step)), None)
    if step is None:
        return ""
    *others, last = names_in(losses(view, step)[0])
    what = f"the diamonds on {', '.join(others)} and {last}" if others else f"the diamond on {last}"
    gone = "they're" if others else "it's"
    return (
        f"Look: {NAMES[step.source]}–{NAMES[step.target]} would surround {what}. Without a liberty "
        f"{gone} gone at once, no matter how healthy."
    )


def _surely_surrounds(view: View, step: Step) -> bool:
    """Return whether a step surrounds enemies alone, with nothing beside them or under it in the fog."""
    taken, lost = losses(view, step)
    return bool(taken) and not lost and not (with_near(taken) | BIT[step.target]) & ~view.sight


def _attack(view: View) -> str:
    attacks = legal_attacks(view) if view.phase == ATTACK else ()
    if not attacks:
        return ""
    return (
        f"Now you can attack: {NAMES[attacks[0].source]} touches {NAMES[attacks[0].target]}. It won't hit "
        "back, and whether it survives tells you what it can't be. Two hits on one diamond are better than "
        "one on each of two."
    )


def _touching(view: View) -> str:
    if view.phase != MOVEMENT or not can_attack(view.own, view.enemies):
        return ""
    touched = next(s for piece in view.own for s in squares_in(NEAR[square_of(piece)] & view.enemies))
    return (
        f"You're touching the diamond on {NAMES[touched]}. When you're done moving, or have no points left, "
        "you can attack. Bring a second piece next to it first if you can: hits of one turn add up."
    )


# --- what's left --------------------------------------------------------------------------------------


def _last_decoys(view: View) -> str:
    left = own_decoys(view)
    if view.phase == SET_UP or left > _FEW_DECOYS:
        return ""
    return (
        f"You have {left} Decoy{'s' if left > 1 else ''} left. The last one is as precious as your "
        "Commander: without any, you've lost. Keep them out of reach, and next to others, so that they "
        "aren't surrounded."
    )


def _quiet(view: View) -> str:
    options = view.options
    if not options.quiet or 2 * view.since < options.quiet or not options.compares_rows:
        return ""
    commander = next((square_of(piece) for piece in view.own if kind_of(piece) == COMMANDER), None)
    rows = 0 if commander is None else count_rows(commander, view.who or 0, options)
    home = "home" if options.tiebreak == BOLD else "back row"
    return (
        f"Nothing has been lost for {view.since} turns. At {options.quiet} the Commander that's farther "
        f"forward wins, and yours is {rows} row{'' if rows == 1 else 's'} in front of its {home}. Send it "
        "ahead in time, with Decoys beside it."
    )


def _explain_loss(view: View) -> str:
    if not view.memory.fallen:
        return ""
    return (
        "They lost a piece. You aren't told what it was, but beneath the board you see what it could have "
        "been, and how many Decoys they may have left. Destroy all five, and you win, too."
    )


def _ghost(view: View) -> str:
    taken = view.squares | view.enemies
    ghost = next(
        (ghost for ghost in reversed(view.memory.ghosts) if not taken & BIT[ghost.note.square]), None
    )
    if ghost is None or ghost.still:
        return ""
    return (
        f"The faded diamond on {NAMES[ghost.note.square]} is where you last saw one, on turn {ghost.ply}. It "
        "may have moved since. If you see one there again, it may be another."
    )


def _explain_wound(view: View) -> str:
    piece = next((piece for piece in view.own if damage_of(piece)), None)
    if piece is None:
        return ""
    kind = KINDS[kind_of(piece)]
    turns = "of your turns" if view.options.heal == "own" else "turn"
    return (
        f"Your {kind.name} on {NAMES[square_of(piece)]} has {kind.power - damage_of(piece)} of {kind.power} "
        f"health. It gets 1 back at the start of each {turns}, and it still hits with full power."
    )
