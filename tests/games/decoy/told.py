"""Facts that a seat was told in a match of Decoy Patrol, read from sentences alone, with all fitting armies.

This is a second way to the results of `games/decoy/ai/`: it reads sentences as a person does, follows pieces
on paper, and tries all armies one after another.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from tests.games.decoy.table import GAME, PUBLIC

ARMY = {"C": 1, "S": 2, "G": 2, "I": 2, "D": 5}
HEALTH = {"C": 5, "S": 2, "G": 4, "I": 3, "D": 1}
STEPS = {"C": 1, "S": 3, "G": 2, "I": 3, "D": 1}
STRAIGHT = {(0, 1), (0, -1), (1, 0), (-1, 0)}
DIAGONAL = {(1, 1), (1, -1), (-1, 1), (-1, -1)}
WAYS = {
    "C": STRAIGHT | DIAGONAL,
    "S": STRAIGHT,
    "G": STRAIGHT | DIAGONAL,
    "I": DIAGONAL,
    "D": STRAIGHT | DIAGONAL,
}

_SQUARE = "([a-j][0-9])"
_SENTENCES = {
    "stepped": re.compile(f"An enemy went from {_SQUARE} to {_SQUARE}\\."),
    "left": re.compile(f"An enemy left your view at {_SQUARE}\\."),
    "came": re.compile(f"An enemy appeared at {_SQUARE}\\."),
    "lived": re.compile(f"Your .* on {_SQUARE} hit the piece on {_SQUARE} for ([1-5])\\. It survived\\."),
    "fell": re.compile(f"Your .* on {_SQUARE} destroyed the piece on {_SQUARE}\\."),
    "struck": re.compile(f"Your .* was (?:hit|destroyed by a hit) for ([1-5]) from {_SQUARE}.*"),
}


class Line(NamedTuple):
    """One sentence about a piece: its action, turn, event, squares after and before it, and points."""

    number: int
    turn: int
    what: str
    square: str
    source: str = ""
    points: int = 0


class Piece:
    """An enemy that is followed: its lines, and the most health that it can lack."""

    def __init__(self):
        self.lines, self.lacks = [], 0


class Told:
    """A seat's match on paper.

    `inside` maps squares to pieces, `fallen` holds the pieces that fell in view, `dead` counts all fallen
    pieces, `gone` holds the pieces lost from sight, and `seen` has the squares in sight after each action.
    """

    def __init__(self, course, seat):
        self.seat, self.turn, self.stray = seat, 0, 0
        self.inside, self.resting, self.fallen, self.gone, self.dead = {}, {}, [], [], 0
        self.seen = {}
        self.state = GAME.new(GAME.options(course.options), course.seed)
        self._actions = enumerate(course.actions, 1)

    def follow(self):
        """Yield this record of the match after each action."""
        for number, text in self._actions:
            self._takes(number, text)
            yield self

    def to_the_end(self):
        """Follow all actions and return this record of the match."""
        for _ in self.follow():
            pass
        return self

    def _takes(self, number, text):
        actor, own = GAME.to_act(self.state)[0], self.power_on(text[:2])
        before = GAME.position(GAME.view(self.state, PUBLIC)).split()
        played = GAME.play(self.state, actor, GAME.parse(GAME.view(self.state, actor), text))
        self.state = played.state
        view = GAME.view(self.state, self.seat)
        self.seen[number] = {name for name in squares() if view.sight >> place(name) & 1}
        if before[1] in "cm":
            for sentence in played.told[self.seat]:
                self._hears(number, sentence, own)
            self._looks(attacked="x" in text, enemy=actor != self.seat)
        if view.ply != self.turn:
            self._turns(view)

    def power_on(self, square):
        """Return the power of the seat's own piece on a square."""
        shown = dict(rows_of(GAME.position(GAME.view(self.state, self.seat))))
        return HEALTH.get(shown.get(square, "")[:1], 0)

    def _hears(self, number, sentence, own):
        for what, pattern in _SENTENCES.items():
            found = pattern.fullmatch(sentence)
            if found:
                self._notes(number, what, found.groups(), own)
        if sentence.startswith("Now empty: "):
            for square in re.findall(_SQUARE, sentence):
                if square in self.inside:
                    self.fallen.append(self.inside.pop(square))
        lost = re.fullmatch("Surrounded: ([0-9]+) of (Cyan|Magenta)'s pieces\\.", sentence)
        if lost and (lost[2] == "Cyan") == (self.seat == 1):
            self.dead += int(lost[1])

    def _notes(self, number, what, words, own):
        if what == "stepped":
            self._line(words[0], Line(number, self.turn, what, words[1], words[0]))
        elif what == "came":
            self._line(words[0], Line(number, self.turn, what, words[0]))
        elif what == "left":
            self._line(words[0], Line(number, self.turn, what, words[0]))
            self._lost(self.inside.pop(words[0]))
        elif what == "struck":
            self._line(words[1], Line(number, self.turn, what, words[1], points=int(words[0])))
        elif what == "lived":
            self._line(words[1], Line(number, self.turn, what, words[1], points=int(words[2])))
            piece = self.inside[words[1]]
            piece.lacks = max(piece.lacks, self.stray) + int(words[2])
        elif what == "fell":
            most = max(self.inside.get(words[1], Piece()).lacks, self.stray) + own
            self._line(words[1], Line(number, self.turn, what, words[1], points=most))
            self.fallen.append(self.inside.pop(words[1]))
            self.dead += 1

    def _line(self, square, line):
        piece = self.inside.pop(square, None) or Piece()
        piece.lines.append(line)
        self.inside[line.square] = piece

    def _lost(self, piece):
        self.gone.append(piece)
        self.stray = max(self.stray, piece.lacks)

    def _looks(self, *, attacked, enemy):
        """Note enemies that came or went without a report because the seat's own pieces moved or fell."""
        shown = {
            name for name, what in rows_of(GAME.position(GAME.view(self.state, self.seat))) if what == "*"
        }
        for square in set(self.inside) - shown:
            piece = self.inside.pop(square)
            self.stray = max(self.stray, piece.lacks)
            if enemy and not attacked:
                self.gone.append(piece)
            else:
                self.resting[square] = piece
        for square in shown - set(self.inside):
            self.inside[square] = self.resting.pop(square, None) or Piece()

    def _turns(self, view):
        """Begin a turn; on the enemy's turns its pieces heal, and those out of sight may move again."""
        for turn in range(self.turn + 1, view.ply + 1):
            if turn and (turn % 2 == view.ply % 2) == (view.side != self.seat):
                self.stray = max(0, self.stray - 1)
                for piece in (*self.inside.values(), *self.resting.values()):
                    piece.lacks = max(0, piece.lacks - 1)
                self.gone += self.resting.values()
                self.resting = {}
        self.turn = view.ply


def squares():
    return [file + rank for rank in "0123456789" for file in "abcdefghij"]


def place(name):
    return squares().index(name)


def rows_of(position):
    """Yield (square, content) of a position text, for squares that aren't empty."""
    for rank, row in enumerate(position.split()[0].split("/")):
        file = 0
        for cell in re.findall(r"[CSGID]'*|[*cm]|\d+", row):
            if cell.isdigit():
                file += int(cell)
            else:
                yield f"{'abcdefghij'[file]}{rank}", cell
                file += 1


# --- possible kinds of a piece ------------------------------------------------------------------------


def can_be(kind, lines, seat, *, now=None):
    """Return whether an enemy of `seat` with these lines can be of a kind; `now` is its (square, turn)."""
    spots = [(line.square, line.turn) for line in lines] + ([now] if now else [])
    if not all(rows_out(square, seat) <= turns_of_enemy(turn, seat) * STEPS[kind] for square, turn in spots):
        return False
    lacks, healed = 0, 0
    for line in lines:
        if line.what == "stepped" and way(line) not in WAYS[kind]:
            return False
        if line.what == "struck" and line.points != HEALTH[kind]:
            return False
        if line.what == "lived":
            lacks = max(0, lacks - (line.turn - healed) // 2) + line.points
            healed = line.turn
            if lacks >= HEALTH[kind]:
                return False
        if line.what == "fell" and (kind == "C" or HEALTH[kind] > line.points):
            return False
    steps = Counter(line.turn for line in lines if line.what == "stepped")
    return max(steps.values(), default=0) <= STEPS[kind]


def way(line):
    (a, b), (c, d) = line.source, line.square
    return ord(c) - ord(a), int(d) - int(b)


def rows_out(square, seat):
    """Return how many rows in front of the enemy's home a square is."""
    rank = int(square[1])
    return max(0, 7 - rank if seat == 0 else rank - 2)


def turns_of_enemy(turn, seat):
    """Return how many turns the enemy has had or begun by a turn; Cyan goes first."""
    return turn // 2 if seat == 0 else (turn + 1) // 2


# --- all armies ---------------------------------------------------------------------------------------


def fits(bodies, fallen_decoys=None):
    """Return whether some army gives each body one of its kinds; bodies are (kinds, whether it fell).

    An army has limited numbers of each kind, and the fallen include neither the Commander nor all Decoys.
    `fallen_decoys` sets the exact number of Decoys among them.
    """
    known = set()

    def give(number, left, decoys):
        if number == len(bodies):
            return fallen_decoys in (None, decoys)
        if (number, left, decoys) in known:
            return False
        known.add((number, left, decoys))
        kinds, fell = bodies[number]
        for kind in kinds:
            at = "CSGID".index(kind)
            died = decoys + (fell and kind == "D")
            if left[at] and not (fell and kind == "C") and died < ARMY["D"]:
                rest = (*left[:at], left[at] - 1, *left[at + 1 :])
                if give(number + 1, rest, died):
                    return True
        return False

    return give(0, tuple(ARMY.values()), 0)


def kinds_in_some_army(bodies, number):
    """Return the kinds of a body in all armies that fit."""
    return [
        kind
        for kind in bodies[number][0]
        if fits([*bodies[:number], ([kind], bodies[number][1]), *bodies[number + 1 :]])
    ]
