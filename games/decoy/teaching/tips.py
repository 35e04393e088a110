"""A coach's tips for a player's first match, from what the player sees, the most important first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from games.core.vocabulary.lessons import Tip
from games.decoy.rules.actions import can_attack, legal_attacks, legal_steps, losses
from games.decoy.rules.board import BIT, NAMES, NEAR, distance, squares_in
from games.decoy.rules.memory import Ghost
from games.decoy.rules.notes import Note, note_of, possible
from games.decoy.rules.options import BOLD
from games.decoy.rules.pieces import COMMANDER, KINDS, damage_of, kind_of, square_of
from games.decoy.rules.state import ATTACK, MOVEMENT, POINTS, SET_UP
from games.decoy.rules.tiebreak import count_rows
from games.decoy.rules.view import View
from games.decoy.screen.ledger import own_decoys
from games.decoy.screen.note_texts import names
from games.decoy.screen.own_notes import hide_notes

_FEW_LETTERS, _FEW_DECOYS = 2, 2
_IN_REACH = 3
"""The distance within which any enemy but a Commander or a Decoy can attack in its next turn."""

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
        "Guardian, S a Scout, I an Infiltrator, D a Decoy. For a start, take a ready layout: the Commander "
        "is far back, with a Guardian in front of it and Decoys around."
    )


def _points(view: View) -> str:
    if view.phase != MOVEMENT or view.points != POINTS:
        return ""
    return (
        "You have 3 points, and each step costs 1, for whichever pieces you like. A Scout sees farthest, so "
        "step with a Scout first and look at what the fog gives up before you spend the rest."
    )


def _look_again(view: View) -> str:
    if view.phase != MOVEMENT or view.points == POINTS or view.enemies:
        return ""
    return (
        "The fog has just been updated: it is after every step, on both players' turns. You can go on with "
        "another piece, or end your turn. Every step also shows a watcher how a piece moves."
    )


def _fog(view: View) -> str:
    if view.phase != MOVEMENT or view.enemies or view.ply < 2 * POINTS:
        return ""
    return (
        "No enemy in sight. Bring your Scouts, Guardians and Infiltrators forward together, and leave the "
        "Commander and the Decoys behind them: what comes out of the fog should meet more than one of "
        "yours."
    )


# --- enemies in sight ---------------------------------------------------------------------------------


def _inside(view: View) -> Iterator[Note]:
    return (note_of(view.notes, square) for square in squares_in(view.enemies))


def _one(view: View, fits: Callable[[Note], bool]) -> Note | None:
    return next((note for note in _inside(view) if fits(note)), None)


def _in_sight(view: View) -> str:
    note = _one(view, lambda note: True)
    if note is None:
        return ""
    return (
        f"There's a diamond on {NAMES[note.square]}. It may be anything from a Decoy to their Commander: "
        "watch how it steps, and how hard it hits. Don't end your turn where several of them could reach "
        "one piece of yours."
    )


def _explain_commander(view: View) -> str:
    note = _one(view, lambda note: possible(note) == (COMMANDER,))
    if note is None:
        return ""
    return (
        f"The C on {NAMES[note.square]}: that's their Commander. It has 5 health, and if it falls you win at "
        "once. Add up what your pieces hit for, and bring enough of them next to it before it slips away."
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
    return (
        f"The one on {NAMES[note.square]} took {note.most} steps in one turn. The Commander and the Decoys "
        f"can't do that: it's {_either(note)}. Follow the numbered arrows, they show what you saw of the "
        "last turn."
    )


def _either(note: Note) -> str:
    return " or ".join(_article(KINDS[kind].name) for kind in possible(note))


def _explain_survivor(view: View) -> str:
    note = _one(view, lambda note: note.survived > 0)
    if note is None:
        return ""
    return (
        f"The one on {NAMES[note.square]} took {note.survived} and lived, so it had more health than that. "
        f"What's left is {_either(note)}. It heals 1 on each of its turns: finish it soon."
    )


def _letters(view: View) -> str:
    note = _one(view, lambda note: len(possible(note)) <= _FEW_LETTERS)
    if note is None:
        return ""
    return (
        f"See the letters on {NAMES[note.square]}? Your board notes what each diamond can still be: "
        f"{_either(note)}. You know their army, so count: once both Guardians are found, no other one can be "
        "one."
    )


# --- danger and chances -------------------------------------------------------------------------------


def _in_danger(view: View) -> str:
    commander = next((square_of(piece) for piece in view.own if kind_of(piece) == COMMANDER), None)
    if commander is None:
        return ""
    near = [square for square in squares_in(view.enemies) if distance(square, commander) <= _IN_REACH]
    if not near:
        return ""
    return (
        f"Careful: the diamond on {NAMES[near[0]]} is {distance(near[0], commander)} away from your "
        f"Commander on {NAMES[commander]}, and it could strike next turn. Step away, put somebody in "
        "between, or get rid of it."
    )


def _surround(view: View) -> str:
    steps = legal_steps(view) if view.phase == MOVEMENT and view.enemies else ()
    step = next((step for step in steps if losses(view, step)[0] and not losses(view, step)[1]), None)
    if step is None:
        return ""
    return (
        f"Look: {NAMES[step.source]}–{NAMES[step.target]} would surround a diamond. It'd have no liberty "
        "left, and it'd be gone at once, no matter what it is or how healthy."
    )


def _attack(view: View) -> str:
    attacks = legal_attacks(view) if view.phase == ATTACK else ()
    if not attacks:
        return ""
    return (
        f"Now you can attack: {NAMES[attacks[0].source]} touches {NAMES[attacks[0].target]}. It won't hit "
        "back, and how it takes the hit tells you what it is. Two hits on one diamond are better than one "
        "on each of two."
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
        f"You have {left} Decoy{'s' if left > 1 else ''} left. The last one is as dear as your Commander: "
        "without any, you've lost. Keep them out of reach, and next to others, so that they aren't "
        "surrounded."
    )


def _quiet(view: View) -> str:
    options = view.options
    if not options.quiet or 2 * view.since < options.quiet or not options.compares_rows:
        return ""
    commander = next((square_of(piece) for piece in view.own if kind_of(piece) == COMMANDER), None)
    rows = 0 if commander is None else count_rows(commander, view.who or 0, options)
    home = "home" if options.tiebreak == BOLD else "back row"
    return (
        f"Nothing has fallen for {view.since} turns. At {options.quiet} the Commander that's farther "
        f"forward wins, and yours is {rows} row{'' if rows == 1 else 's'} in front of its {home}. Send it "
        "ahead in time, with Decoys beside it."
    )


def _explain_loss(view: View) -> str:
    if not view.memory.fallen:
        return ""
    return (
        "They lost a piece. You aren't told what it was, but beneath the board is what it can have been, by "
        "its steps and its health, and how many Decoys they have left. Five fallen Decoys win the match, "
        "too."
    )


def _ghost(view: View) -> str:
    ghosts: tuple[Ghost, ...] = view.memory.ghosts
    if not ghosts:
        return ""
    return (
        f"The faded diamond on {NAMES[ghosts[-1].note.square]} is where you last saw one, on turn "
        f"{ghosts[-1].ply}. It may have moved since. If you see one there again, it may be another."
    )


def _explain_wound(view: View) -> str:
    piece = next((piece for piece in view.own if damage_of(piece)), None)
    if piece is None:
        return ""
    kind = KINDS[kind_of(piece)]
    return (
        f"Your {kind.name} on {NAMES[square_of(piece)]} has {kind.power - damage_of(piece)} of {kind.power} "
        "health. It gets 1 back at the start of each of your turns, and it still hits with full power."
    )
