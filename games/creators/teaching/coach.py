"""The coach of a first match: tips on one topic each, computed from the viewer's view alone."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import msgspec

from games.core.vocabulary.lessons import Tip
from games.creators.rules.geometry import DIE_FACES, Move, geometry
from games.creators.rules.rules import is_fading, last_ply, moves, round_of
from games.creators.rules.state import HOME_ROWS, field
from games.creators.rules.view import View

_SOON = 4
_FEW, _MANY = 2, 4
_RISKY = 2
_NAMED = 3


class Seen(msgspec.Struct, frozen=True):
    """The viewer's board and legal moves, the cells where patterns lie, and both sides' squares there."""

    view: View
    seat: int
    legal: tuple[Move, ...]
    inside: frozenset[int]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


def tips(view: View) -> tuple[Tip, ...]:
    """Return the tips that apply to a viewer who is to act, the most important first."""
    if view.who is None or view.who != view.to_act:
        return ()
    seen = _summarize(view, view.who)
    found = ((key, topic(seen)) for key, topic in _TOPICS.items())
    return tuple(Tip(key, words) for key, words in found if words)


def _summarize(view: View, seat: int) -> Seen:
    names, inside = geometry(view.options.board_size).names, field(view.options.board_size)
    mine, theirs = (
        tuple(names[cell] for cell in inside if view.board[cell] == pawn) for pawn in (seat + 1, 2 - seat)
    )
    legal = moves(view.board, seat, view.die, view.options) if view.die else []
    return Seen(view, seat, tuple(legal), frozenset(inside), mine, theirs)


# --- topics: each returns its tip, or an empty text if it doesn't apply -------------------------------


def _rolling(seen: Seen) -> str:
    if seen.view.die:
        return ""
    return "Your turn begins with a roll. After it you choose one pawn, and it moves exactly that far."


def _last_turn(seen: Seen) -> str:
    left = round_of(last_ply(seen.view.options)) - seen.view.round
    if seen.view.options.victory == "race":
        return ""
    if left == 0 and seen.seat == 0:
        if seen.view.options.winning_move == "any":
            return "This is your last turn. Hold enough cells after it: look at each square you remember."
        return "This is your last turn. Only a move that fills a cell wins: look at each square you remember."
    if left == 1 and seen.seat == 1:
        return (
            f"The Creator has one more turn. If they don't win with it, you win{_leg(seen)}. If you can "
            "capture a pawn that's on the pattern, do it now."
        )
    return ""


def _announce_win(seen: Seen) -> str:
    options = seen.view.options
    if options.victory == "race" or seen.seat == 0 or seen.view.ply < last_ply(options):
        return ""
    return f"The Creator's last turn is over. Whatever you move now, you've won{_leg(seen)}."


def _goal(seen: Seen) -> str:
    if seen.view.ply > 2:
        return ""
    options = seen.view.options
    if seen.seat == 0 or options.victory == "race":
        fewer = " Later in the match, fewer are enough." if options.ending == "fading" else ""
        return f"Your goal: pawns on all cells of the pattern at once.{fewer}"
    if options.ending == "endless":
        return "Your goal: keep the Creator from ever having pawns on all cells of the pattern at once."
    return (
        "Your goal: keep the Creator's pawns off the pattern. If they haven't won when the last round ends, "
        f"you win{_leg(seen)}."
    )


def _memory(seen: Seen) -> str:
    if seen.view.ply > 2 or not seen.view.die:
        return ""
    where = _where(seen.view)
    if seen.seat == 0:
        return (
            f"The board never shows the pattern. Keep it in mind as a shape, corners first: it's in {where}."
        )
    return _SHOWN[seen.view.options.destroyer_preview].format(where=where)


_SHOWN = {
    "five": "The pattern is one of those that you were shown, in {where}. The Creator's pawns hint at which: "
    "where one stays, there's most likely a cell.",
    "half": "You were shown half of the pattern. It's in {where}. The Creator's pawns hint at the rest: "
    "where one stays, there's most likely a cell.",
    "full": "You were shown all of the pattern. It's in {where}.",
    "none": "You were shown nothing of the pattern. It's in {where}. The Creator's pawns hint at it: where "
    "one stays, there's most likely a cell.",
}
"""What a Destroyer is told of the pattern, by the preview they had."""


def _was_captured(seen: Seen) -> str:
    last, cell_of = seen.view.last, geometry(seen.view.options.board_size).cell_of
    if last is None or not last.capture or not last.entries:
        return ""
    # After a skipped turn the last move is the viewer's own, and a pawn that waits hasn't entered.
    taker, entered = (seen.view.board[cell_of[square]] for square in (last.target, last.entries[0]))
    if taker == seen.seat + 1 or entered != seen.seat + 1:
        return ""
    return (
        f"Your pawn on {last.target} was captured, and is home again: look at {last.entries[0]}. No pawn is "
        "ever lost. It only has to make its way once more."
    )


def _waiting(seen: Seen) -> str:
    if not seen.view.reserves[seen.seat]:
        return ""
    return "A pawn of yours waits beside the board, since your home rows are full. Move one out, and it's in."


def _capturing(seen: Seen) -> str:
    squares = _name_targets(seen, [move for move in seen.legal if move.capture])
    if not squares:
        return ""
    free = "" if seen.view.options.must_capture == "on" else " You don't have to."
    if seen.seat == 0:
        return (
            f"You can capture on {squares}.{free} It's worth it if that square is a cell of the pattern, or "
            "if the enemy there threatens a pawn of yours."
        )
    return (
        f"You can capture on {squares}.{free} If a pawn of the Creator's there is on a cell, taking it costs "
        "them the cell, and the turns to fill it again."
    )


def _suggest_marked(seen: Seen) -> str:
    filling = [m for m in seen.legal if m.target in seen.view.recalled and m.source not in seen.view.recalled]
    squares = _name_targets(seen, filling)
    if not squares:
        return ""
    return f"You can land on {squares}, which you marked, with a pawn that isn't on a marked square yet."


def _in_danger(seen: Seen) -> str:
    """Warn of the pawn between the home rows that the opponent could capture with the most rolls."""
    found = [(_risk(seen, square), square) for square in seen.mine]
    worst, square = max(found, default=(0, ""), key=lambda pair: pair[0])
    if worst < _RISKY:
        return ""
    return (
        f"Your pawn on {square} could be captured with {worst} of 6 rolls. Before you move, count the rolls "
        "that let your opponent land on what you've built."
    )


def _keep_settled(seen: Seen) -> str:
    if seen.seat == 1 or len(seen.mine) < _FEW:
        return ""
    return (
        f"You have pawns on {_list_squares(seen.mine)}. One that's on a right square has done its job: leave "
        "it there, and move another."
    )


def _crowd(seen: Seen) -> str:
    if seen.seat == 0 or len(seen.theirs) < _MANY:
        return ""
    return (
        f"The Creator has {len(seen.theirs)} pawns in {_where(seen.view)}. Look for one that you could reach "
        "with several rolls, and bring a pawn of yours near it."
    )


def _low_roll(seen: Seen) -> str:
    cell_of = geometry(seen.view.options.board_size).cell_of
    if not seen.legal or any(cell_of[move.target] in seen.inside for move in seen.legal):
        return ""
    return (
        f"With a {seen.view.die} no pawn of yours can land where the pattern is. Use it to bring one closer, "
        "where other rolls will do."
    )


def _fading(seen: Seen) -> str:
    if not is_fading(seen.view.options, seen.view.round):
        return ""
    if seen.seat == 0 and seen.view.need is not None:
        return _count_fading(seen.view.need, seen.view.total or 0, ceil(seen.view.par or 0))
    return (
        "Memory fades: as the rounds go by, fewer and fewer cells are enough. Most matches are decided in "
        "the last rounds, so have your pawns near the pattern by then."
    )


def _count_fading(need: int, total: int, least: int) -> str:
    if need == least:
        return ""
    now = f"all {total} cells are needed now" if need == total else f"{need} of {total} cells are enough now"
    return (
        f"Memory fades: {now}, and {least} in the last round. So don't hurry: build up, and be close when "
        "the number gets low."
    )


def _first_steps(seen: Seen) -> str:
    if not seen.legal or len(seen.mine) >= _FEW:
        return ""
    if seen.seat == 0:
        return "Bring pawns out at different distances from the pattern, so that every roll fits one of them."
    return (
        "Bring some pawns out toward the pattern, at different distances from it. From home, it takes a "
        f"roll of at least {_count_steps(seen.view.options.board_size)} to get there."
    )


def _halfway(seen: Seen) -> str:
    options = seen.view.options
    if options.ending == "endless" or seen.view.round * 2 <= options.rounds:
        return ""
    begun = "The second half of the match has begun."
    if seen.seat == 0:
        return f"{begun} Which cells of the pattern have no pawn near them? Send some there."
    return f"{begun} Is a pawn of yours near each part of the pattern that you know?"


def _soon(seen: Seen) -> str:
    left = round_of(last_ply(seen.view.options)) - seen.view.round
    if not 0 < left <= _SOON:
        return ""
    if seen.seat == 0:
        return (
            "Only a few rounds are left. Now it pays to have pawns ready that fill a cell with a 1, a 2 and "
            "so on up to a 6: go through all six rolls before you move."
        )
    return (
        "Only a few rounds are left. Keep an answer to every roll: you want a capture with a 1 as well as "
        "with a 6."
    )


def _leaping(seen: Seen) -> str:
    if not seen.legal or seen.view.die == 1:
        return ""
    return "Pawns leap: only the square where one lands matters, and no pawn in between can stop it."


_TOPICS: dict[str, Callable[[Seen], str]] = {
    "goal": _goal,
    "roll": _rolling,
    "won": _announce_win,
    "last-turn": _last_turn,
    "memory": _memory,
    "waiting": _waiting,
    "captured": _was_captured,
    "capture": _capturing,
    "remembered": _suggest_marked,
    "soon": _soon,
    "low-roll": _low_roll,
    "danger": _in_danger,
    "first-steps": _first_steps,
    "fading": _fading,
    "settled": _keep_settled,
    "crowd": _crowd,
    "halfway": _halfway,
    "leap": _leaping,
}
"""Each topic by its key, the most important first."""


# --- words --------------------------------------------------------------------------------------------


def _leg(seen: Seen) -> str:
    """Return what's won with a pattern, to follow “you win”: a leg, or else the match."""
    return " this leg" if seen.view.options.legs == 2 else ""


def _where(view: View) -> str:
    """Return where every pattern lies, in words: files e–k, ranks 6–12."""
    names = geometry(view.options.board_size).names
    inside = field(view.options.board_size)
    first, last = names[inside[0]], names[inside[-1]]
    return f"files {first[0]}–{last[0]}, ranks {last[1:]}–{first[1:]}"


def _count_steps(size: int) -> int:
    """Return the lowest roll that brings a Destroyer's pawn from home to where patterns are."""
    return size - HOME_ROWS - field(size)[-1] // size


def _name_targets(seen: Seen, found: list[Move]) -> str:
    """Return the squares where these moves land among those of the patterns, each once, in words."""
    cell_of = geometry(seen.view.options.board_size).cell_of
    return _list_squares(tuple(dict.fromkeys(m.target for m in found if cell_of[m.target] in seen.inside)))


def _list_squares(squares: tuple[str, ...]) -> str:
    """Return the first few squares in words, at most three."""
    *most, last = squares[:_NAMED] or ("",)
    return f"{', '.join(most)} and {last}" if most else last


def _risk(seen: Seen, square: str) -> int:
    """Return with how many rolls the opponent could land on a square."""
    board, cell = seen.view.board, geometry(seen.view.options.board_size).cell_of[square]
    lines = geometry(seen.view.options.board_size).lines[seen.seat]
    return sum(any(board[end] == 2 - seen.seat for end, _ in lines[die][cell]) for die in DIE_FACES)
