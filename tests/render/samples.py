"""Sample scenes: every shape, tint and mark, small and large boards, and the opening of a 16 × 16 game."""

from __future__ import annotations

from string import ascii_lowercase
from typing import get_args

from games.core.scene import Counter, Die, Frame, Mark, MarkKind, Scene, Shape, Tint, TintKind, Token

LETTER_A = ("e6", "f6", "g6", "h7", "h8", "h9", "d7", "d8", "d9", "e10", "f10", "g10", "e8", "g8")


def board(columns: int, rows: int) -> dict[str, tuple[str, ...]]:
    """Files a, b, … and ranks counted from below, as the fields of a Scene."""
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
    """Creators vs Destroyers as it begins, die 4; `changes` are fields of the Scene."""
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
    """The same game later: pawns spread, a last move, pawns that can be chosen, squares to move to."""
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
    """The opening with the first cells of a pattern shown at a strength."""
    tints = (*opening().tints, Tint(kind="shown", squares=LETTER_A[:cells], strength=strength))
    return opening(tints=tints, die=Die(face=None, seat=0), turn=None)


def revealing() -> tuple[Frame, ...]:
    """An animation: cell by cell, held, faded out."""
    shown = [Frame(scene=preview(cells=cells), milliseconds=120) for cells in range(1, len(LETTER_A) + 1)]
    faded = [Frame(scene=preview(strength=strength), milliseconds=60) for strength in range(90, -1, -10)]
    return (*shown, Frame(scene=preview(), milliseconds=3000), *faded)


def shapes() -> Scene:
    """Every shape for each seat and for nobody, bare, labelled, with a badge and stacked."""
    tokens: list[Token] = []
    for column, shape in enumerate(get_args(Shape)):
        file = ascii_lowercase[column]
        for place, seat in enumerate((0, 1, None)):
            label = "K" if shape == "letter" else ""
            tokens.append(Token(square=f"{file}{9 - 3 * place}", shape=shape, seat=seat, label=label))
            tokens.append(
                Token(square=f"{file}{8 - 3 * place}", shape=shape, seat=seat, label="S", badge="3")
            )
            tokens.append(Token(square=f"{file}{7 - 3 * place}", shape=shape, seat=seat, label="12", stack=4))
    tokens += [
        Token(square="k8", shape="pyramid", seat=0, badge="9", layers=(3, 2, 1)),
        Token(square="k5", shape="pyramid", seat=1, layers=(2, 1)),
        Token(square="k2", shape="disc", seat=0, badge="7", stack=3, layers=(3, 1)),
        Token(square="k1", shape="disc", seat=1, badge="3", layers=(1,)),
    ]
    return Scene(title="Shapes", alt="Every shape.", **board(11, 9), tokens=tuple(tokens))


def marks() -> Scene:
    """Every mark on an empty square, on each seat's piece and on a revealed cell; one arrow."""
    kinds = [kind for kind in get_args(MarkKind) if kind != "arrow"]
    found = [Mark(kind="arrow", squares=("j4", "j2"))]
    for column, kind in enumerate(kinds):
        squares = tuple(f"{ascii_lowercase[column]}{rank}" for rank in (1, 2, 3, 4))
        found.append(Mark(kind=kind, squares=squares, text="7"))
    tokens = [Token(square=f"{file}3", shape="disc", seat=0) for file in ascii_lowercase[:9]]
    tokens += [Token(square=f"{file}2", shape="disc", seat=1) for file in ascii_lowercase[:9]]
    goal = Tint(kind="goal", squares=tuple(f"{file}1" for file in ascii_lowercase[:9]))
    return Scene(title="Marks", alt="Every mark.", **board(10, 4), tokens=tuple(tokens), tints=(goal,),
                 marks=tuple(found))  # fmt: skip


def tints() -> Scene:
    """Every tint at full and at half strength, bare and beneath each seat's piece."""
    found: list[Tint] = []
    tokens: list[Token] = []
    for column, kind in enumerate(get_args(TintKind)):
        file = ascii_lowercase[column]
        found.append(Tint(kind=kind, squares=(f"{file}5", f"{file}4", f"{file}3", f"{file}2")))
        found.append(Tint(kind=kind, squares=(f"{file}1",), strength=40))
        tokens += [Token(square=f"{file}{rank}", shape="disc", seat=seat) for rank, seat in ((3, 0), (2, 1))]
    return Scene(title="Tints", alt="Every tint.", **board(8, 5), tints=tuple(found), tokens=tuple(tokens))


def cards() -> Scene:
    """A board of 5 × 2 with cards, counters of both seats and log lines."""
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


def large() -> Scene:
    """A board of 20 × 20 with fog, sight and pieces."""
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


SAMPLES = {
    "opening": opening,
    "middle": middle,
    "preview": preview,
    "shapes": shapes,
    "marks": marks,
    "tints": tints,
    "cards": cards,
    "large": large,
}
