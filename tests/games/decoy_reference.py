"""Decoy Patrol once more: slow, plain, written from the rule texts alone, to check the engine by.

Squares are the rules' (row, column). A state is a dict that `play` never changes: it copies it. A piece is
{"id", "side", "kind", "damage", "steps", "attacked"}; ids never come into a text. Numbers in brackets are
rulings.
"""

from __future__ import annotations

import hashlib
import hmac

CYAN, MAGENTA = 0, 1
SIZE = 10
POINTS = 3
COUNTS = {"C": 1, "S": 2, "G": 2, "I": 2, "D": 5}
RANGE = {"C": 1, "S": 3, "G": 2, "I": 3, "D": 1}
POWER = {"C": 5, "S": 2, "G": 4, "I": 3, "D": 1}
HEALTH = {"C": 5, "S": 2, "G": 4, "I": 3, "D": 1}
VISION = {"C": 3, "S": 4, "G": 2, "I": 2, "D": 1}
ORTHOGONAL = [(-1, 0), (1, 0), (0, -1), (0, 1)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
DIRECTIONS = {
    "C": ORTHOGONAL + DIAGONAL,
    "S": ORTHOGONAL,
    "G": ORTHOGONAL + DIAGONAL,
    "I": DIAGONAL,
    "D": ORTHOGONAL + DIAGONAL,
}
DEFAULTS = {
    "first": "cyan",
    "heal": "own",
    "vision": "square",
    "liberties": "orthogonal",
    "suicide": "allowed",
    "quiet": 60,
    "maxPlies": 300,
    "tiebreak": "draw",
}


# --- squares and set-ups (ENGINE sections 3 and 4) ----------------------------------------------------


def square_name(square: tuple[int, int]) -> str:
    row, column = square
    return "abcdefghij"[column] + str(row)


def square_at(name: str) -> tuple[int, int]:
    if len(name) != 2 or name[0] not in "abcdefghij" or name[1] not in "0123456789":
        raise ValueError(name)
    return int(name[1]), "abcdefghij".index(name[0])


def neighbours(square: tuple[int, int], directions: list) -> list[tuple[int, int]]:
    row, column = square
    around = [(row + down, column + right) for down, right in directions]
    return [(r, c) for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]


def touching(square: tuple[int, int]) -> list[tuple[int, int]]:
    return neighbours(square, ORTHOGONAL + DIAGONAL)


def home_rows(side: int) -> list[int]:
    """Back row first (DP-1)."""
    return [0, 1, 2] if side == CYAN else [9, 8, 7]


def run_length(cells: list[str]) -> str:
    """Texts of cells, empty ones "", as one row of a position."""
    text = ""
    empty = 0
    for cell in cells:
        if cell == "":
            empty += 1
            continue
        if empty > 0:
            text += str(empty)
            empty = 0
        text += cell
    if empty > 0:
        text += str(empty)
    return text


def read_setup(side: int, text: str) -> dict[tuple[int, int], str]:
    """Square → kind of a set-up text; ValueError unless it is one, written the one right way (DP-2)."""
    if not text.startswith("setup "):
        raise ValueError(text)
    rows = text[len("setup ") :].split("/")
    if len(rows) != 3:
        raise ValueError(text)
    layout = {}
    for row, row_text in zip(home_rows(side), rows, strict=True):
        cells = read_row(row_text)
        if len(cells) != SIZE or run_length(cells) != row_text:
            raise ValueError(text)
        for column in range(SIZE):
            if cells[column] != "":
                layout[(row, column)] = cells[column]
    for kind in COUNTS:
        if list(layout.values()).count(kind) != COUNTS[kind]:
            raise ValueError(text)
    return layout


def read_row(text: str) -> list[str]:
    cells = []
    at = 0
    while at < len(text):
        if text[at] in COUNTS:
            cells.append(text[at])
            at += 1
            continue
        digits = ""
        while at < len(text) and text[at] in "0123456789":
            digits += text[at]
            at += 1
        if digits == "" or int(digits) > SIZE:
            raise ValueError(text)
        cells += [""] * int(digits)
    return cells


# --- the start ----------------------------------------------------------------------------------------


def draw(seed: bytes, n: int) -> int:
    """The first draw of a seed (ENGINE section 2)."""
    k = 0
    while True:
        digest = hmac.new(seed, k.to_bytes(8, byteorder="big"), hashlib.sha256).digest()
        x = int.from_bytes(digest[0:8], byteorder="big")
        if x < 2**64 - (2**64 % n):
            return x % n
        k = k + 1


def new(options: dict, seed: bytes) -> dict:
    chosen = dict(DEFAULTS)
    for name in options:
        assert name in DEFAULTS, name
        chosen[name] = options[name]
    first = {"cyan": CYAN, "magenta": MAGENTA}.get(chosen["first"])
    return {
        "options": chosen,
        "first": draw(seed, 2) if first is None else first,  # DP-4
        "board": {},  # square → piece
        "placed": [False, False],
        "phase": "s",
        "side": None,
        "points": None,
        "ply": 0,
        "quiet": 0,
        "removed": False,  # whether a piece was removed in the ply under way
        "bumped": [],  # pairs of ids of pieces that ran into each other (DP-15)
        "result": None,
    }


# --- who sees what (DP-14 … DP-17) --------------------------------------------------------------------


def reaches(state: dict, piece: dict, here: tuple[int, int], there: tuple[int, int]) -> bool:
    down, right = abs(here[0] - there[0]), abs(here[1] - there[1])
    sight = VISION[piece["kind"]]
    if state["options"]["vision"] == "square":
        return max(down, right) <= sight
    if state["options"]["vision"] == "diamond":
        return down + right <= sight
    return down * down + right * right <= sight * sight


def sees(state: dict, side: int, square: tuple[int, int]) -> bool:
    """Whether this side sees a square: any of its pieces does, or ran into what stands there."""
    board = state["board"]
    for here in board:
        if board[here]["side"] == side and reaches(state, board[here], here, square):
            return True
    if square in board:
        for pair in state["bumped"]:
            if board[square]["id"] in pair:
                return True
    return False


def seen_enemies(state: dict, side: int) -> list[tuple[int, int]]:
    board = state["board"]
    return [square for square in board if board[square]["side"] != side and sees(state, side, square)]


def own_squares(state: dict, side: int) -> list[tuple[int, int]]:
    return [square for square in state["board"] if state["board"][square]["side"] == side]


def public_squares(state: dict) -> list[tuple[int, int]]:
    """Pieces that touch an enemy, where both sides see the other's (DP-15, DP-42)."""
    shown = []
    for cyan in own_squares(state, CYAN):
        for magenta in own_squares(state, MAGENTA):
            if magenta not in touching(cyan):
                continue
            if sees(state, CYAN, magenta) and sees(state, MAGENTA, cyan):
                shown += [cyan, magenta]
    return shown


# --- positions (ENGINE section 5) ---------------------------------------------------------------------


def position(state: dict, who: int | None) -> str:
    shown = {}
    if who is None:
        for square in public_squares(state):
            shown[square] = "cm"[state["board"][square]["side"]]
    else:
        for square in own_squares(state, who):
            piece = state["board"][square]
            shown[square] = piece["kind"] + "'" * piece["damage"]
        for square in seen_enemies(state, who):
            shown[square] = "*"
    rows = []
    for row in range(SIZE):
        rows.append(run_length([shown.get((row, column), "") for column in range(SIZE)]))
    living = f"{len(own_squares(state, CYAN))},{len(own_squares(state, MAGENTA))}"
    fields = ["/".join(rows), *turn_fields(state, who), living, str(state["quiet"]), str(state["ply"])]
    return " ".join(fields)


def turn_fields(state: dict, who: int | None) -> list[str]:
    """Side to move, phase, points."""
    if state["result"] is not None:
        return ["-", "-", "-"]
    if state["phase"] == "s":
        return ["s", "s", "-"]
    side = "cm"[state["side"]]
    if who != state["side"]:
        return [side, "-", "-"]
    if state["phase"] == "a":
        return [side, "a", "-"]
    return [side, "m", str(state["points"])]


# --- groups (DP-28 … DP-31) ---------------------------------------------------------------------------


def groups(sides: dict[tuple[int, int], int], side: int) -> list[list[tuple[int, int]]]:
    """Orthogonally connected pieces of a side on a board that is just square → side."""
    left = [square for square in sides if sides[square] == side]
    found = []
    while left:
        group = [left.pop()]
        for square in group:
            for beside in neighbours(square, ORTHOGONAL):
                if beside in left:
                    left.remove(beside)
                    group.append(beside)
        found.append(group)
    return found


def smothered(state: dict, sides: dict[tuple[int, int], int], side: int) -> list[tuple[int, int]]:
    """All squares of the groups of a side which have no liberty."""
    eight = state["options"]["liberties"] == "eight"
    around = ORTHOGONAL + DIAGONAL if eight else ORTHOGONAL
    result = []
    for group in groups(sides, side):
        liberties = [b for square in group for b in neighbours(square, around) if b not in sides]
        if not liberties:
            result += group
    return result


def looks_like_suicide(state: dict, side: int, source: tuple[int, int], target: tuple[int, int]) -> bool:
    """DP-31: by the mover's own view before the step, fog counted as empty."""
    known = dict.fromkeys(own_squares(state, side), side)
    for square in seen_enemies(state, side):
        known[square] = 1 - side
    del known[source]
    known[target] = side
    for square in smothered(state, known, 1 - side):
        del known[square]
    return smothered(state, known, side) != []


# --- what may be done ---------------------------------------------------------------------------------


def to_act(state: dict) -> list[int]:
    if state["result"] is not None:
        return []
    if state["phase"] == "s":
        return [side for side in (CYAN, MAGENTA) if not state["placed"][side]]
    return [state["side"]]


def steps(state: dict) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """DP-9 … DP-12: single steps of the side to move."""
    side = state["side"]
    if state["points"] == 0:
        return []
    closed = own_squares(state, side) + seen_enemies(state, side)
    found = []
    for source in own_squares(state, side):
        piece = state["board"][source]
        if piece["steps"] >= RANGE[piece["kind"]]:
            continue
        for target in neighbours(source, DIRECTIONS[piece["kind"]]):
            if target in closed:
                continue
            if state["options"]["suicide"] == "forbidden" and looks_like_suicide(state, side, source, target):
                continue
            found.append((source, target))
    return found


def attacks(state: dict) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """DP-21: every own piece once, at an enemy that touches it and is seen."""
    side = state["side"]
    enemies = seen_enemies(state, side)
    found = []
    for source in own_squares(state, side):
        if state["board"][source]["attacked"]:
            continue
        for target in touching(source):
            if target in enemies:
                found.append((source, target))
    return found


def actions(state: dict, seat: int | None) -> list[str]:
    """Every legal text but the set-ups, which are too many to list."""
    if seat not in to_act(state) or state["phase"] == "s":
        return []
    if state["phase"] == "m":
        return [f"{square_name(a)}-{square_name(b)}" for a, b in steps(state)] + ["end"]
    return [f"{square_name(a)}x{square_name(b)}" for a, b in attacks(state)] + ["end"]


# --- play ---------------------------------------------------------------------------------------------


def play(state: dict, seat: int, text: str) -> dict:
    """The state after a text; ValueError when it is not legal."""
    if seat not in to_act(state):
        raise ValueError("not to act")
    state = copied(state)
    if state["phase"] == "s":
        set_up(state, seat, read_setup(seat, text))
        return state
    if text not in actions(state, seat):
        raise ValueError(text)
    if text == "end" and state["phase"] == "m":
        state["phase"] = "a"
    elif text == "end":
        end_ply(state)
    elif "-" in text:
        step(state, square_at(text[0:2]), square_at(text[3:5]))
    else:
        attack(state, square_at(text[0:2]), square_at(text[3:5]))
    settle(state)
    return state


def copied(state: dict) -> dict:
    board = {square: dict(piece) for square, piece in state["board"].items()}
    return {**state, "board": board, "placed": list(state["placed"]), "bumped": list(state["bumped"])}


def set_up(state: dict, seat: int, layout: dict[tuple[int, int], str]) -> None:
    for square in layout:
        state["board"][square] = {
            "id": (seat, square),
            "side": seat,
            "kind": layout[square],
            "damage": 0,
            "steps": 0,
            "attacked": False,
        }
    state["placed"][seat] = True
    if state["placed"] == [True, True]:
        begin_ply(state, state["first"])
        settle(state)


def begin_ply(state: dict, side: int) -> None:
    state["side"] = side
    state["ply"] += 1
    state["phase"] = "m"
    state["points"] = POINTS
    state["removed"] = False
    for piece in state["board"].values():
        piece["steps"] = 0
        piece["attacked"] = False
        heals = piece["side"] == side or state["options"]["heal"] == "all"  # DP-6
        if heals and piece["damage"] > 0:
            piece["damage"] -= 1


def settle(state: dict) -> None:
    """Phases that have nothing left end by themselves (ENGINE section 4)."""
    while state["result"] is None:
        if state["phase"] == "m" and steps(state) == []:
            state["phase"] = "a"
        elif state["phase"] == "a" and attacks(state) == []:
            end_ply(state)
        else:
            return


def end_ply(state: dict) -> None:
    """DP-38."""
    state["quiet"] = 0 if state["removed"] else state["quiet"] + 1
    if state["options"]["quiet"] > 0 and state["quiet"] >= state["options"]["quiet"]:
        state["result"] = drawn(state, "quiet")
    elif state["ply"] >= state["options"]["maxPlies"]:
        state["result"] = drawn(state, "plies")
    else:
        begin_ply(state, 1 - state["side"])


def drawn(state: dict, reason: str) -> tuple[int | None, str]:
    if state["options"]["tiebreak"] == "decoys":
        cyan, magenta = worth(state, CYAN), worth(state, MAGENTA)
        if cyan != magenta:
            return (CYAN if cyan > magenta else MAGENTA), "tiebreak"
    return None, reason


def worth(state: dict, side: int) -> tuple[int, int]:
    kinds = [state["board"][square]["kind"] for square in own_squares(state, side)]
    return kinds.count("D"), len(kinds)


def step(state: dict, source: tuple[int, int], target: tuple[int, int]) -> None:
    board, side = state["board"], state["side"]
    piece = board[source]
    state["points"] -= 1
    piece["steps"] += 1
    if target in board:  # an unseen blocker (DP-15)
        state["bumped"].append([piece["id"], board[target]["id"]])
        return
    del board[source]
    board[target] = piece
    forget_bumps(state, piece["id"])
    sides = {square: board[square]["side"] for square in board}
    remove(state, smothered(state, sides, 1 - side))  # DP-31
    if state["result"] is None:  # DP-37
        sides = {square: board[square]["side"] for square in board}
        remove(state, smothered(state, sides, side))


def attack(state: dict, source: tuple[int, int], target: tuple[int, int]) -> None:
    attacker, victim = state["board"][source], state["board"][target]
    attacker["attacked"] = True
    victim["damage"] += POWER[attacker["kind"]]
    if victim["damage"] >= HEALTH[victim["kind"]]:
        remove(state, [target])


def remove(state: dict, squares: list[tuple[int, int]]) -> None:
    """Pieces of one side leave together; then both victories are judged (DP-36)."""
    if not squares:
        return
    side = state["board"][squares[0]]["side"]
    for square in squares:
        forget_bumps(state, state["board"][square]["id"])
        del state["board"][square]
    state["removed"] = True
    state["quiet"] = 0
    kinds = [state["board"][square]["kind"] for square in own_squares(state, side)]
    if "C" not in kinds:
        state["result"] = (1 - side, "assassination")
    elif "D" not in kinds:
        state["result"] = (1 - side, "attrition")


def forget_bumps(state: dict, number: tuple) -> None:
    """A piece that moves or leaves is no longer seen for having been run into."""
    state["bumped"] = [pair for pair in state["bumped"] if number not in pair]


def result(state: dict) -> tuple[int | None, str] | None:
    return state["result"]
