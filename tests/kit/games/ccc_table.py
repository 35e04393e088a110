"""A notation for CCC tests: positions built piece by piece, actions as texts, positions read back as text.

Pieces are written as in position texts: `Fd4 (ffm3s)e5`, capital letters for White.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile

import pytest

from games import GAMES, Illegal
from games.ccc.rules.actions import Path
from games.ccc.rules.geometry import geometry
from games.ccc.rules.notation import read_action

GAME = GAMES["ccc"]
SEED = bytes(range(32))
WHITE, BLACK, PUBLIC = 0, 1, None
START = "tcslnmct/ffffffff/8/8/8/8/FFFFFFFF/TCSLNMCT"
FULL = {"F": 1, "N": 1, "S": 2, "M": 4, "L": 6}
KEEPERS = ("Sh1", "sh8")
"""The Pyramids given to sides without one, so that neither side has lost yet."""
BACKHANDED = re.compile(
    r"\b(not bad|annoying\w*|worse|worst|fine\.|for once|at least|lucky|luck|finally|surprisingly|almost|"
    r"sorry|um|i think|but|though|despite|even you|only)\b",
    re.IGNORECASE,
)
"""Words that take back half of a compliment."""
SENTENCE = re.compile(r"[A-Z“a-h].{8,250}\.", re.DOTALL)
_WORD = re.compile(r"(\([A-Za-z0-9]+\)|[A-Za-z])([a-h](?:10|[1-9]))")
_TOKEN = re.compile(r"\([A-Za-z0-9]+\)|[A-Za-z]|\d+")
_SOURCE = re.compile(r"\d?([a-h](?:10|\d))")
_ORDINARY = re.compile(r"([a-h](?:10|\d))([-&x][a-h](?:10|\d))")
_FIELDS = ("board", "side", "pools", "moved", "quiet", "ply")


def start(seed=SEED, **options):
    return GAME.new(GAME.options(options), seed)


def put(pieces="", *, side="w", pools=None, moved="00", calm=0, ply=9, keepers=KEEPERS, seed=SEED, **options):
    """Build a position; a pool is 10 while that side's Toruses exist, and `calm` counts quiet plies."""
    words = _with_keepers(pieces, keepers)
    text = board_text(words, 10 if options.get("flatRows") == 3 else 8)
    full = "".join(words.values())
    pools = pools or f"{10 * ('T' in full)},{10 * ('t' in full)}"
    return start(seed, position=f"{text} {side} {pools} {moved} {calm} {ply}", **options)


def _with_keepers(pieces, keepers):
    found = [_WORD.fullmatch(word).groups() for word in pieces.split()]
    letters = "".join(token for token, _ in found)
    missing = [
        keeper for keeper, sizes in zip(keepers, ("SML", "sml"), strict=True) if not set(sizes) & set(letters)
    ]
    found += [_WORD.fullmatch(word).groups() for word in missing]
    assert len({square for _, square in found}) == len(found), "two pieces on one square"
    return {square: token for token, square in found}


def board_text(words, ranks=8):
    """Return the board part of a position text."""
    rows = [[words.get(f"{file}{rank}", ".") for file in "abcdefgh"] for rank in range(ranks, 0, -1)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in rows)


# --- acting -------------------------------------------------------------------------------------------


def side_of(state):
    return GAME.to_act(state)[0]


def legal(state, source=""):
    """Return the legal texts of the side to act, or those of the piece on `source`."""
    actions = GAME.actions(GAME.view(state, side_of(state)))
    texts = [GAME.format(action) for action in actions]
    return [text for text in texts if not source or source_of(text) == source]


def source_of(text):
    found = _SOURCE.match(text)
    return found[1] if found else ""


def listed(state):
    """Return the legal texts without collapses of Pyramid Stacks, which can number millions."""
    actions = GAME.actions(GAME.view(state, side_of(state)))
    return [GAME.format(action) for action in takewhile(lambda action: not isinstance(action, Path), actions)]


def reach(state, source):
    """Return the ordinary actions of a piece as sign and target, such as `-d5` or `xe5`."""
    found = [_ORDINARY.fullmatch(text) for text in listed(state)]
    return {match[2] for match in found if match and match[1] == source}


def hops(state, source):
    return {text for text in listed(state) if "^" in text and source_of(text) == source}


def collapses(state, source, direction=""):
    """Return the collapses of a Structure, or those that begin in `direction`, without their head."""
    texts = [text for text in legal(state, source) if text[0].isdigit()]
    head = re.compile(rf"\d{source}:?{re.escape(direction)}(?=\d)")
    return {text for text in texts if not direction or head.match(text)}


def flag_squares(state):
    """Return the squares on which the side to act may place its Flag."""
    return {text[2:4] for text in listed(state) if text.startswith("N@")}


def step(state, text, seat=None):
    """Return the result of `play` for a text, after checking that it's listed where listing is feasible."""
    acting = side_of(state) if seat is None else seat
    if not re.search("[:{]", text):
        assert text in listed(state)
    return GAME.play(state, acting, GAME.parse(GAME.view(state, acting), text))


def play(state, *texts):
    for text in texts:
        state = step(state, text).state
    return state


def first_actions(state, number):
    """Return the first few legal texts without generating more."""
    actions = GAME.actions(GAME.view(state, side_of(state)))
    return [GAME.format(action) for action in islice(actions, number)]


# --- refusing -----------------------------------------------------------------------------------------


def refused(state, text, *words, error=Illegal, seat=None):
    """Return the sentence that refuses a text, after checking it.

    The sentence has these words and is the same from parse and from play; the state doesn't change and the
    text isn't listed.
    """
    acting = side_of(state) if seat is None else seat
    before, view = repr(state), GAME.view(state, acting)
    with pytest.raises(error) as parsed:
        GAME.parse(view, text)
    sentence = str(parsed.value)
    if error is Illegal:
        with pytest.raises(Illegal) as played:
            GAME.play(state, acting, read_action(geometry(10), text))
        assert str(played.value) == sentence
    assert repr(state) == before
    assert GAME.view(state, acting) == view
    assert acting not in GAME.to_act(state) or text not in listed(state)
    assert SENTENCE.fullmatch(sentence), sentence
    for word in words:
        assert re.search(word, sentence), (word, sentence)
    return sentence


# --- looking ------------------------------------------------------------------------------------------


def shown(state, who=PUBLIC):
    return GAME.position(GAME.view(state, who))


def field(state, name):
    """Return a field of the position text."""
    return shown(state).split(" ")[_FIELDS.index(name)]


def pools(state):
    return tuple(map(int, field(state, "pools").split(",")))


def board(state):
    """Return the pieces by square, as in position texts."""
    return board_of(shown(state))


def board_of(text):
    found = {}
    rows = text.split(" ")[0].split("/")
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        cells = [cell for token in _TOKEN.findall(row) for cell in _cells(token)]
        assert len(cells) == 8
        found.update({f"{file}{rank}": cell for file, cell in zip("abcdefgh", cells, strict=True) if cell})
    return found


def _cells(token):
    return [""] * int(token) if token.isdigit() else [token]


def at(state, square):
    """Return the piece on a square, or an empty text."""
    return board(state).get(square, "")


def parts(token):
    """Return each basic piece, bottom to top, as (capital letter, Strength); 0 for Cubes and Toruses."""
    found = re.findall(r"([A-Z])(\d?)", token.upper())
    return [(letter, int(left) if left else FULL.get(letter, 0)) for letter, left in found]


def outcome(state):
    result = GAME.result(state)
    return None if result is None else (result.winner, str(result.reason))


# --- pictures -----------------------------------------------------------------------------------------


def drawn_board(scene):
    """Return the drawn ranks as a position text in White's orientation, without Strengths."""
    return board_text({token.square: _stack(token) for token in scene.tokens})


def _stack(token):
    special = {"cube": "C", "torus": "T", "flag": "N"}.get(token.shape)
    flats = token.stack if token.shape == "tower" else 0
    drawn = special or "F" * flats + "".join(" SML"[size] for size in token.layers)
    text = drawn if len(drawn) == 1 else f"({drawn})"
    return text.lower() if token.seat else text


# --- samples -----------------------------------------------------------------------------------------

CROWD = "Fd4 fd5 fe6 Fe4 (FFF)b2 (LM)f2 (FFS)a5 Cc1 Tg1 tg8 Nh3 nb7 (fffl3)f7 (ms1)d8 (ff)h6 cc8"
SAMPLES = {
    "White's crowd": put(CROWD, pools="7,3"),
    "Black's crowd": put(CROWD, pools="7,3", side="b"),
    "swaps": put("Lc1 Md1 Sf1 Nd4 Fe4"),
    "a tower": put("Fd4 (FFFFFLMS)e5 fd5 (ls)h8"),
    "ten ranks": put("Ca1 Ta2 (FFF)h9 Sb10 Fc10 td7 (fm)e9", flatRows=3),
    "a pass": put("La1 Cb2 Nh7 nc3 sg1 ch4", moved="10"),
    "the start": start(first="white"),
}
