"""A second implementation of Decoy Patrol: slow, plain, from the rules alone, to check the engine against.

Squares are the rules' (row, column), both from 0. A board is a dict of squares to pieces. A `Reference` is
one game, and `play` changes it. Numbers in brackets are rulings.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import re
from dataclasses import dataclass

from tests.kit.games.decoy_memory_reference import Memory

CYAN, MAGENTA = 0, 1
SEATS = ("Cyan", "Magenta")
ORTHOGONAL = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
EIGHT = ORTHOGONAL + DIAGONAL
POINTS = 3

# The rules' table; Power and Health share one number, since they're equal for every piece.
COUNT = {"C": 1, "S": 2, "G": 2, "I": 2, "D": 5}
REACH = {"C": 1, "S": 3, "G": 2, "I": 3, "D": 1}
STEPS = {"C": EIGHT, "S": ORTHOGONAL, "G": EIGHT, "I": DIAGONAL, "D": EIGHT}
POWER = {"C": 5, "S": 2, "G": 4, "I": 3, "D": 1}
VISION = {"C": 3, "S": 4, "G": 2, "I": 2, "D": 1}

DEFAULTS = {
    "first": "cyan",
    "heal": "own",
    "vision": "square",
    "liberties": "orthogonal",
    "suicide": "allowed",
    "quiet": 30,
    "maxPlies": 80,
    "tiebreak": "bold",
    "signs": "letters",
    "notes": "board",
}


@dataclass(eq=False)
class Piece:
    """One piece; `steps` and `attacked` refer to the current turn."""

    kind: str
    seat: int
    square: tuple[int, int]
    damage: int = 0
    steps: int = 0
    attacked: bool = False


# --- chance (docs/engine.md, section 2) ---------------------------------------------------------


def draw(seed: bytes, k: int, n: int) -> int:
    """Draw one integer in [0, n); attempts count up from k."""
    while True:
        digest = hmac.new(seed, k.to_bytes(8, byteorder="big"), hashlib.sha256).digest()
        x = int.from_bytes(digest[0:8], byteorder="big")
        if x < 2**64 - (2**64 % n):
            return x % n
        k = k + 1


# --- squares and texts --------------------------------------------------------------------------


def square_name(square: tuple[int, int]) -> str:
    row, column = square
    return "abcdefghij"[column] + str(row)


def square_at(name: str) -> tuple[int, int]:
    return int(name[1]), "abcdefghij".index(name[0])


def opponent(seat: int) -> int:
    return MAGENTA if seat == CYAN else CYAN


@functools.cache
def neighbours(square: tuple[int, int], directions: tuple) -> list[tuple[int, int]]:
    row, column = square
    places = [(row + down, column + right) for down, right in directions]
    return [(r, c) for r, c in places if 0 <= r <= 9 and 0 <= c <= 9]


def touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def row_text(cells: list[str]) -> str:
    """Return ten cells as a row text; "" is an empty cell, and runs of these become numbers."""
    text = ""
    empty = 0
    for cell in cells:
        if cell == "":
            empty = empty + 1
            continue
        text = text + (str(empty) if empty else "") + cell
        empty = 0
    return text + (str(empty) if empty else "")


def row_cells(text: str) -> list[str] | None:
    """Return the ten cells of a layout row, or None unless it's written as `row_text` writes it."""
    cells: list[str] = []
    for token in re.findall(r"10|[1-9]|[CSGID]|.", text, flags=re.DOTALL):
        cells = cells + ([token] if token in COUNT else [""] * int(token) if token in DIGITS else ["?"])
    good = len(cells) == 10 and "?" not in cells and row_text(cells) == text
    return cells if good else None


DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


def layout(seat: int, text: str) -> dict[tuple[int, int], str] | None:
    """Return the kind on each square of a setup text, or None if the setup is illegal (DP-2)."""
    word, space, rest = text.partition(" ")
    rows = [row_cells(row) for row in rest.split("/")]
    if word != "setup" or space != " " or len(rows) != 3 or None in rows:
        return None
    placed = {}
    for number, cells in enumerate(rows):
        row = number if seat == CYAN else 9 - number
        for column in range(10):
            if cells[column] != "":
                placed[(row, column)] = cells[column]
    kinds = list(placed.values())
    return placed if all(kinds.count(kind) == COUNT[kind] for kind in COUNT) and len(kinds) == 12 else None


# --- sight (DP-15) ------------------------------------------------------------------------------


@functools.cache
def reached_from(eye: tuple[int, int], radius: int, vision: str) -> frozenset:
    """Return the squares that a piece sees from its square."""
    board = [(row, column) for row in range(10) for column in range(10)]
    return frozenset(square for square in board if reaches(eye, square, radius, vision))


def reaches(eye: tuple[int, int], square: tuple[int, int], radius: int, vision: str) -> bool:
    down = abs(eye[0] - square[0])
    right = abs(eye[1] - square[1])
    if vision == "diamond":
        return down + right <= radius
    if vision == "circle":
        return down * down + right * right <= radius * radius
    return max(down, right) <= radius


# --- surrounding (DP-28, DP-29) -----------------------------------------------------------------


def groups(squares: set) -> list[set]:
    """Return the orthogonally connected sets of these squares."""
    left = set(squares)
    found = []
    while left:
        group = {left.pop()}
        waiting = list(group)
        while waiting:
            for square in neighbours(waiting.pop(), ORTHOGONAL):
                if square in left:
                    left.remove(square)
                    group.add(square)
                    waiting.append(square)
        found.append(group)
    return found


def liberties(group: set, friends: set, enemies: set, kind: str) -> set:
    """Return the empty squares beside a group; the kind "safe" keeps those beside no enemy (DP-28)."""
    directions = EIGHT if kind == "eight" else ORTHOGONAL
    found = {s for square in group for s in neighbours(square, directions)} - friends - enemies
    if kind == "safe":
        return {square for square in found if not enemies & set(neighbours(square, ORTHOGONAL))}
    return found


def surrounded(squares: set, others: set, kind: str) -> set:
    """Return those of one side's `squares` whose groups have no liberty."""
    dead: set = set()
    for group in groups(squares):
        if not liberties(group, squares, others, kind):
            dead = dead | group
    return dead


# --- the game -----------------------------------------------------------------------------------


class Reference:
    """One game. `told` returns facts of the last action as tuples, for a seat or (None) the public."""

    def __init__(self, options: dict, seed: bytes):
        assert set(options) <= set(DEFAULTS), options
        self.options = {**DEFAULTS, **options}
        self.board: dict[tuple[int, int], Piece] = {}
        self.committed: list[int] = []
        self.side = {"cyan": CYAN, "magenta": MAGENTA}.get(self.options["first"])
        if self.side is None:
            self.side = draw(seed, 0, 2)  # DP-4
        self.phase = "s"
        self.points = 0
        self.since = 0
        self.ply = 0
        self.removed_this_ply = False
        self.bumped: list[tuple[Piece, Piece]] = []  # pairs that see each other (DP-15)
        self.outcome: tuple | None = None
        self.legal: list[str] = []  # without set-ups
        self.facts: dict = {0: [], 1: [], None: []}
        self.memories = (Memory(), Memory())  # DP-43
        self.blasts: list[tuple] = []  # (ply, seat, square, destroyed) of this ply and the previous one

    # --- queries

    def to_act(self) -> list[int]:
        if self.outcome is not None:
            return []
        if self.phase == "s":
            return [seat for seat in (CYAN, MAGENTA) if seat not in self.committed]
        return [self.side]

    def result(self) -> tuple | None:
        return self.outcome

    def told(self, who: int | None) -> list[tuple]:
        return list(self.facts[who])

    def pieces(self, seat: int) -> list[Piece]:
        return [piece for piece in self.board.values() if piece.seat == seat]

    def squares(self, seat: int) -> set:
        return {piece.square for piece in self.pieces(seat)}

    def is_legal_setup(self, seat: int, text: str) -> bool:
        return self.phase == "s" and seat in self.to_act() and layout(seat, text) is not None

    def is_legal(self, seat: int, text: str) -> bool:
        return self.is_legal_setup(seat, text) or text in self.actions(seat)

    def actions(self, seat: int | None) -> list[str]:
        """Return every legal action except set-ups."""
        return list(self.legal) if seat in self.to_act() else []

    # --- sight

    def sees(self, seat: int, enemy: Piece) -> bool:
        """Return whether a living piece of the seat sees the enemy, or has run into it (DP-14)."""
        return self.is_seen(enemy, self.sight(seat))

    def is_seen(self, enemy: Piece, sight: set) -> bool:
        return enemy.square in sight or any(enemy in pair for pair in self.bumped)

    def seen(self, seat: int) -> list[Piece]:
        sight = self.sight(seat)
        return [enemy for enemy in self.pieces(opponent(seat)) if self.is_seen(enemy, sight)]

    def look(self, still: bool) -> None:
        """Update both memories with what the seats see now.

        `still`: whether enemies that the seat not to move loses sight of can't move before its own turn.
        """
        for seat in (CYAN, MAGENTA):
            enemies = self.pieces(opponent(seat))
            shown = {enemy.square for enemy in self.seen(seat)}
            cannot_move = still or seat == self.side
            self.memories[seat].look(shown, self.sight(seat), len(enemies), self.ply, cannot_move)

    def sight(self, seat: int) -> set:
        """Return every square that a seat sees."""
        vision = self.options["vision"]
        return set().union(*(reached_from(eye.square, VISION[eye.kind], vision) for eye in self.pieces(seat)))

    def public(self) -> list[Piece]:
        """Return the pieces of both sides that are in contact, as both sides surely know. DP-42."""
        pairs = [
            (cyan, other)
            for cyan in self.pieces(CYAN)
            for other in self.pieces(MAGENTA)
            if self.is_common(cyan, other)
        ]
        return [piece for pair in pairs for piece in pair]

    def is_common(self, cyan: Piece, other: Piece) -> bool:
        """Return whether both sides know of two pieces whatever their kinds are: the least vision is 1."""
        met = (cyan, other) in self.bumped or (other, cyan) in self.bumped
        return met or reaches(cyan.square, other.square, 1, self.options["vision"])

    # --- legal actions

    def steps(self) -> list[str]:
        """Return the legal steps by what the mover alone sees (DP-9 to DP-12; docs/engine.md, law 3)."""
        found = []
        own = self.squares(self.side)
        enemies = {enemy.square for enemy in self.seen(self.side)}
        for piece in self.pieces(self.side):
            if self.points == 0 or piece.steps == REACH[piece.kind]:
                continue
            for square in neighbours(piece.square, STEPS[piece.kind]):
                if square in own or square in enemies:
                    continue
                if self.options["suicide"] == "allowed" or not self.is_suicide(piece, square, own, enemies):
                    found.append(f"{square_name(piece.square)}-{square_name(square)}")
        return found

    def is_suicide(self, piece: Piece, square: tuple[int, int], own: set, enemies: set) -> bool:
        """Return whether a step leaves own pieces without a liberty, as far as the mover sees (DP-31)."""
        kind = self.options["liberties"]
        own = (own - {piece.square}) | {square}
        enemies = enemies - surrounded(enemies, own, kind)
        return surrounded(own, enemies, kind) != set()

    def attacks(self) -> list[str]:
        """Return the legal attacks (DP-21)."""
        found, seen = [], self.seen(self.side)
        for piece in self.pieces(self.side):
            for enemy in seen:
                if not piece.attacked and touch(piece.square, enemy.square):
                    found.append(f"{square_name(piece.square)}x{square_name(enemy.square)}")
        return found

    # --- playing

    def play(self, seat: int, text: str) -> None:
        """Play an action, or raise ValueError without a change if it's illegal."""
        if not self.is_legal(seat, text):
            raise ValueError(text)
        self.facts = {0: [], 1: [], None: []}
        if self.phase == "s":
            self.set_up(seat, layout(seat, text))
        elif text == "end":
            self.leave_phase()
        elif self.phase == "m":
            self.step(square_at(text[0:2]), square_at(text[3:5]))
        else:
            self.attack(self.board[square_at(text[0:2])], self.board[square_at(text[3:5])])
        self.settle()

    def set_up(self, seat: int, placed: dict) -> None:
        for square, kind in placed.items():
            self.board[square] = Piece(kind, seat, square)
        self.committed.append(seat)
        if len(self.committed) == 2:
            self.start_turn()

    def settle(self) -> None:
        """Skip every phase in which no action is possible (docs/engine.md, section 4)."""
        self.legal = []
        while self.outcome is None and self.phase != "s":
            can_do = self.steps() if self.phase == "m" else self.attacks()
            if can_do:
                self.legal = [*can_do, "end"]
                return
            self.leave_phase()

    def leave_phase(self) -> None:
        if self.phase == "m":
            self.phase = "a"
        else:
            self.end_ply()

    def start_turn(self) -> None:
        """Start a turn (DP-5 to DP-7)."""
        self.ply = self.ply + 1
        self.phase = "m"
        self.points = POINTS
        self.removed_this_ply = False
        for piece in self.board.values():
            piece.steps = 0
            piece.attacked = False
            if piece.damage > 0 and (piece.seat == self.side or self.options["heal"] == "all"):
                piece.damage = piece.damage - 1
        waiting = self.memories[opponent(self.side)]
        waiting.enemies_heal()
        waiting.enemy_turn_begins()
        if self.options["heal"] == "all":
            self.memories[self.side].enemies_heal()
        self.blasts = [blast for blast in self.blasts if blast[0] == self.ply - 1]

    def end_ply(self) -> None:
        """End a ply (DP-38)."""
        if not self.removed_this_ply:
            self.since = self.since + 1
        if self.options["quiet"] != 0 and self.since >= self.options["quiet"]:
            self.draw_or_tiebreak("quiet")
        elif self.ply >= self.options["maxPlies"]:
            self.draw_or_tiebreak("plies")
        else:
            self.side = opponent(self.side)
            self.start_turn()

    def draw_or_tiebreak(self, reason: str) -> None:
        decoys = [[piece.kind for piece in self.pieces(seat)].count("D") for seat in (CYAN, MAGENTA)]
        pieces = [len(self.pieces(seat)) for seat in (CYAN, MAGENTA)]
        rows = self.rows_ahead()
        beyond_home = [max(row - 2, 0) for row in rows]
        counted = {
            "draw": [],
            "decoys": [decoys, pieces],
            "commander": [rows, decoys, pieces],
            "bold": [beyond_home, decoys, pieces],
        }
        for cyan, magenta in counted[self.options["tiebreak"]]:
            if cyan != magenta:
                self.outcome = (CYAN if cyan > magenta else MAGENTA, "tiebreak")
                return
        self.outcome = (None, reason)

    def rows_ahead(self) -> list[int]:
        """Return how far each Commander is from its back row."""
        cyan, magenta = (
            piece.square[0] for seat in (CYAN, MAGENTA) for piece in self.pieces(seat) if piece.kind == "C"
        )
        return [cyan, 9 - magenta]

    # --- a step

    def step(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        piece = self.board[source]
        other = opponent(piece.seat)
        self.points = self.points - 1
        piece.steps = piece.steps + 1
        if target in self.board:
            self.bump(piece, self.board[target])
            return
        before = self.sees(other, piece)
        del self.board[source]
        self.board[target] = piece
        piece.square = target
        self.forget_bumps(piece)
        self.facts[piece.seat].append(("stepped", piece.kind, square_name(source), square_name(target)))
        after = self.sees(other, piece)
        self.report(other, before, after, square_name(source), square_name(target))
        self.remember_step(other, source if before else None, target if after else None)
        self.look(still=False)
        self.surround(piece.seat)

    def remember_step(
        self, seat: int, source: tuple[int, int] | None, target: tuple[int, int] | None
    ) -> None:
        memory = self.memories[seat]
        if source is not None and target is not None:
            memory.enemy_stepped(source, target)
        elif source is not None:
            memory.enemy_left(source, self.sight(seat), self.ply)
        elif target is not None:
            memory.enemy_appeared(target, len(self.pieces(opponent(seat))))

    def bump(self, piece: Piece, blocker: Piece) -> None:
        """Leave the piece where it is, and let both pieces see each other (DP-15)."""
        self.bumped.append((piece, blocker))
        source, target = square_name(piece.square), square_name(blocker.square)
        self.facts[piece.seat].append(("bumped", piece.kind, source, target))
        self.facts[blocker.seat].append(("met", blocker.kind, source, target))
        self.look(still=False)

    def forget_bumps(self, piece: Piece) -> None:
        self.bumped = [pair for pair in self.bumped if piece not in pair]

    def report(self, seat: int, before: bool, after: bool, source: str, target: str) -> None:
        """Tell a seat what it saw of a step (DP-18)."""
        if before and after:
            self.facts[seat].append(("moved", source, target))
        elif before:
            self.facts[seat].append(("left", source))
        elif after:
            self.facts[seat].append(("appeared", target))

    def surround(self, mover: int) -> None:
        """Remove surrounded groups, the enemy's before the mover's own (DP-30, DP-31, DP-37)."""
        for loser in (opponent(mover), mover):
            if self.outcome is None:
                kind = self.options["liberties"]
                dead = surrounded(self.squares(loser), self.squares(opponent(loser)), kind)
                if dead:
                    self.capture(loser, sorted(dead))

    def capture(self, loser: int, squares: list) -> None:
        """Tell both sides about surrounded pieces, and remove them (DP-32, DP-33)."""
        other = opponent(loser)
        in_sight = [square_name(s) for s in squares if self.sees(other, self.board[s])]
        lost = [(self.board[s].kind, square_name(s)) for s in squares]
        self.facts[other].append(("surrounded", len(squares), *in_sight))
        self.facts[loser].append(("lost", *lost))
        self.facts[None].append(("surrounded", SEATS[loser], len(squares)))
        seen = [s for s in squares if self.sees(other, self.board[s])]
        self.memories[other].surrounded(seen, len(squares), self.ply)
        self.remove([self.board[s] for s in squares], still=False)

    # --- an attack

    def attack(self, attacker: Piece, target: Piece) -> None:
        """Make an attack (DP-22 to DP-25)."""
        attacker.attacked = True
        target.damage = target.damage + POWER[attacker.kind]
        left = max(0, POWER[target.kind] - target.damage)
        source, square = square_name(attacker.square), square_name(target.square)
        outcome = "hit" if left > 0 else "destroyed"
        in_sight = self.sees(target.seat, attacker)
        self.facts[attacker.seat].append((outcome, source, square, attacker.kind))
        self.facts[target.seat].append(
            ("struck", target.kind, square, source if in_sight else None, POWER[attacker.kind], left)
        )
        self.facts[None].append((outcome, source if attacker in self.public() else None, square))
        power = POWER[attacker.kind]
        self.blasts.append((self.ply, attacker.seat, square, left == 0))
        if in_sight:
            self.memories[target.seat].was_hit(attacker.square, power)
        if left > 0:
            self.memories[attacker.seat].hit(target.square, power)
        else:
            self.memories[attacker.seat].destroyed(target.square, power, self.ply)
            self.remove([target], still=True)

    # --- removals

    def remove(self, dead: list[Piece], still: bool) -> None:
        """Remove pieces of one side, then judge the result once all are gone (DP-35, DP-36)."""
        for piece in dead:
            del self.board[piece.square]
            self.forget_bumps(piece)
        self.look(still)
        self.since = 0
        self.removed_this_ply = True
        loser = dead[0].seat
        left = [piece.kind for piece in self.pieces(loser)]
        if "C" not in left:
            self.outcome = (opponent(loser), "assassination")
        elif "D" not in left:
            self.outcome = (opponent(loser), "attrition")

    # --- position texts (docs/engine.md, section 5)

    def position(self, who: int | None) -> str:
        running = self.phase != "s" and self.outcome is None
        own_turn = running and who == self.side
        if running:
            side, phase = "cm"[self.side], self.phase if own_turn else "-"
        else:
            side, phase = ("s", "s") if self.outcome is None else ("-", "-")
        fields = [
            self.board_text(who),
            side,
            phase,
            str(self.points) if own_turn and self.phase == "m" else "-",
            f"{len(self.pieces(CYAN))},{len(self.pieces(MAGENTA))}",
            str(self.since),
            str(self.ply),
        ]
        return " ".join(fields)

    def board_text(self, who: int | None) -> str:
        shown = {}
        if who is None:
            shown = {piece.square: "cm"[piece.seat] for piece in self.public()}
        else:
            shown = {piece.square: piece.kind + "'" * piece.damage for piece in self.pieces(who)}
            shown.update({enemy.square: "*" for enemy in self.seen(who)})
        rows = [[shown.get((row, column), "") for column in range(10)] for row in range(10)]
        return "/".join(row_text(cells) for cells in rows)
