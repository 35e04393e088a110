"""Positions of CCC: written ones, every meeting of two pieces, and random ones crowded with Structures."""

from __future__ import annotations

import random

from tests.games.ccc import reference_board as board
from tests.games.ccc.reference import Reference

SIZES = "LMS"
OTHERS = {"T": 2, "C": 2, "N": 1}


def placed(
    pieces: dict[str, str], side: str = "w", pools: str = "", flags: str = "00", rest: str = "0 9"
) -> str:
    """Return the text of a position with these stacks; a side that has Toruses gets a pool of 10."""
    table = board.Table(8)
    table.board = {board.square_at(name): board.stack_from(text) for name, text in pieces.items()}
    words = "".join(pieces.values())
    full = f"{10 if 'T' in words else 0},{10 if 't' in words else 0}"
    return f"{board.board_text(table)} {side} {pools or full} {flags} {rest}"


START = "tcslnmct/ffffffff/8/8/8/8/FFFFFFFF/TCSLNMCT w 10,10 00 0 1"
TWO_ROWS = "tcslnmct/ffffffff/ffffffff/8/8/FFFFFFFF/FFFFFFFF/TCSLNMCT w 10,10 00 0 1"
MOVERS = ["F", "FF", "FFFF", "S", "M1", "L", "MS", "L2M", "LMS", "FS", "FFM", "FLS1", "T", "C"]
TARGETS = ["C", "T", "N", "F", "FF", "FFFFF", "S1", "M", "L", "MS", "LM2", "LMS", "FS", "FFLM", "FFFFFL"]
SPOTS = ["d5", "e5", "c3", "d7"]


def meeting_positions() -> list[str]:
    """Return positions with each mover on d4 near each target; every second one has Flags nearby."""
    meetings = [
        {"d4": mover, spot: target}
        for mover in MOVERS
        for target in [*TARGETS, *[target.lower() for target in TARGETS]]
        for spot in SPOTS
        if not shared_pyramids(mover, target)
    ]
    return [with_flags_near(pieces, number % 2 == 1) for number, pieces in enumerate(meetings)]


def with_flags_near(pieces: dict[str, str], near: bool) -> str:
    flags = {"e7": "n", "b4": "N"} if near else {}
    missing = {square: flag for square, flag in flags.items() if flag not in pieces.values()}
    return meeting_position({**pieces, **missing})


def shared_pyramids(one: str, other: str) -> set[str]:
    return set(one) & set(other) & set("LMSlms")


def meeting_position(pieces: dict[str, str]) -> str:
    """Return a position with an extra pyramid for a side that has none, and low pools."""
    words = "".join(pieces.values())
    for square, letters in (("a8", "LMS"), ("h1", "lms")):
        if not set(words) & set(letters):
            pieces[square] = letters[0]
    pools = f"{4 if 'T' in words else 0},{3 if 't' in words else 0}"
    return placed(pieces, pools=pools, rest="3 9")


def some_position(rng: random.Random, ranks: int, flats: int, tallest: int) -> str:
    """Return a random position with at most this many Flats a side and no Pyramid Stack above `tallest`."""
    table = board.Table(ranks)
    stacks = [stack for seat in (0, 1) for stack in some_army(rng, seat, flats, tallest)]
    rng.shuffle(stacks)
    centre = (rng.randrange(8), rng.randrange(ranks))
    free = sorted(table.squares(), key=lambda square: distance(square, centre) + rng.uniform(0, 3))
    if rng.random() < 0.3:
        rng.shuffle(free)
    for square, stack in zip(free, stacks, strict=False):
        table.board[square] = stack
    table.pools = [some_pool(rng, stacks, seat) for seat in (0, 1)]
    table = with_flags(rng, table)
    return f"{board.board_text(table)} {some_rest(rng, table)}"


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def some_army(rng: random.Random, seat: int, flats: int, tallest: int) -> list[list[board.Piece]]:
    """Return Cubes, perhaps Toruses, some Flats in stacks, and some pyramids alone or in Structures."""
    army = [[board.Piece("C", seat)], [board.Piece("C", seat)]]
    if rng.random() < 0.7:
        army = [*army, [board.Piece("T", seat)], [board.Piece("T", seat)]]
    stacks = some_flat_stacks(rng, seat, rng.choice([0, flats // 4, flats // 2, flats]))
    for group in some_pyramids(rng, seat):
        hosts = [stack for stack in stacks if len(stack) + len(group) <= tallest]
        if hosts and rng.random() < 0.6:
            host = rng.choice(hosts)
            stacks.remove(host)
            group = host + group
        army.append(group)
    return army + stacks


def some_flat_stacks(rng: random.Random, seat: int, flats: int) -> list[list[board.Piece]]:
    stacks = []
    heights = rng.choice([[1], [1], [1, 1, 1, 2, 3, 4, 5], [2, 3, 4, 5], [1, 5]])
    while flats > 0:
        height = min(flats, rng.choice(heights))
        stacks.append([board.Piece("F", seat, 1)] * height)
        flats = flats - height
    return stacks


def some_pyramids(rng: random.Random, seat: int) -> list[list[board.Piece]]:
    """Return one to three pyramids, each alone or on a larger one."""
    groups: list[list[board.Piece]] = []
    for kind in SIZES:
        if kind not in rng.choice(["LMS", "LMS", "LMS", "LM", "LS", "MS", "L", "M", "S"]) and groups:
            continue
        strength = rng.choice([board.FULL[kind], board.FULL[kind], rng.randint(1, board.FULL[kind])])
        pyramid = board.Piece(kind, seat, strength)
        if groups and rng.random() < 0.5:
            groups[-1].append(pyramid)
        else:
            groups.append([pyramid])
    return groups


def some_pool(rng: random.Random, stacks: list[list[board.Piece]], seat: int) -> int:
    there = any(stack[0].kind == "T" and stack[0].seat == seat for stack in stacks)
    return rng.choice([1, 2, 3, rng.randint(1, 10), 10]) if there else 0


def with_flags(rng: random.Random, table: board.Table) -> board.Table:
    """Add Flags that mostly touch something and sometimes are missing."""
    for seat in (0, 1):
        free = [square for square in table.squares() if square not in table.board]
        near = [square for square in free if any(distance(square, other) == 1 for other in table.board)]
        if free and rng.random() < 0.75:
            square = rng.choice(near if near and rng.random() < 0.9 else free)
            table.board[square] = [board.Piece("N", seat, 1)]
    return table


def some_rest(rng: random.Random, table: board.Table) -> str:
    """Return the rest of a position text: side, pools, Flag booleans, quiet count and ply."""
    pools = ",".join(str(pool) for pool in table.pools)
    flags = [int(table.flag(seat) is not None and rng.random() < 0.3) for seat in (0, 1)]
    ply = rng.choice([1, 2, rng.randint(2, 80)])
    if ply == 1:
        return f"{rng.choice('wb')} {pools} 00 0 1"
    quiet = rng.randint(0, min(ply - 1, 8))
    return f"{rng.choice('wb')} {pools} {flags[0]}{flags[1]} {quiet} {ply}"


def tallest_tower(truth: Reference) -> int:
    """Return the height of the highest Pyramid Stack; tall ones have huge numbers of collapses."""
    towers = [stack for stack in truth.table.board.values() if board.type_of(stack) == "PS"]
    return max([len(stack) for stack in towers], default=0)


# --- the test vectors of docs/rulings/ccc.md: pieces, action, pool of White; board and pools after it -

FAR = {"h1": "L", "h8": "l"}
SQUARE = {**FAR, "a1": "T", "c1": "T", "a5": "n"}
VECTORS = [
    ({**FAR, "d4": "F", "d5": "f"}, "d4xd5", "7l/8/8/8/8/8/8/7L"),
    ({**FAR, "d4": "(FFF)", "d5": "t", "a8": "t"}, "d4xd5", "t6l/8/8/3t4/8/8/8/7L 0,7"),
    ({**FAR, "d4": "M", "e5": "(fff)"}, "d4xe5", "7l/8/8/4(M1)3/8/8/8/7L"),
    ({**FAR, "d4": "(FFS)", "d5": "(ff)"}, "d4xd5", "7l/8/8/3S4/8/8/8/7L"),
    ({**FAR, "d4": "(FFF)", "d5": "(ffs)"}, "3d4+3", "7l/8/8/3f4/8/8/8/7L"),
    ({**FAR, "d4": "(FF)", "d5": "(ffs)"}, "2d4+2", None),
    ({**FAR, "d2": "(FFFFF)", "d3": "(FFFFF)"}, "5d2+1112", None),
    ({**FAR, "d2": "(FFFFF)", "d3": "(FFFFF)"}, "5d2+5", None),
    ({**FAR, "d2": "(FFFF)", "e5": "n"}, "4d2+13", "7l/8/8/4n3/3(FFF)4/3F4/8/7L"),
    ({**FAR, "d2": "(FFFF)", "e5": "n"}, "4d2+112", None),
    (SQUARE, "a1-a2", "7l/8/8/n7/8/8/T7/2T4L 10,0"),
    (SQUARE, "a1-a3", "7l/8/8/n7/8/T7/8/2T4L 10,0"),
    (SQUARE, "a1-a4", "7l/8/8/n7/T7/8/8/2T4L 10,0"),
    (SQUARE, "a1xa5", None),
    ({**FAR, "c3": "S", "e5": "n"}, "c3xe5", "7l/8/8/4(S1)3/8/8/8/7L"),
    ({"d4": "S", "g7": "s"}, "d4xg7", "8/8/8/8/8/8/8/8"),
    ({**FAR, "d4": "T", "a1": "T", "d5": "(fffff)"}, "d4xd5 4", "7l/8/8/3f4/8/8/8/7L"),
    ({"h1": "S", "h8": "l", "c3": "(LM)", "d4": "C"}, "2c3+>0101", "7l/6M1/8/4L3/3C4/8/8/7S"),
    ({**FAR, "d4": "F", "d5": "f", "e6": "f"}, "d4^d6^f6", "7l/8/5F2/8/8/8/8/7L"),
]
INTO_ZONE = {**FAR, "d4": "F", "d5": "f", "e6": "f", "e7": "n"}
NEAR_FLAG = {**FAR, "d2": "(FFFF)", "d4": "(FFF)", "e5": "n"}
OTHERS = [  # CCC-28, CCC-57, CCC-58, CCC-61, CCC-66
    (INTO_ZONE, "d4^d6", "7l/4n3/3Ff3/8/8/8/8/7L"),
    (INTO_ZONE, "d4^d6^f6", None),
    (NEAR_FLAG, "4d2+22", "7l/8/8/4n3/3(FFFFF)4/3(FF)4/8/7L"),
    (NEAR_FLAG, "4d2+13", None),
    (NEAR_FLAG, "3d2+3", "7l/8/8/4n3/3(FFF)4/3(FFF)4/3F4/7L"),
    ({**FAR, "d2": "(FFF)", "d3": "(FFFF)", "d4": "C"}, "3d2+3", None),
    ({**FAR, "d2": "(FFF)", "d3": "(FFFF)", "d4": "C"}, "1d2+1", "7l/8/8/8/3C4/3(FFFFF)4/3(FF)4/7L"),
    ({"h1": "S", "a8": "l", "f6": "(LM)", "h8": "C"}, "2f6+>11", None),
    ({"h1": "S", "g8": "l", "f6": "(LM)", "g7": "C"}, "2f6+>02", "6l(LM)/6C1/8/8/8/8/8/7S"),
    ({"h1": "M", "h8": "l", "a1": "(FFS)", "a2": "C", "b1": "T", "c1": "T", "b2": "F"}, "3a1:+>21", None),
]


# --- how many actions there are -----------------------------------------------------------------------

PERFT = [
    (TWO_ROWS, 61, 4743),
    (START, 47, 3717),
    ("8/8/5fn1/3(fffff)1t1T/2(fm)(LM1)FCc(FFFFF)/3N1FC(FFFFF)/2(fl)FFct(FFS1)/6T1 w 3,2 11 6 45", 118, 24385),
    (
        "3(FFFFF)T(FLS)(FFF)(FFF)/3Tc(lm3)C1/4tCc(FFF)/2f2(ff)1t/3F(fs)n1(ffff)/7N/8/8 w 1,3 00 1 75",
        196,
        26949,
    ),
    (
        "C1N(FS)4/F6c/2t4(FF)/4F1T(FFFFF)/(LM2)1(ls)4c/t2(fff)1n1C/2F1F3/4(FFFF)(fffff)T1 b 1,9 01 0 2",
        134,
        24008,
    ),
    ("2(FLM3)C4/(FF)(fff)C1t3/1cF5/T(fl)2c3/2tT4/1(ms)2Nn2/8/8 b 3,10 11 4 21", 111, 17369),
    (
        "4Nc2/fFF1fF2/fFfff1Fn/FCFfF1F1/(L4M)CtFf1F1/fF(fl)cfFF1/ffFFf3/FFffF3/fffFff2/ftFfFfFF b 0,2 00 1 6",
        164,
        20930,
    ),
    (
        "F2F2F1/FFF1FFn1/FFF1t1T1/CCFfFFF1/FfF(LMS)F3/(lms1)fcFtf2/FfFFfT2/1F2cN2/2F5/8 b 1,10 00 0 1",
        130,
        25914,
    ),
]
"""Positions with the numbers of actions and pairs of actions on which both implementations agree."""
