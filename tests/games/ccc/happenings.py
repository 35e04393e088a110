"""Names and counts of what happens in actions of CCC, so that tests can check that all cases occur."""

from __future__ import annotations

from collections import Counter

from tests.games.ccc import reference_board as board
from tests.games.ccc.reference import PASS, Reference
from tests.games.ccc.reference_collapses import plain_targets


def form_of(text: str) -> str:
    """Return the kind of an action, by its notation."""
    if text.startswith("N") or text == PASS:
        return text[:2]
    if text.count("^") > 1:
        return "chain"
    for sign in ":^~x&":
        if sign in text:
            return sign
    if not text[0].isdigit():
        return "-"
    return "line"


def happening(truth: Reference, text: str) -> Counter[str]:
    """Count the features of an action: its form and the pieces that meet in it."""
    form, table = form_of(text), truth.table
    seen = Counter({form: 1})
    if form in ("x", "&"):
        seen[meeting(truth, text)] += 1
    if form in ("line", ":"):
        source = truth.read_collapse(text)[0]
        seen[f"{table.type_at(source)} collapses"] += 1
    seen["frozen pieces"] += len(table.squares_of(truth.side)) - len(truth.selectable())
    seen["strike on a Flag from afar"] += is_far_strike(truth, text)
    return seen


def meeting(truth: Reference, text: str) -> str:
    """Return the types of the pieces that meet, such as PxFS or F&F, or the form of any other action."""
    if form_of(text) not in ("x", "&"):
        return form_of(text)
    names = text.replace("&", "x").split("x")
    one, other = [truth.table.type_at(board.square_at(name)) for name in names]
    return f"{one}{form_of(text)}{other}"


def is_far_strike(truth: Reference, text: str) -> bool:
    """Return whether a Torus strikes from afar, which only the option torusHitsFlag allows."""
    if form_of(text) != "x":
        return False
    source, target = [board.square_at(name) for name in text.split("x")]
    return target not in plain_targets(truth.table, source, False)


def ending(truth: Reference) -> str:
    winner, reason = truth.result()
    return f"won by {reason}" if winner is not None else f"drawn by {reason}"
