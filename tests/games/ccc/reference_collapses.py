"""The second implementation of CCC, part 2: movement, hops and collapses (rulings D to J).

A plan of a collapse is a list of (direction, number dropped), one for each space crossed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tests.games.ccc.reference_board import (
    DIAGONAL,
    EIGHT,
    ORTHOGONAL,
    WHITE,
    Table,
    has_pyramid,
    may_join,
    square_name,
    step,
    type_of,
)

Square = tuple[int, int]
Plan = list[tuple[str, int]]
LINES = {"FS": ORTHOGONAL, "CP": DIAGONAL, "PS": EIGHT}


def is_frozen(table: Table, square: Square) -> bool:
    """Return whether a piece is frozen (CCC-34, CCC-35, CCC-38)."""
    stack = table.board[square]
    return not has_pyramid(stack) and square in table.zone(stack[0].seat)


# --- moves, merges and attacks --------------------------------------------------------------------


def plain_targets(table: Table, source: Square, torus_hits_flag: bool) -> list[Square]:
    """Return every square that an unfrozen piece may go to as a whole, except a Flag's jumps."""
    kind = table.type_at(source)
    if kind == "F":
        found = flat_targets(table, source)
    elif kind == "C":
        found = cube_targets(table, source)
    elif kind == "T":
        found = torus_targets(table, source, torus_hits_flag)
    elif kind in ("P", "CP"):
        found = pyramid_targets(table, source)
    elif kind in ("FS", "PS"):
        found = stack_targets(table, source)
    else:
        found = []
    return sorted(set(found))


def may_land(table: Table, source: Square, target: Square) -> bool:
    """Return whether a piece may land: on an empty square, an enemy, or a friendly piece by CCC-46."""
    stack = table.board[source]
    if not table.is_on(target):
        return False
    if table.is_own(stack[0].seat, target):
        return may_join(stack, table.board[target])
    return True


def forward(seat: int) -> int:
    return 1 if seat == WHITE else -1


def first_hop_directions(seat: int) -> list[Square]:
    ahead = forward(seat)
    return [(-1, 0), (1, 0), (0, ahead), (-1, ahead), (1, ahead)]


def flat_targets(table: Table, source: Square) -> list[Square]:
    """Return the targets of a Flat (CCC-21 to CCC-23)."""
    seat = table.board[source][0].seat
    found = []
    for direction in first_hop_directions(seat):
        target = step(source, direction)
        is_diagonal = direction[0] != 0 and direction[1] != 0
        if is_diagonal and not is_lone_enemy_flat(table, seat, target):
            continue
        if may_land(table, source, target):
            found.append(target)
    return found


def is_lone_enemy_flat(table: Table, seat: int, square: Square) -> bool:
    return table.is_enemy(seat, square) and table.type_at(square) == "F"


def cube_targets(table: Table, source: Square) -> list[Square]:
    """Return the targets of a Cube (CCC-29, CCC-36)."""
    seat = table.board[source][0].seat
    found = []
    for direction in EIGHT.values():
        square = source
        for _ in range(5):
            square = step(square, direction)
            if not table.is_on(square) or (table.is_enemy(seat, square) and table.type_at(square) == "N"):
                break
            if square not in table.board:
                found.append(square)
            if square in table.zone(seat):
                break
    return found


def torus_targets(table: Table, source: Square, torus_hits_flag: bool) -> list[Square]:
    """Return the targets of a Torus (CCC-30, CCC-36, CCC-37)."""
    seat = table.board[source][0].seat
    around = [step(source, direction) for direction in EIGHT.values()]
    found = [square for square in around if table.is_enemy(seat, square)]
    for direction in ORTHOGONAL.values():
        for square in slide(table, source, direction):
            if square not in table.board or table.is_enemy(seat, square):
                found.append(square)
            if square in table.zone(seat):
                break
        last = slide(table, source, direction)[-1:]
        if torus_hits_flag and last and last[0] == table.flag(1 - seat):
            found.append(last[0])
    return found


def slide(table: Table, source: Square, direction: Square) -> list[Square]:
    """Return the squares of a line up to and including the first piece."""
    found = []
    square = step(source, direction)
    while table.is_on(square):
        found.append(square)
        if square in table.board:
            break
        square = step(square, direction)
    return found


def pyramid_targets(table: Table, source: Square) -> list[Square]:
    """Return the targets of a pyramid (CCC-44, CCC-45)."""
    lines = [slide(table, source, direction) for direction in DIAGONAL.values()]
    return [square for line in lines for square in line if may_land(table, source, square)]


def stack_targets(table: Table, source: Square) -> list[Square]:
    """Return the squares that a Flat Stack or a Pyramid Stack reaches in one step (CCC-46, CCC-49)."""
    kind, seat = table.type_at(source), table.board[source][0].seat
    found = []
    for direction in LINES[kind].values():
        target = step(source, direction)
        is_structure = table.type_at(target) in LINES
        if kind == "FS" and table.is_enemy(seat, target) and is_structure:
            continue
        if may_land(table, source, target):
            found.append(target)
    return found


# --- hops (CCC-24 to CCC-28) ----------------------------------------------------------------------


def hops(table: Table, source: Square) -> Iterator[str]:
    """Yield every chain of hops of a lone Flat that isn't frozen."""
    seat = table.board[source][0].seat
    lifted = table.copy()
    lifted.take(source, 1)
    for landings in chains(lifted, seat, source, first_hop_directions(seat)):
        yield "^".join(square_name(square) for square in [source, *landings])


def chains(table: Table, seat: int, here: Square, directions: list[Square]) -> Iterator[list[Square]]:
    """Yield every chain of landings; the hopping Flat and the hopped pieces are off the board already."""
    for direction in directions:
        over = step(here, direction)
        landing = step(over, direction)
        if not is_lone_enemy_flat(table, seat, over) or not table.is_on(landing) or landing in table.board:
            continue
        yield [landing]
        if landing not in table.zone(seat):
            after = table.copy()
            del after.board[over]
            for rest in chains(after, seat, landing, list(EIGHT.values())):
                yield [landing, *rest]


def perform_hops(table: Table, squares: list[Square]) -> None:
    flat = table.take(squares[0], 1)
    for here, landing in pairwise(squares):
        del table.board[((here[0] + landing[0]) // 2, (here[1] + landing[1]) // 2)]
    table.board[squares[-1]] = flat


# --- collapses (CCC-50 to CCC-69) -----------------------------------------------------------------


class Collapse:
    """A collapse in progress: the pieces held, the board and the squares entered."""

    def __init__(self, table: Table, source: Square, number: int):
        self.kind = table.type_at(source)
        self.seat = table.board[source][0].seat
        self.table = table.copy()
        self.held = self.table.take(source, number)
        self.entered = [source]
        self.direction = ""

    def after(self, direction: str, number: int) -> Collapse:
        other = object.__new__(Collapse)
        other.kind, other.seat, other.direction = self.kind, self.seat, direction
        other.table = self.table.copy()
        other.held = self.held[number:]
        square = step(self.entered[-1], EIGHT[direction])
        other.entered = [*self.entered, square]
        if number > 0:
            other.table.land(self.held[:number], square)
        return other

    def choices(self) -> Plan:
        """Return the possible next steps, as (direction, number dropped on the next space)."""
        lines = [self.direction] if self.direction and self.kind != "PS" else list(LINES[self.kind])
        found = []
        for direction in lines:
            square = step(self.entered[-1], EIGHT[direction])
            if self.table.is_on(square):
                drops = [number for number in self.numbers(direction, square) if self.takes(square, number)]
                found = found + [(direction, number) for number in drops]
        return found

    def numbers(self, direction: str, square: Square) -> list[int]:
        """Return the numbers of pieces that this kind of Structure may drop here."""
        held = len(self.held)
        if self.kind == "CP":
            is_last = not self.table.is_on(step(square, EIGHT[direction]))
            return [held] if is_last else list(range(held + 1))  # CCC-61, CCC-62
        if self.kind == "PS":
            return [] if square in self.entered else list(range(1, held + 1))  # CCC-65
        if self.is_barricade(square):
            return []
        return [held] if square in self.table.zone(self.seat) else list(range(1, held + 1))  # CCC-57

    def is_barricade(self, square: Square) -> bool:
        """Return whether a square blocks the collapse (CCC-54)."""
        if not self.table.is_enemy(self.seat, square):
            return False
        return self.table.type_at(square) in LINES and len(self.table.board[square]) > len(self.held)

    def takes(self, square: Square, number: int) -> bool:
        """Return whether a square can take these pieces, all dropped at once (CCC-46)."""
        if number == 0 or not self.table.is_own(self.seat, square):
            return True
        return may_join(self.held[:number], self.table.board[square])


def plans(collapse: Collapse) -> Iterator[Plan]:
    """Yield every way to go on until no piece is held."""
    if not collapse.held:
        yield []
        return
    for direction, number in collapse.choices():
        for rest in plans(collapse.after(direction, number)):
            yield [(direction, number), *rest]


def followed(collapse: Collapse, plan: Plan) -> Collapse | None:
    """Return the collapse after all steps of a plan; None if a step is illegal or pieces remain held."""
    for direction, number in plan:
        if not collapse.held or (direction, number) not in collapse.choices():
            return None
        collapse = collapse.after(direction, number)
    return collapse if not collapse.held else None


def is_plain(table: Table, source: Square, plan: Plan) -> bool:
    """Return whether the whole Structure ends on one space that its plain action reaches too (CCC-76)."""
    drops = [number for _, number in plan if number > 0]
    target = source
    for direction, _ in plan:
        target = step(target, EIGHT[direction])
    return drops == [len(table.board[source])] and target in plain_targets(table, source, False)


def plan_text(kind: str, source: Square, plan: Plan) -> str:
    head = str(sum(number for _, number in plan)) + square_name(source)
    if kind == "PS":
        return head + "".join(f":{direction}{number}" for direction, number in plan)
    return head + plan[0][0] + "".join(str(number) for _, number in plan)


def collapses(table: Table, source: Square) -> Iterator[str]:
    """Yield every collapse of a Structure that isn't frozen."""
    stack = table.board[source]
    for number in range(1, len(stack) + 1):
        for plan in plans(Collapse(table, source, number)):
            if not is_plain(table, source, plan):
                yield plan_text(type_of(stack), source, plan)
