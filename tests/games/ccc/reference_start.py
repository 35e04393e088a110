"""The second implementation of CCC, part 3: options, chance, start and compliments (rulings A, CCC-42)."""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata

from tests.games.ccc.reference_board import BLACK, FULL, WHITE, Piece, Table

DEFAULTS = {
    "layout": "TCSLNMCT",
    "symmetry": "mirror",
    "flatRows": 1,
    "rowOrder": None,  # S and then flatRows times F
    "first": "seeded",
    "torusHitsFlag": "off",
    "compliments": "free",
    "quiet": 14,
    "quietResult": "army",
    "noRematchAfterDraw": "on",
    "position": None,
}
READY = ("Cool move.",)


# --- chance (docs/engine.md, section 2) -----------------------------------------------------------


class Chance:
    def __init__(self, seed: bytes):
        self.seed = seed
        self.attempts = 0

    def draw(self, n: int) -> int:
        while True:
            message = self.attempts.to_bytes(8, byteorder="big")
            digest = hmac.new(self.seed, message, hashlib.sha256).digest()
            self.attempts = self.attempts + 1
            x = int.from_bytes(digest[0:8], byteorder="big")
            if x < 2**64 - (2**64 % n):
                return x % n

    def shuffled(self, items: str) -> str:
        letters = list(items)
        for i in range(len(letters) - 1, 0, -1):
            j = self.draw(i + 1)
            letters[i], letters[j] = letters[j], letters[i]
        return "".join(letters)


# --- the start (rulings A) ------------------------------------------------------------------------


def special_rows(options: dict, chance: Chance) -> list[str]:
    """Return the special rows of White and of Black, from file a to file h."""
    white = options["layout"]
    if white == "random":
        white = chance.shuffled(DEFAULTS["layout"])
    if options["symmetry"] == "independent":
        return [white, chance.shuffled(DEFAULTS["layout"])]
    return [white, white if options["symmetry"] == "mirror" else white[::-1]]


def start_table(options: dict, rows: list[str]) -> Table:
    table = Table(10 if options["flatRows"] == 3 else 8)
    table.pools = [10, 10]
    for seat in (WHITE, BLACK):
        for number, row in enumerate(row_order(options)):
            rank = number if seat == WHITE else table.ranks - 1 - number
            for file in range(8):
                kind = rows[seat][file] if row == "S" else "F"
                table.board[(file, rank)] = [Piece(kind, seat, FULL.get(kind, 0))]
    return table


def row_order(options: dict) -> str:
    return options["rowOrder"] or "S" + "F" * options["flatRows"]


# --- compliments (CCC-42) -------------------------------------------------------------------------


def is_compliment(options: dict, ready: tuple[str, ...], content: str) -> bool:
    """Return whether these words may stand between the braces."""
    if options["compliments"] == "off":
        return content == ""
    try:
        text = json.loads(f'"{content}"')
    except ValueError:
        return False
    if "{" in content or "}" in content:
        return False
    if options["compliments"] == "list":
        return text in ready
    if not 1 <= len(text) <= 200:
        return False
    kinds = [unicodedata.category(letter) for letter in text]
    broken = {"Cc", "Cs", "Zl", "Zp"} & set(kinds)
    turned = [letter for letter in text if 0x202A <= ord(letter) <= 0x202E or 0x2066 <= ord(letter) <= 0x2069]
    hidden = {0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0}
    pairs = zip(text, kinds, strict=True)
    seen = [kind for letter, kind in pairs if ord(letter) not in hidden and kind not in ("Cf", "Zs")]
    return not broken and not turned and any(kind[0] != "M" for kind in seen)
