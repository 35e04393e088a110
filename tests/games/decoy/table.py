"""Helpers that set up positions of Decoy Patrol, play texts, and read views back as text."""

from __future__ import annotations

import random
import re
from functools import cache

import msgspec
import pytest

from games import GAMES, Illegal
from games.decoy.rules.actions import END, Attack, SetUp, Step
from games.decoy.rules.board import BIT, NAMES, SQUARE_OF
from games.decoy.rules.knowledge import know
from games.decoy.rules.layouts import read_layout
from games.decoy.rules.memory import NOTHING
from games.decoy.rules.notes import note_of, possible
from games.decoy.rules.pieces import KIND_OF_LETTER, KINDS, damage_of, fresh, hurt_piece, kind_of, square_of
from games.decoy.rules.sight import sight
from games.decoy.rules.state import Side

GAME = GAMES["decoy"]
SEED = bytes(range(32))
CYAN, MAGENTA, PUBLIC = 0, 1, None
LAYOUT = "C9/SS8/GGIIDDDDD1"
CORNERS = ({"C": "a0", "D": "j0"}, {"C": "a9", "D": "j9"})
_PIECE = re.compile(r"([CSGID])([a-j][0-9])('*)")
_CELL = re.compile(r"([CSGID]'*|[*cm])|(\d+)")


def start(seed=SEED, **options):
    return GAME.new(GAME.options(options), seed)


def begun(cyan=LAYOUT, magenta=LAYOUT, seed=SEED, **options):
    """Return a match in which both layouts are set up."""
    once = step(start(seed, **options), f"setup {cyan}", CYAN).state
    return step(once, f"setup {magenta}", MAGENTA).state


def put(cyan="", magenta="", *, mover=CYAN, phase="m", points=3, ply=1, since=0, bare=False, **options):
    """Return a position; `Sc2'` is a Scout on c2 that lacks one point of health.

    Unless `bare`, a side without a Commander or a Decoy gets one in its corner, so that neither side has lost
    yet.
    """
    state = start(**options)
    texts = [text if bare else _with_corners(text, seat) for seat, text in enumerate((cyan, magenta))]
    sides = tuple(_side(_pieces(text), state.options.vision) for text in texts)
    assert not sides[0].squares & sides[1].squares
    return msgspec.structs.replace(
        state, sides=sides, mover=mover, phase=phase, points=points * (phase == "m"), ply=ply, since=since
    )


def _with_corners(text, seat):
    missing = [letter + square for letter, square in CORNERS[seat].items() if letter not in text]
    return " ".join([text, *missing])


def _pieces(text):
    found = [_PIECE.fullmatch(word).groups() for word in text.split()]
    assert len({square for _, square, _ in found}) == len(found)
    return [_piece(KIND_OF_LETTER[letter], SQUARE_OF[square], len(marks)) for letter, square, marks in found]


def _piece(kind, square, damage):
    piece = hurt_piece(fresh(square, kind), damage)
    assert piece is not None, "a piece without health left is no piece"
    return piece


def _side(pieces, vision):
    squares = sum(BIT[square_of(piece)] for piece in pieces)
    return Side(tuple(sorted(pieces)), squares, sight(pieces, vision))


def knowing(state, *, notes=(), memory=NOTHING, seen=()):
    """Return the position with what Cyan knows and has seen changed."""
    side = msgspec.structs.replace(state.sides[CYAN], knowledge=know(notes, memory), seen=seen)
    return msgspec.structs.replace(state, sides=(side, state.sides[1]))


# --- acting -------------------------------------------------------------------------------------------


def legal(state, source=""):
    """Return the legal texts of the side to act, or those that begin on one square."""
    texts = [GAME.format(action) for action in GAME.actions(GAME.view(state, state.mover))]
    return [text for text in texts if text.startswith(source)]


def targets(state, source):
    return {text[3:] for text in legal(state, source)}


def step(state, text, seat=None):
    """Return the result of `play` for a text of the given seat, by default the mover."""
    acting = state.mover if seat is None else seat
    return GAME.play(state, acting, GAME.parse(GAME.view(state, acting), text))


def play(state, *texts):
    for text in texts:
        state = step(state, text).state
    return state


def heard(state, who, *texts):
    """Return all that a viewer is told while these actions are played."""
    lines = []
    for text in texts:
        played = step(state, text)
        state = played.state
        lines += played.told[who]
    return lines


def action_of(text):
    """Return the action of a text, legal or not."""
    if text == "end":
        return END
    if text.startswith("setup "):
        return SetUp(read_layout(text[6:]))
    return (Step if text[2] == "-" else Attack)(SQUARE_OF[text[:2]], SQUARE_OF[text[3:]])


# --- refusing -----------------------------------------------------------------------------------------


def refused(state, text, seat=None, error=Illegal):
    """Return the sentence with which a text is refused.

    The sentence must be clear and the same from `parse`, from `play` and in a world that the seat can't tell
    from this one; the refusal must change nothing.
    """
    acting = state.mover if seat is None else seat
    sentences = {_refusal(world, acting, text, error) for world in (state, twin(state, acting))}
    assert len(sentences) == 1
    sentence = sentences.pop()
    assert re.fullmatch(r"[A-Z“a-j].{8,250}\.", sentence, re.DOTALL), sentence
    return sentence


def _refusal(state, seat, text, error):
    before, view = repr(state), GAME.view(state, seat)
    with pytest.raises(error) as parsed:
        GAME.parse(view, text)
    if error is Illegal:
        with pytest.raises(Illegal) as played:
            GAME.play(state, seat, action_of(text))
        assert str(played.value) == str(parsed.value)
    assert repr(state) == before
    assert GAME.view(state, seat) == view
    return str(parsed.value)


def twin(state, seat):
    """Return another world with the same view, with other kinds of enemies and other unseen squares.

    After the end nothing is hidden, so the state itself is returned.
    """
    if not GAME.to_act(state):
        return state
    theirs, mine = state.sides[1 - seat], state.sides[seat]
    hidden = [square for square in range(100) if not (mine.sight | mine.squares) & BIT[square]]
    free = sorted(hidden, key=lambda square: not theirs.squares & BIT[square])
    pieces = [
        _piece((kind_of(piece) + 1) % len(KINDS), square, 0)
        for piece in theirs.pieces
        for square in [square_of(piece) if mine.sight & BIT[square_of(piece)] else free.pop()]
    ]
    other = _side(pieces, state.options.vision)
    sides = (mine, other) if seat == CYAN else (other, mine)
    world = msgspec.structs.replace(state, sides=sides)
    assert GAME.view(world, seat) == GAME.view(state, seat)
    return world


# --- looking ------------------------------------------------------------------------------------------


def shown(state, who):
    return GAME.position(GAME.view(state, who))


def seen(state, who):
    """Return the viewer's position text as a dict of squares and what they show."""
    rows = shown(state, who).split(" ")[0].split("/")
    cells = [cell for row in rows for cell in _cells(row)]
    assert len(cells) == 100
    return {name: cell for name, cell in zip(NAMES, cells, strict=True) if cell}


def _cells(row):
    return [x for cell, empty in _CELL.findall(row) for x in ([cell] if cell else [""] * int(empty))]


def enemies(state, who):
    """Return the squares on which the viewer sees enemies."""
    return {square for square, content in seen(state, who).items() if content == "*"}


def at(state, square):
    """Return the true content of a square, by its owner's view."""
    for seat in (CYAN, MAGENTA):
        content = seen(state, seat).get(square, "*")
        if content != "*":
            return content
    return ""


def field(state, who, name):
    """Return a field of the position text."""
    place = ("rows", "side", "phase", "points", "counts", "since", "ply").index(name)
    return shown(state, who).split(" ")[place]


def counts(state):
    return tuple(map(int, field(state, PUBLIC, "counts").split(",")))


def suspected(state, who, square):
    """Return the letters of all kinds that an enemy piece can be by the viewer's notes."""
    note = note_of(GAME.view(state, who).notes, SQUARE_OF[square])
    return "".join(KINDS[kind].letter for kind in possible(note))


def outcome(state):
    result = GAME.result(state)
    return None if result is None else (result.winner, str(result.reason))


def truth(state, seat):
    """Return a side's pieces as a dict of squares and (letter, damage)."""
    return {
        NAMES[square_of(piece)]: (KINDS[kind_of(piece)].letter, damage_of(piece))
        for piece in state.sides[seat].pieces
    }


# --- whole matches ------------------------------------------------------------------------------------


@cache
def playout(number, levels=("easy", "medium"), **options):
    """Play a match between two levels; return (state, seat, action, played) of every action."""
    rng = random.Random(number)
    state, moments = start(bytes([number]) * 32, **options), []
    while acting := GAME.to_act(state):
        seat = acting[0]
        action = GAME.players[levels[seat]](GAME.view(state, seat), None, rng, 1000)
        played = GAME.play(state, seat, action)
        moments.append((state, seat, action, played))
        state = played.state
    return moments
