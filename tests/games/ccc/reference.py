"""A second, slow implementation of CCC, written from the rules alone to check the engine.

A `Reference` is one game, and `play` changes it. Actions are texts (docs/rulings/ccc.md, “Notation”). Numbers
in brackets are rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from tests.games.ccc.reference_board import (
    BLACK,
    WHITE,
    Piece,
    board_text,
    opponent,
    square_at,
    square_name,
    table_from,
)
from tests.games.ccc.reference_collapses import (
    LINES,
    Collapse,
    Plan,
    collapses,
    followed,
    hops,
    is_frozen,
    is_plain,
    perform_hops,
    plain_targets,
)
from tests.games.ccc.reference_start import DEFAULTS, READY, Chance, is_compliment, special_rows, start_table

PASS = "--"
SQUARE = r"([a-h](?:10|[1-9]))"
DIRECTION = r"(?:[+-][<>]|[+-]|[<>])"
LINE_TEXT = re.compile(rf"([1-8]){SQUARE}({DIRECTION})([0-9]+)")
TOUR_TEXT = re.compile(rf"([1-8]){SQUARE}((?::{DIRECTION}[1-8])+)")
FLAG_TEXT = re.compile(r"(N@[a-h](?:10|[1-9])|N\*)\{(.*)\}", flags=re.DOTALL)


# --- the game -------------------------------------------------------------------------------------


class Reference:
    """One game of CCC."""

    def __init__(self, options: dict, seed: bytes, ready: tuple[str, ...] = READY):
        assert set(options) <= set(DEFAULTS), options
        self.options = {**DEFAULTS, **options}
        self.ready = ready
        chance = Chance(seed)
        first = {"white": WHITE, "black": BLACK}.get(self.options["first"])
        self.side = chance.draw(2) if first is None else first  # CCC-7
        self.table = start_table(self.options, special_rows(self.options, chance))
        self.homes = [self.table.flag(WHITE), self.table.flag(BLACK)]
        self.flag_moved = [0, 0]
        self.quiet = 0
        self.ply = 1
        self.passes = 0
        if self.options["position"] is not None:
            self.set_position(self.options["position"])
        self.outcome: tuple | None = None
        self.occurred = [self.sameness()]

    @classmethod
    def from_position(
        cls, text: str, options: dict, seed: bytes = bytes(32), ready: tuple[str, ...] = READY
    ) -> Reference:
        return cls({**options, "position": text}, seed, ready)

    def set_position(self, text: str) -> None:
        board, side, pools, flags, quiet, ply = text.split(" ")
        self.table = table_from(board)
        self.table.pools = [int(pool) for pool in pools.split(",")]
        self.side = "wb".index(side)
        self.flag_moved = [int(flag) for flag in flags]
        self.quiet = int(quiet)
        self.ply = int(ply)

    def copy(self) -> Reference:
        other = object.__new__(Reference)
        other.__dict__.update(self.__dict__)
        other.table = self.table.copy()
        other.flag_moved = list(self.flag_moved)
        other.occurred = list(self.occurred)
        return other

    # --- what may be asked

    def to_act(self) -> list[int]:
        return [self.side] if self.outcome is None else []

    def result(self) -> tuple | None:
        return self.outcome

    def position(self) -> str:
        return f"{self.sameness()} {self.quiet} {self.ply}"

    def sameness(self) -> str:
        """Return the part of the position text that decides whether two positions are the same (CCC-74)."""
        pools = ",".join(str(pool) for pool in self.table.pools)
        flags = "".join(str(flag) for flag in self.flag_moved)
        return f"{board_text(self.table)} {'wb'[self.side]} {pools} {flags}"

    # --- legal actions

    def actions(self) -> Iterator[str]:
        """Yield every legal action, with one compliment only for each Flag action."""
        if self.outcome is not None:
            return
        nothing = True
        for text in self.but_passes():
            nothing = False
            yield text
        if nothing:
            yield PASS

    def but_passes(self) -> Iterator[str]:
        yield from self.but_tours()
        for square in self.selectable():
            if self.table.type_at(square) == "PS":
                yield from collapses(self.table, square)

    def but_tours(self) -> Iterator[str]:
        """Yield every legal action except passes and the numerous collapses of Pyramid Stacks."""
        for square in self.selectable():
            yield from self.plain_actions(square)
            if self.table.type_at(square) == "F":
                yield from hops(self.table, square)
            if self.table.type_at(square) in ("FS", "CP"):
                yield from collapses(self.table, square)
        yield from self.swaps()
        yield from self.flag_actions()

    def selectable(self) -> list:
        own = self.table.squares_of(self.side)
        return [square for square in own if not is_frozen(self.table, square)]

    def plain_actions(self, source: tuple[int, int]) -> Iterator[str]:
        for target in plain_targets(self.table, source, self.options["torusHitsFlag"] == "on"):
            sign = "-"
            if target in self.table.board:
                sign = "&" if self.table.is_own(self.side, target) else "x"
            yield square_name(source) + sign + square_name(target)

    def swaps(self) -> Iterator[str]:
        """Yield the legal swaps of lone pyramids (CCC-48)."""
        lone = [square for square in self.selectable() if self.table.type_at(square) == "P"]
        for first, other in combinations(sorted(lone, key=lambda square: (square[1], square[0])), 2):
            yield f"{square_name(first)}~{square_name(other)}"

    def flag_actions(self) -> Iterator[str]:
        """Yield the legal actions of the Flag (CCC-38 to CCC-42)."""
        braces = "{}" if self.options["compliments"] == "off" else "{Cool move.}"
        flag = self.table.flag(self.side)
        if flag is None:
            if self.homes[self.side] not in self.table.board:
                yield f"N*{braces}"
        elif self.ply > 1 and not self.flag_moved[self.side] and flag in self.selectable():
            for square in self.table.squares():
                if square not in self.table.board:
                    yield f"N@{square_name(square)}{braces}"

    def is_legal(self, text: str) -> bool:
        """Return whether an action is legal: one of `actions`, or a Flag's action with another compliment."""
        if self.outcome is not None:
            return False
        planned = self.read_collapse(text)
        if planned is not None:
            return self.is_legal_collapse(*planned)
        if text == PASS:
            return next(self.but_passes(), None) is None
        flag = FLAG_TEXT.fullmatch(text)
        if flag is None:
            return text in self.but_tours()
        heads = [action.partition("{")[0] for action in self.flag_actions()]
        return flag[1] in heads and is_compliment(self.options, self.ready, flag[2])

    def read_collapse(self, text: str) -> tuple | None:
        """Return a collapse's square, number lifted, plan and form; None when the text is no collapse."""
        line, tour = LINE_TEXT.fullmatch(text), TOUR_TEXT.fullmatch(text)
        found = line or tour
        if found is None:
            return None
        if line:
            plan = [(line[3], int(digit)) for digit in line[4]]
        else:
            plan = [(part[:-1], int(part[-1])) for part in tour[3].split(":")[1:]]
        return square_at(found[2]), int(found[1]), plan, "line" if line else "tour"

    def is_legal_collapse(self, source: tuple[int, int], number: int, plan: Plan, form: str) -> bool:
        kind = self.table.type_at(source)
        if source not in self.selectable() or kind not in LINES or (form == "tour") != (kind == "PS"):
            return False
        if number > len(self.table.board[source]):
            return False
        collapse = Collapse(self.table, source, number)
        return followed(collapse, plan) is not None and not is_plain(self.table, source, plan)

    # --- playing

    def play(self, text: str) -> None:
        """Play an action; raise ValueError, with nothing changed, when it's illegal."""
        if not self.is_legal(text):
            raise ValueError(text)
        self.table.quiet_broken = "^" in text and not text.startswith("N")
        self.perform(text)
        self.flag_moved[self.side] = 1 if text.startswith("N@") else 0  # CCC-39, CCC-40
        self.quiet = 0 if self.table.quiet_broken else self.quiet + 1
        self.passes = self.passes + 1 if text == PASS else 0
        self.side = opponent(self.side)
        self.ply = self.ply + 1
        self.occurred.append(self.sameness())
        self.judge()

    def perform(self, text: str) -> None:
        planned = self.read_collapse(text)
        if text == PASS:
            return
        if text.startswith("N"):
            self.perform_flag(text)
        elif planned is not None:
            source, number, plan, _ = planned
            self.table = followed(Collapse(self.table, source, number), plan).table
        elif "^" in text:
            perform_hops(self.table, [square_at(name) for name in text.split("^")])
        else:
            source, target = [square_at(name) for name in re.findall(SQUARE, text)]
            self.perform_plain(source, target, "~" in text)

    def perform_flag(self, text: str) -> None:
        flag = self.table.flag(self.side)
        if flag is not None:
            del self.table.board[flag]
        is_move = text.startswith("N@")
        target = square_at(text[2:].partition("{")[0]) if is_move else self.homes[self.side]
        self.table.board[target] = [Piece("N", self.side, 1)]

    def perform_plain(self, source: tuple[int, int], target: tuple[int, int], is_swap: bool) -> None:
        board = self.table.board
        if is_swap:
            board[source], board[target] = board[target], board[source]
        else:
            self.table.land(self.table.take(source, len(board[source])), target)

    # --- the end (rulings K)

    def judge(self) -> None:
        alive = [seat for seat in (WHITE, BLACK) if self.table.pyramids(seat)]
        if len(alive) == 1:
            self.outcome = (alive[0], "pyramids")
        elif not alive:
            self.outcome = (None, "both-pyramids")
        elif self.occurred.count(self.sameness()) >= 3:
            self.outcome = (None, "repetition")
        elif self.options["quiet"] != 0 and self.quiet >= self.options["quiet"]:
            self.outcome = (self.stronger(), "quiet")
        elif self.passes >= 2:
            self.outcome = (None, "stuck")

    def stronger(self) -> int | None:
        """Return the winner after too many quiet turns (CCC-75)."""
        if self.options["quietResult"] == "draw":
            return None
        white, black = [sum(p.strength for p in self.table.pyramids(seat)) for seat in (WHITE, BLACK)]
        if white == black and self.options["quietResult"] == "army":
            white, black = self.flats(WHITE), self.flats(BLACK)
            white, black = white + self.table.pools[WHITE], black + self.table.pools[BLACK]
        if white == black:
            return None
        return WHITE if white > black else BLACK

    def flats(self, seat: int) -> int:
        """Return how many Flats a side has, alone or in stacks."""
        stacks = [self.table.board[square] for square in self.table.squares_of(seat)]
        return len([piece for stack in stacks for piece in stack if piece.kind == "F"])
