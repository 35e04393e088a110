"""Nearly legal action texts of CCC, with some legal ones, for both implementations to judge."""

from __future__ import annotations

import random
from itertools import islice

from tests.games.ccc import reference_board as board
from tests.games.ccc.reference import Reference
from tests.games.ccc.reference_collapses import LINES, Collapse

NONSENSE = [
    "",
    "--",
    "---",
    "resign",
    "=",
    "#",
    "N",
    "N*",
    "N@",
    "d4",
    "d4-",
    "-d4",
    "d4^",
    "a0-a1",
    "a1-a11",
    "a01-a2",
    "i1-h1",
    "4d4+",
    "0d4+1",
    "4d4",
    "4d4:",
    "9d4+9",
    "4d4++1",
    "4d4:+1:",
    "D3-D4",
    "４d4+4",
    "4d4+４",
]
COMPLIMENTS = [
    "Cool move.",
    "Hm",
    " ",
    "",
    "x" * 200,
    "x" * 201,
    "\\u00e9" * 200,
    "\\u00e9" * 201,
    "\\u0020",
    "😀" * 200,
    "“Très bien”, ça!",
    'He said "hm"',
    'He said \\"hm\\"',
    "\\u007bbraces\\u007d",
    "{braces}",
    "half {",
    "half }",
    "\\n",
    "a\\nb",
    "a\nb",
    "a\tb",
    "\\u0007",
    "tail\\",
    "\\u00e9",
    "\\ud83d\\ude00",
    "😀",
    "\\ud83d",
    "\\x41",
    "a\\/b",
    "a\\\\b",
    "\u00a0",
    "\u200b",
    "\\u2028",
    "a^b~c&d-e",
    "c1~f1",
    "N*",
]


def stray_text(truth: Reference, rng: random.Random) -> str:
    """Return a text that looks like an action."""
    ways = [
        spoiled_action,
        spoiled_action,
        any_plain,
        any_plain,
        any_collapse,
        any_collapse,
        guided_collapse,
        guided_collapse,
        any_hops,
        any_flag_action,
        without_flags,
    ]
    if rng.random() < 0.05:
        return rng.choice(NONSENSE)
    return rng.choice(ways)(truth, rng)


def some_square(truth: Reference, rng: random.Random) -> tuple[int, int]:
    return rng.choice(truth.table.squares())


def near(truth: Reference, rng: random.Random, square: tuple[int, int]) -> tuple[int, int]:
    """Return a square a few steps away in a straight line."""
    direction = rng.choice(list(board.EIGHT.values()))
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        if truth.table.is_on(board.step(square, direction)):
            square = board.step(square, direction)
    return square


def some_action(truth: Reference, rng: random.Random) -> str:
    """Return a legal action from the first 300 in the list."""
    return rng.choice(list(islice(truth.actions(), 300)))


def spoiled_action(truth: Reference, rng: random.Random) -> str:
    """Return a legal action with one character changed, doubled or removed, or with a tail."""
    text = some_action(truth, rng)
    place = rng.randrange(len(text))
    change = rng.choice(
        ["", text[place] * 2, rng.choice("abcdefgh"), rng.choice("0123456789"), rng.choice("+-<>x&~^:")]
    )
    if rng.random() < 0.1:
        return text + rng.choice(["#", "=", " ", "\n", "0", "1", "x"])
    return text[:place] + change + text[place + 1 :]


def any_plain(truth: Reference, rng: random.Random) -> str:
    """Return a plain action of a piece of either side, mostly with the right sign."""
    source = rng.choice(sorted(truth.table.board))
    target = near(truth, rng, source)
    right = "-"
    if target in truth.table.board:
        right = "&" if truth.table.is_own(truth.side, target) else "x"
    sign = right if rng.random() < 0.8 else rng.choice("-&x~^")
    if rng.random() < 0.1:
        target, sign = rng.choice(sorted(truth.table.board)), "~"
    return board.square_name(source) + sign + board.square_name(target)


def split(rng: random.Random, number: int, smallest: int) -> list[int]:
    """Return random numbers that add up to this one."""
    parts: list[int] = []
    while sum(parts) < number:
        parts.append(rng.randint(smallest, number - sum(parts)))
    return parts


def structures(truth: Reference) -> list[tuple[int, int]]:
    """Return squares of the mover's Structures, else of both sides' Structures, else of all pieces."""
    table = truth.table
    found = [square for square in sorted(table.board) if table.type_at(square) in LINES]
    own = [square for square in found if table.is_own(truth.side, square)]
    return own or found or sorted(table.board)


def any_collapse(truth: Reference, rng: random.Random) -> str:
    """Return a random collapse whose digits mostly add up."""
    source = rng.choice(structures(truth))
    height = len(truth.table.board[source])
    number = rng.randint(1, height) if rng.random() < 0.9 else rng.randint(1, 8)
    kind = truth.table.type_at(source) if rng.random() < 0.95 else "PS"
    drops = split(rng, number, 0 if kind == "CP" else 1)
    if rng.random() < 0.1:
        drops[rng.randrange(len(drops))] += rng.choice([-1, 1])
    lines = list(LINES.get(kind, board.EIGHT))
    head = f"{number}{board.square_name(source)}"
    if kind == "PS":
        return head + "".join(f":{rng.choice(lines)}{drop}" for drop in drops)
    return head + rng.choice(lines) + "".join(str(drop) for drop in drops)


def guided_collapse(truth: Reference, rng: random.Random) -> str:
    """Return a collapse that's legal step by step, but may stop short or end in a random step."""
    source = rng.choice(structures(truth))
    if truth.table.type_at(source) not in LINES:
        return any_plain(truth, rng)
    number = rng.randint(1, len(truth.table.board[source]))
    collapse = Collapse(truth.table, source, number)
    plan = []
    while collapse.held and collapse.choices():
        direction, drop = rng.choice(collapse.choices())
        collapse = collapse.after(direction, drop)
        plan.append((direction, drop))
    if not plan or rng.random() < 0.15:
        plan.append((rng.choice(list(LINES[collapse.kind])), rng.randint(1, 3)))
    head = f"{number}{board.square_name(source)}"
    if collapse.kind == "PS":
        return head + "".join(f":{direction}{drop}" for direction, drop in plan)
    return head + plan[0][0] + "".join(str(drop) for _, drop in plan)


def any_hops(truth: Reference, rng: random.Random) -> str:
    square = rng.choice(sorted(truth.table.board))
    names = [board.square_name(square)]
    for _ in range(rng.choice([1, 1, 2, 3])):
        direction = rng.choice(list(board.EIGHT.values()))
        landing = board.step(board.step(square, direction), direction)
        if truth.table.is_on(landing):
            square = landing
        names.append(board.square_name(square))
    return "^".join(names)


def any_flag_action(truth: Reference, rng: random.Random) -> str:
    head = "N*" if rng.random() < 0.4 else "N@" + board.square_name(some_square(truth, rng))
    words = (
        rng.choice(COMPLIMENTS) if rng.random() < 0.8 else truth.ready[int(rng.random() * len(truth.ready))]
    )
    return (
        f"{head}{{{words}}}"
        if rng.random() < 0.9
        else head + rng.choice([words, f"{{{words}", f" {{{words}}}"])
    )


def without_flags(truth: Reference, rng: random.Random) -> str:
    """Return an action that's legal without the opposing Flag and often forbidden by its zone."""
    other = truth.copy()
    flag = other.table.flag(board.opponent(truth.side))
    if flag is not None:
        del other.table.board[flag]
    return some_action(other, rng)
