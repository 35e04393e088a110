"""Sample scenes: every shape, tint and mark, small and large boards, and the opening of a 16 × 16 game."""

from __future__ import annotations

from string import ascii_lowercase
from typing import get_args

from games.core.screen.scene import (
    Counter,
    Die,
    Face,
    Frame,
    Mark,
    MarkKind,
    Scene,
    Tint,
    TintKind,
    Token,
    TokenShape,
    crop,
)

EDGE_MARKS: tuple[MarkKind, ...] = ("did", "attacked", "hit", "felled")
LETTER_A = ("e6", "f6", "g6", "h7", "h8", "h9", "d7", "d8", "d9", "e10", "f10", "g10", "e8", "g8")


def board(columns: int, rows: int) -> dict[str, tuple[str, ...]]:
    """Return the fields of a Scene for a board: files a, b, … and ranks numbered from the bottom."""
    return {
        "files": tuple(ascii_lowercase[:columns]),
        "ranks": tuple(str(rank) for rank in range(rows, 0, -1)),
    }


def _pawns(ranks: tuple[int, ...], seat: int) -> tuple[Token, ...]:
    return tuple(
        Token(square=f"{file}{rank}", shape="pawn", seat=seat)
        for rank in ranks
        for file in ascii_lowercase[:16]
    )


def _home(seat: int, *ranks: int) -> Tint:
    squares = tuple(f"{file}{rank}" for rank in ranks for file in ascii_lowercase[:16])
    return Tint(kind="home0" if seat == 0 else "home1", squares=squares)


def opening(**changes: object) -> Scene:
    """Return the start of Creators vs Destroyers with die 4; `changes` replaces fields of the Scene."""
    fields: dict[str, object] = {
        "title": "Creators vs Destroyers",
        "alt": "The board at the start of the game.",
        **board(16, 16),
        "subtitle": "Mara rolled 4",
        "tints": (_home(0, 16, 15), _home(1, 2, 1)),
        "tokens": _pawns((16, 15), 0) + _pawns((2, 1), 1),
        "die": Die(face=4, seat=0),
        "counters": (
            Counter(label="Round", value="3 of 40"),
            Counter(label="Needed", value="14 of 14"),
            Counter(label="Reserves", value="0 · 0"),
        ),
        "turn": 0,
    }
    return Scene(**{**fields, **changes})  # type: ignore[arg-type]


def middle() -> Scene:
    """Return the same game later: spread pawns, a last move, pawns to choose, squares to move to."""
    away = {"c16", "d15", "g15", "k15", "b2", "e2", "h2", "n1"}
    home = tuple(token for token in opening().tokens if token.square not in away)
    out = [Token(square=square, shape="pawn", seat=0) for square in ("d12", "g9", "k11", "e8")]
    out += [Token(square=square, shape="pawn", seat=1) for square in ("b5", "e6", "h7", "n4")]
    marks = (
        Mark(kind="from", squares=("e2",)),
        Mark(kind="to", squares=("e6",)),
        Mark(kind="arrow", squares=("e2", "e6")),
        Mark(kind="chosen", squares=("g9",)),
        Mark(kind="option", squares=("d12", "k11", "e8")),
        Mark(kind="landing", squares=("g5", "c9", "k9", "c5", "k5", "g13", "c13", "k13")),
        Mark(kind="strike", squares=("h7",)),
    )
    tints = (*opening().tints, Tint(kind="goal", squares=LETTER_A))
    return opening(tokens=home + tuple(out), marks=marks, tints=tints, subtitle="Mara to move")


def preview(strength: int = 100, cells: int = len(LETTER_A)) -> Scene:
    """Return the opening with the first cells of a pattern shown at the given strength."""
    tints = (*opening().tints, Tint(kind="shown", squares=LETTER_A[:cells], strength=strength))
    return opening(tints=tints, die=Die(face=None, seat=0), turn=None)


def revealing() -> tuple[Frame, ...]:
    """Return an animation that shows a pattern cell by cell, holds it, and fades it out."""
    shown = [Frame(scene=preview(cells=cells), milliseconds=120) for cells in range(1, len(LETTER_A) + 1)]
    faded = [Frame(scene=preview(strength=strength), milliseconds=60) for strength in range(90, -1, -10)]
    return (*shown, Frame(scene=preview(), milliseconds=3000), *faded)


def shapes() -> Scene:
    """Return every shape for each seat and without a seat: bare, labeled, with a badge, and stacked."""
    tokens: list[Token] = []
    for column, shape in enumerate(get_args(TokenShape)):
        file = ascii_lowercase[column]
        for place, seat in enumerate((0, 1, None)):
            label = "K" if shape == "letter" else ""
            tokens.append(Token(square=f"{file}{9 - 3 * place}", shape=shape, seat=seat, label=label))
            tokens.append(
                Token(square=f"{file}{8 - 3 * place}", shape=shape, seat=seat, label="S", badge="3")
            )
            tokens.append(Token(square=f"{file}{7 - 3 * place}", shape=shape, seat=seat, label="12", stack=4))
    tokens += [
        Token(square="m9", shape="tower", seat=0, badge="9", stack=0, layers=(3, 2, 1), worn=(2, 1, 0)),
        Token(square="m8", shape="tower", seat=1, stack=0, layers=(3,), worn=(5,)),
        Token(square="m7", shape="tower", seat=0, badge="7", stack=3, layers=(3, 1)),
        Token(square="m6", shape="tower", seat=1, badge="3", layers=(1,)),
        Token(square="m5", shape="tower", seat=0, stack=3, frozen=True),
        Token(square="m4", shape="cube", seat=1, frozen=True),
        Token(square="m3", shape="flag", seat=0, label="COOL\nMOVE"),
        Token(square="m2", shape="tower", seat=1, badge="17", stack=5, layers=(3, 2, 1)),
        Token(square="m1", shape="torus", seat=1, badge="10", frozen=True),
    ]
    return Scene(title="Shapes", alt="Every shape.", **board(13, 9), tokens=tuple(tokens))


def marks() -> Scene:
    """Return every mark on an empty square, on each seat's piece and on a revealed cell; one arrow."""
    kinds = [kind for kind in get_args(MarkKind) if kind not in ("arrow", "step", *EDGE_MARKS)]
    found = [Mark(kind="arrow", squares=("k4", "k2"))]
    for column, kind in enumerate(kinds):
        squares = tuple(f"{ascii_lowercase[column]}{rank}" for rank in (1, 2, 3, 4))
        found.append(Mark(kind=kind, squares=squares, text="7"))
    tokens = [Token(square=f"{file}3", shape="disc", seat=0) for file in ascii_lowercase[:10]]
    tokens += [Token(square=f"{file}2", shape="disc", seat=1) for file in ascii_lowercase[:10]]
    goal = Tint(kind="goal", squares=tuple(f"{file}1" for file in ascii_lowercase[:10]))
    return Scene(title="Marks", alt="Every mark.", **board(11, 4), tokens=tuple(tokens), tints=(goal,),
                 marks=tuple(found))  # fmt: skip


def steps(many: int = 5) -> Scene:
    """Return steps over pieces with labels, badges and stacks, past squares to choose, and off the board."""
    tokens = (
        Token("b2", "disc", 0, "G", "3"), Token("c3", "diamond", 1, "S", "−2"),
        Token("e5", "disc", 1, stack=3), Token("f5", "disc", 0, "C"),
        Token("h2", "tower", 1, badge="9", stack=0, layers=(3, 2)),
        Token("g3", "square", 0, "C"), Token("d7", "pawn", 0), Token("d3", "diamond", 1),
    )  # fmt: skip
    ways = (("b6", "b5"), ("b5", "d3"), ("c3", "b2"), ("f5", "e5"), ("h7",), ("d7", "g7"), ("g7", "g3"),
            ("h2", "g3"), ("a1", "h8"), ("a8", "h1"))  # fmt: skip
    chosen = (Mark("option", ("f5", "g3")), Mark("landing", ("e4", "d2"))) if many < len(ways) else ()
    found = tuple(Mark("step", way, str(number)) for number, way in enumerate(ways[:many], 1))
    return Scene(title="Steps", alt="Steps.", **board(8, 8), tokens=tokens, marks=(*found, *chosen))


def many_steps() -> Scene:
    """Return enough steps that they're drawn lighter, with nothing to choose."""
    return steps(10)


def signs() -> Scene:
    """Return every sign at the edges of cards and slots: as many as fit, and more, beside choices."""
    done = {"1o": "did attacked", "3o": "did felled", "4o": "did", "2o": "did felled", "1m": "hit hit",
            "2m": f"{'hit ' * 5}felled", "3m": f"{'hit ' * 5}felled", "5m": "hit felled"}  # fmt: skip
    kinds = ((square, kind) for square, found in done.items() for kind in found.split())
    marks = (Mark(kind, (square,), str(number)) for number, (square, kind) in enumerate(kinds, 1))  # type: ignore[arg-type]
    return duel(marks=(*marks, Mark("strike", ("1o", "3o")), Mark("option", ("1m", "2m"))))


def tints() -> Scene:
    """Return every tint at full and half strength, bare and beneath each seat's piece."""
    found: list[Tint] = []
    tokens: list[Token] = []
    for column, kind in enumerate(get_args(TintKind)):
        file = ascii_lowercase[column]
        found.append(Tint(kind=kind, squares=(f"{file}5", f"{file}4", f"{file}3", f"{file}2")))
        found.append(Tint(kind=kind, squares=(f"{file}1",), strength=40))
        tokens += [Token(square=f"{file}{rank}", shape="disc", seat=seat) for rank, seat in ((3, 0), (2, 1))]
    columns = len(get_args(TintKind))
    return Scene(
        title="Tints", alt="Every tint.", **board(columns, 5), tints=tuple(found), tokens=tuple(tokens)
    )


def cards() -> Scene:
    """Return a board of 5 × 2 with cards, counters of both seats, and log lines."""
    tokens = (
        Token(square="a1", shape="card", seat=0, label="2/3", badge="!"),
        Token(square="b1", shape="card", seat=0, label="12/8"),
        Token(square="d2", shape="card", seat=1, label="1/4"),
        Token(square="e2", shape="card", seat=1, label="Wolf"),
    )
    counters = (
        Counter(label="Energy", value="2/3", seat=0),
        Counter(label="Deck", value="22", seat=0),
        Counter(label="Energy", value="2/2", seat=1),
        Counter(label="Deck", value="23", seat=1),
    )
    log = ("Mara plays Wolf into slot 2.", "Tom draws a card.", "Tom attacks slot 1 with slot 4.")
    return Scene(title="Cards", alt="Cards.", subtitle="Tom to act", **board(5, 2), tokens=tokens,
                 marks=(Mark("strike", ("a1",)),), counters=counters, log=log, turn=1)  # fmt: skip


def creature(name: str = "Wolf", seat: int | None = 0, **changes: object) -> Face:
    """Return a card with attack and health; its drawing follows from its name."""
    fields: dict[str, object] = {"name": name, "art": name.lower(), "cost": 2, "seat": seat}
    return Face(**{**fields, "attack": 2, "health": 3, **changes})  # type: ignore[arg-type]


def deed(name: str = "Spark", seat: int | None = 0, **changes: object) -> Face:
    """Return a card with a text that describes its effect."""
    fields: dict[str, object] = {"name": name, "art": name.lower(), "cost": 1, "seat": seat}
    return Face(**{**fields, "text": "2 damage", **changes})  # type: ignore[arg-type]


_NAMES = ("Wolf", "Spark", "Mammoth", "Old oak on the hill", "Boulder", "Viper", "Will-o'-the-wisp")


def held(many: int, seat: int = 0) -> tuple[Face, ...]:
    """Return a hand of `many` cards; the third is chosen, every fourth costs too much."""
    return tuple(
        (deed if number % 3 == 1 else creature)(
            _NAMES[number % len(_NAMES)],
            seat,
            place=str(number + 1),
            cost=number % 11,
            spent=number % 4 == 3,
            mark="chosen" if number == 2 else "" if number % 4 == 3 else "option",
        )
        for number in range(many)
    )


def duel(many: int = 6, **changes: object) -> Scene:
    """Return two rows of five slots with whole, hurt, spent and marked cards, counters and a hand."""
    places = {"files": ("1", "2", "3", "4", "5"), "ranks": ("o", "m")}
    tokens = (
        Token("1o", "card", 1, face=creature("Rhino", 1, attack=4, health=8)),
        Token("3o", "card", 1, face=creature("Viper", 1, health=1, hurt=True)),
        Token("4o", "card", 1, face=creature("Tortoise", 1, attack=1, health=4)),
        Token("1m", "card", 0, face=creature("Boar", 0, attack=3, health=3, spent=True)),
        Token("2m", "card", 0, face=creature("Mammoth", 0, cost=10, attack=5, health=10)),
        Token("5m", "card", 0, face=creature("Wolf", 0, health=1, hurt=True, spent=True)),
    )
    fields: dict[str, object] = {
        "title": "Duel",
        "alt": "Two rows of cards.",
        "subtitle": "Human: Combat Phase, turn 7",
        "tints": tuple(Tint("slot", tuple(f"{file}{rank}" for file in "12345")) for rank in "om"),
        "tokens": tokens,
        "marks": (Mark("arrow", ("1m", "1o")), Mark("chosen", ("2m",)), Mark("strike", ("1o", "3o", "4o"))),
        "counters": (Counter("Energy", "3/3", 1), Counter("Hand", "4"), Counter("Deck", "21")),
        "below": (Counter("Energy", "2/4", 0), Counter("Hand", str(many)), Counter("Deck", "20")),
        "turn": 0,
        "hand": held(many),
        "tall": 140,
    }
    return Scene(**{**places, **fields, **changes})  # type: ignore[arg-type]


def full_hand() -> Scene:
    """Return a duel with more cards in the hand than fit side by side."""
    return duel(25, marks=())


def pile() -> Scene:
    """Return cards that overlap, of both seats and of none."""
    faces = [creature(name, seat) for seat in (0, 1, None) for name in _NAMES[::2]]
    faces += [deed("Spark", 1), deed("Pitfall", None, text="destroy", cost=5)]
    tokens = tuple(
        Token(f"{number % 6 + 1}r{number // 6}", "card", face.seat, stack=number + 1, face=face)
        for number, face in enumerate(faces)
    )
    files, ranks = ("1", "2", "3", "4", "5", "6"), ("r0", "r1", "r2")
    return Scene(title="Pile", alt="Cards.", files=files, ranks=ranks, tokens=tokens, coordinates=False,
                 tall=140)  # fmt: skip


def large() -> Scene:
    """Return a board of 20 × 20 with fog, visible squares and pieces."""
    squares = [f"{file}{rank}" for rank in range(1, 21) for file in ascii_lowercase[:20]]
    seen = {f"{file}{rank}" for rank in range(1, 9) for file in ascii_lowercase[:20]}
    tokens = tuple(
        Token(square=f"{file}3", shape="disc", seat=0, label="S") for file in ascii_lowercase[:20:2]
    )
    tokens += tuple(Token(square=f"{file}7", shape="diamond", seat=1, label="?") for file in "cgkos")
    fog = Tint(kind="fog", squares=tuple(square for square in squares if square not in seen))
    sight = Tint(kind="sight", squares=tuple(square for square in squares if square in seen))
    return Scene(title="Twenty by twenty", alt="A large board.", **board(20, 20), tints=(fog, sight),
                 tokens=tokens, die=Die(face=6, seat=1), turn=1)  # fmt: skip


def part() -> Scene:
    """Return a part of a board, with numbers where a piece can land, on a piece too."""
    marks = (
        Mark("step", ("e2", "e10")),
        Mark("landing", ("e12", "g13", "h12")),
        Mark("strike", ("f14",)),
        *(Mark("number", (name,), str(at)) for at, name in enumerate(("f14", "g13", "e12", "h12"), 9)),
        Mark("arrow", ("f14", "f2")),
    )
    tokens = (*_pawns((16, 15), 0), Token("f14", "pawn", 1), Token("a1", "pawn", 1))
    return crop(opening(marks=marks, tokens=tokens), "abcdefgh", [str(rank) for rank in range(9, 17)])


SAMPLES = {
    "opening": opening,
    "middle": middle,
    "preview": preview,
    "shapes": shapes,
    "marks": marks,
    "steps": steps,
    "many-steps": many_steps,
    "tints": tints,
    "cards": cards,
    "duel": duel,
    "signs": signs,
    "full-hand": full_hand,
    "pile": pile,
    "large": large,
    "part": part,
}
