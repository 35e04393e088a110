"""The rules of Creators vs Destroyers: rolling, moving, capture and re-entry, the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import compress, pairwise

from games.core.errors import Illegal
from games.core.game import Played, Result, Told
from games.creators.rules.geometry import EMPTY, Action, Geometry, Move, Roll, geometry
from games.creators.rules.options import Options, is_open
from games.creators.rules.scribbles import format_name
from games.creators.rules.state import HOME_ROWS, CreatorsReason, LastMove, Pattern, Reserves, State

SEAT_NAMES = ("Creator", "Destroyer")
ENDLESS_PLIES = 2000
"""The ply after which an `endless` match ends for technical reasons. CVD-31."""

OWN = (bytes([0, 1, 0]) + bytes(253), bytes([0, 0, 1]) + bytes(253))


def round_of(ply: int) -> int:
    """Return the round in which a ply is played; both count from 1."""
    return (ply + 1) // 2


def last_ply(options: Options) -> int:
    """Return the last ply of a match with these options. CVD-31."""
    return ENDLESS_PLIES if options.ending == "endless" else 2 * options.rounds


def need(options: Options, total: int, par: float, round_number: int) -> int:
    """Return how many pattern cells must be held at once in a round, as CVD-31 defines it."""
    if not is_fading(options, round_number):
        return total
    quarters = int(4 * (total - par))
    return total - quarters * (round_number - 1) // (4 * (options.rounds - 1))


def is_fading(options: Options, round_number: int) -> bool:
    """Return whether fewer cells than all can be enough in this round."""
    return options.ending == "fading" and round_number > 1


def need_now(state: State) -> int:
    """Return how many pattern cells must be held at once in the current round."""
    pattern = state.setup.pattern
    return need(state.setup.options, len(pattern.cells), pattern.par, round_of(state.ply))


def count_held(state: State, seat: int) -> int:
    """Return how many cells of the pattern a seat's pawns are on."""
    board, own = state.board, seat + 1
    return [board[cell] for cell in state.setup.pattern.cells].count(own)


def pawns(board: bytes, seat: int) -> list[int]:
    """Return the cells of a seat's pawns, row by row from the top."""
    return list(compress(range(len(board)), board.translate(OWN[seat])))


def moves(board: bytes, seat: int, die: int, options: Options) -> list[Move]:
    """Return every legal move with this die, in the order of CVD-39. CVD-19 to CVD-22."""
    lines = geometry(options.board_size).lines[seat][die]
    found = [
        move
        for pawn_lines in compress(lines, board.translate(OWN[seat]))
        for target, by_content in pawn_lines
        if (move := by_content[board[target]]) is not None
    ]
    if options.must_capture == "off":
        return found
    return [move for move in found if move.capture] or found


def can_move(board: bytes, seat: int, die: int, size: int) -> bool:
    """Return whether any pawn of the seat has a move with this die."""
    lines, own = geometry(size).lines[seat][die], seat + 1
    cell = board.find(own)
    while cell >= 0:
        for target, _ in lines[cell]:
            if board[target] != own:
                return True
        cell = board.find(own, cell + 1)
    return False


@cache
def entry_order(size: int, seat: int, column: int, reentry: str) -> tuple[int, ...]:
    """Return a seat's home cells in the order that a pawn captured in this column tries them. CVD-24."""
    home = range(HOME_ROWS) if seat == 0 else range(size - HOME_ROWS, size)
    if reentry == "scan":
        return tuple(row * size + c for row in home for c in range(size))
    from_the_back = home if seat == 0 else home[::-1]
    nearest = sorted(range(size), key=lambda c: (abs(c - column), c))
    return tuple(row * size + c for row in from_the_back for c in nearest)


def entry_cell(board: bytes | bytearray, seat: int, column: int, options: Options) -> int | None:
    """Return the cell where a pawn captured in this column re-enters; None if its home is full. CVD-26."""
    for cell in entry_order(options.board_size, seat, column, options.reentry):
        if board[cell] == EMPTY:
            return cell
    return None


def move_pawn(
    board: bytes, reserves: Reserves, seat: int, source: int, target: int, options: Options
) -> tuple[bytes, Reserves, tuple[int, ...]]:
    """Apply steps 1 to 5 of CVD-25; return the board, the reserves and the cells where pawns re-entered."""
    after = bytearray(board)
    victim = after[target]
    after[source] = EMPTY
    after[target] = seat + 1
    if not (victim or reserves[0] or reserves[1]):
        return bytes(after), reserves, ()
    entries: list[int] = []
    waiting = [*reserves]
    if victim:
        _enter_victim(after, waiting, 2 - seat - 1, target % options.board_size, options, entries)
    for side in (seat, 1 - seat):
        _enter_waiting(after, waiting, side, options, entries)
    return bytes(after), (waiting[0], waiting[1]), tuple(entries)


def _enter_victim(
    after: bytearray,
    waiting: list[tuple[int, ...]],
    side: int,
    column: int,
    options: Options,
    entries: list[int],
) -> None:
    cell = entry_cell(after, side, column, options)
    if cell is None:
        waiting[side] = (*waiting[side], column)
        return
    after[cell] = side + 1
    entries.append(cell)


def _enter_waiting(
    after: bytearray, waiting: list[tuple[int, ...]], side: int, options: Options, entries: list[int]
) -> None:
    while waiting[side]:
        cell = entry_cell(after, side, waiting[side][0], options)
        if cell is None:
            return
        after[cell] = side + 1
        entries.append(cell)
        waiting[side] = waiting[side][1:]


def play(state: State, seat: int, action: Action) -> Played:
    """Return the state after an action and each viewer's sentences; raise Illegal if it isn't legal."""
    if state.outcome is not None:
        raise Illegal("The match is over.")
    if seat != state.side:
        raise Illegal(f"It's the {SEAT_NAMES[state.side]}'s turn.")
    if type(action) is Roll:
        after = _roll(state)
    elif type(action) is Move:
        after = _move(state, action)
    else:
        raise Illegal("That's not an action in this game.")
    return Played(after, partial(_tell, state, after))


def _roll(state: State) -> State:
    if state.die:
        raise Illegal("You already rolled the die; move a pawn.")
    number, chance = state.chance.draw(6)
    die, size = number + 1, state.setup.options.board_size
    rolled = State(state.setup, chance, state.board, state.side, die, state.reserves, state.ply, state.last)
    return rolled if can_move(state.board, state.side, die, size) else _end_ply(rolled)


def _move(state: State, move: Move) -> State:
    options = state.setup.options
    board_geometry = geometry(options.board_size)
    source, target = check_move(board_geometry, state.board, state.side, state.die, options, move)
    board, reserves, entries = move_pawn(state.board, state.reserves, state.side, source, target, options)
    names = tuple([board_geometry.names[cell] for cell in entries])
    last = LastMove(move.source, move.target, move.capture, names)
    moved = State(state.setup, state.chance, board, state.side, state.die, reserves, state.ply, last)
    if _wins_by_pattern(moved, source, target):
        return end_match(moved, Result(moved.side, CreatorsReason.PATTERN))
    return _end_ply(moved)


def check_move(
    board_geometry: Geometry, board: bytes, seat: int, die: int, options: Options, move: Move
) -> tuple[int, int]:
    """Return the source and target cells of a legal move.

    Raises Illegal, which says in words what's wrong, from public facts alone.
    """
    if not die:
        raise Illegal("Roll the die before you move.")
    cells = board_geometry.cell_of
    if move.source not in cells or move.target not in cells:
        outside = move.target if move.source in cells else move.source
        raise Illegal(f"{outside} isn't on the board.")
    source, target = cells[move.source], cells[move.target]
    if board[source] != seat + 1:
        raise Illegal(f"You have no pawn on {move.source}.")
    if board_geometry.distance.get((source, target)) != die:
        raise Illegal(
            f"A pawn moves exactly {die} in a straight line; {move.source} to {move.target} isn't that."
        )
    if board[target] == seat + 1:
        raise Illegal(f"Your own pawn is on {move.target}.")
    if move.capture != (board[target] != EMPTY):
        raise Illegal(f"There's {'no' if move.capture else 'an'} enemy on {move.target}.")
    if (
        not move.capture
        and options.must_capture == "on"
        and any(m.capture for m in moves(board, seat, die, options))
    ):
        raise Illegal("You can capture, and in this match that means you must.")
    return source, target


def _wins_by_pattern(moved: State, source: int, target: int) -> bool:
    """Return whether the mover wins by the pattern with this move. CVD-30.

    Unless any move may win, the move has to fill a cell, so that a falling requirement never wins by itself.
    """
    seat, setup = moved.side, moved.setup
    if seat == 1 and setup.options.victory != "race":
        return False
    cells = setup.pattern.cells
    fills = target in cells and source not in cells
    return (fills or setup.options.winning_move == "any") and count_held(moved, seat) >= need_now(moved)


def _end_ply(state: State) -> State:
    """Apply step 7 of CVD-25: pass the turn, or end the match at the limit. CVD-31, CVD-33."""
    if state.ply >= last_ply(state.setup.options):
        return end_match(state, _result_at_limit(state))
    return State(
        state.setup, state.chance, state.board, 1 - state.side, 0, state.reserves, state.ply + 1, state.last
    )


def _result_at_limit(state: State) -> Result:
    if state.setup.options.victory == "creatorOnly":
        return Result(1, CreatorsReason.HELD_OUT)
    lead = count_held(state, 0) - count_held(state, 1)
    winner = None if lead == 0 else 0 if lead > 0 else 1
    return Result(winner, CreatorsReason.RACE)


def end_match(state: State, result: Result) -> State:
    """Return the final state: everything is open; round and requirement stay those of the last ply."""
    return State(
        state.setup, state.chance, state.board, state.side, 0, state.reserves, state.ply, state.last, result
    )


def format_draws(states: Sequence[State]) -> str:
    """Return the pattern and the die of each roll in a finished match, as one line. GEN-2."""
    rolls = (before.chance for before, after in pairwise(states) if before.chance != after.chance)
    dice = " ".join(str(chance.draw(6)[0] + 1) for chance in rolls)
    return f"pattern {states[0].setup.pattern.name}, dice {dice}"


def _tell(before: State, after: State) -> Told:
    """Tell everyone what the mover did, such as “You roll a 6.” or “Creator rolls a 6.”, and what follows."""
    seat, (verb, rest), (known, unknown) = before.side, _describe(before, after), _consequences(before, after)
    others = known if is_open(before.setup.options) else unknown
    told: dict[int | None, tuple[str, ...]] = {0: known, 1: others, None: others}
    own, seen = f"You {verb} {rest}", f"{SEAT_NAMES[seat]} {verb}s {rest}"
    return {who: (own if who == seat else seen, *lines) for who, lines in told.items()}


def _describe(before: State, after: State) -> tuple[str, str]:
    """Return the verb of a roll or a move, and the rest of its sentence."""
    if not before.die:
        number, _ = before.chance.draw(6)
        return "roll", f"a {number + 1}{'.' if after.die else _SKIPPED}"
    last = after.last
    assert last is not None
    if not last.capture:
        return "move", f"{last.source}-{last.target}."
    back = f"Back home: {' and '.join(last.entries)}." if last.entries else _WAITS
    return "capture", f"{last.source}x{last.target}. {back}"


_SKIPPED = " and can't move: the turn is skipped."
_WAITS = "The pawn waits: its home rows are full."


_Said = tuple[tuple[str, ...], tuple[str, ...]]
"""The sentences for viewers who may know the pattern's number of cells, and those for all others."""


def _consequences(before: State, after: State) -> _Said:
    """Return the sentences about the end of the match or of a ply."""
    if after.outcome is not None:
        return _reveal(after, after.outcome)
    return _tell_fading(before, after) if after.ply != before.ply else ((), ())


def _tell_fading(before: State, after: State) -> _Said:
    """Return the sentences that say that fewer cells are enough from now on. CVD-32.

    Viewers who may not know the number of cells are told only when fading begins: how often the requirement
    falls would give away that number and par.
    """
    options, now = after.setup.options, need_now(after)
    known: tuple[str, ...] = ()
    if now != need_now(before):
        known = (f"Memory fades: {now} of {len(after.setup.pattern.cells)} cells are enough now.",)
    begins = is_fading(options, round_of(after.ply)) and not is_fading(options, round_of(before.ply))
    return known, ("Memory fades: from now on, fewer and fewer cells are enough.",) if begins else ()


def _reveal(state: State, result: Result) -> _Said:
    pattern = state.setup.pattern
    total = len(pattern.cells)
    enough = "fills a cell and holds enough of the pattern"
    endings = {
        CreatorsReason.PATTERN: f"{enough} ({count_held(state, state.side)} of {total} cells, "
        f"{need_now(state)} needed)",
        CreatorsReason.HELD_OUT: "held out to the end",
        CreatorsReason.RACE: "holds more of the pattern at the end",
    }
    if result.winner is None:
        ending = "Both hold the same number of cells: a draw."
    else:
        ending = f"The {SEAT_NAMES[result.winner]} {endings[CreatorsReason(result.reason)]}."
    vain = explain_vain_hold(result, count_held(state, 0), need_now(state))
    # After the first of two legs, the numbers stay secret; the reveal is left out there.
    uncounted = (
        f"The {SEAT_NAMES[result.winner or 0]} {enough}."
        if result.reason is CreatorsReason.PATTERN
        else ending
    )
    revealed = pattern_sentence(pattern)
    more = (vain,) if vain else ()
    return (ending, *more, revealed), (uncounted, *(more if state.setup.options.legs == 1 else ()), revealed)


def explain_vain_hold(result: Result, held: int, needed: int) -> str:
    """Return the sentence that says why a Creator who held enough at the end hasn't won; empty if not so."""
    if result.reason is not CreatorsReason.HELD_OUT or held < needed:
        return ""
    return (
        f"The Creator held {held} cells at the end, and {needed} were enough, but their last turn filled "
        "none, and only a move that fills a cell wins."
    )


def pattern_sentence(pattern: Pattern) -> str:
    """Return the sentence that reveals the secret pattern at the end."""
    return f"The pattern was {format_name(pattern.name)}."
