"""The rules of play: setup, steps, attacks, surrounding, and the end of phases, turns and matches."""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from games.core.errors import Illegal
from games.core.game import Played, Rematch, Result
from games.core.vocabulary.options import options_data
from games.decoy.rules import narration, watching
from games.decoy.rules.actions import (
    Action,
    Attack,
    End,
    SetUp,
    Step,
    can_attack,
    can_step,
    legal_steps,
    why_illegal,
)
from games.decoy.rules.board import BIT, with_near
from games.decoy.rules.layouts import pieces_of, what_is_wrong
from games.decoy.rules.narration import Told
from games.decoy.rules.notes import Seen
from games.decoy.rules.options import DRAW
from games.decoy.rules.pieces import (
    CHANGED,
    COMMANDER,
    DECOY,
    HEALED,
    KINDS,
    REACHED,
    RENEWED,
    Pieces,
    after_attack,
    first_on,
    halt_piece,
    hurt_piece,
    kind_of,
    square_of,
)
from games.decoy.rules.sight import bumps_without, find_bumped, sight
from games.decoy.rules.state import (
    ATTACK,
    MOVEMENT,
    OVER,
    POINTS,
    SEAT_NAMES,
    SET_UP,
    Blast,
    DecoyReason,
    Side,
    State,
    in_sight,
    to_act,
)
from games.decoy.rules.surrounding import find_captured
from games.decoy.rules.tiebreak import measure_strength
from games.decoy.rules.view import contact, view

Sides = tuple[Side, Side]


def play(state: State, seat: int, action: Action) -> Played:
    """Return the state and messages after an action; raise Illegal and change nothing if it is illegal."""
    if isinstance(action, Step):
        return _step(state, seat, action)
    _check(state, seat, action)
    match action:
        case Attack():
            return _attack(state, seat, action)
        case End():
            return _end_phase(state)
        case SetUp(layout):
            if what_is_wrong(layout):
                raise Illegal(what_is_wrong(layout))
            return _set_up(state, seat, pieces_of(layout, seat))


def _check(state: State, seat: int, action: Action) -> None:
    wrong = why_illegal(view(state, seat), action)
    if wrong is not None:
        raise Illegal(wrong)


def piece_at(pieces: Pieces, square: int) -> int:
    """Return the piece on a square, on which there must be one."""
    return pieces[bisect_left(pieces, first_on(square))]


def _with_piece(pieces: Pieces, piece: int, changed: int) -> Pieces:
    at = pieces.index(piece)
    return (*pieces[:at], changed, *pieces[at + 1 :])


def _with_sides(sides: Sides, seat: int, mine: Side, theirs: Side) -> Sides:
    return (mine, theirs) if seat == 0 else (theirs, mine)


# --- setup -------------------------------------------------------------------------------------------


def _set_up(state: State, seat: int, pieces: Pieces) -> Played:
    squares = sum(BIT[square_of(piece)] for piece in pieces)
    mine = Side(pieces, squares, sight(pieces, state.options.vision))
    sides = _with_sides(state.sides, seat, mine, state.sides[1 - seat])
    options, mover = state.options, state.mover
    told = narration.set_up(seat)
    placed = State(options, sides, mover, SET_UP, 0, 0, 0, False, ())
    if to_act(placed):
        return Played(placed, told)
    return _begin_turn(State(options, sides, 1 - mover, SET_UP, 0, 0, 0, False, ()), 0, told)


# --- movement -----------------------------------------------------------------------------------------


def _step(state: State, seat: int, step: Step) -> Played:
    source, target, options, bumps = step.source, step.target, state.options, state.bumps
    if seat != state.mover or state.phase != MOVEMENT or options.suicide == "forbidden":
        _check(state, seat, step)
    mine, theirs, seen = state.sides[seat], state.sides[1 - seat], in_sight(state, seat)
    at = bisect_left(mine.pieces, first_on(source))
    free = ~(mine.squares | seen) if mine.squares & BIT[source] else 0
    if not free or not REACHED[mine.pieces[at]] & BIT[target] & free:
        _check(state, seat, step)
    if theirs.squares & BIT[target]:
        return _bump(state, seat, step, mine.pieces[at])
    watched, felt = theirs.sight, 0
    if bumps:
        watched |= find_bumped(bumps, 1 - seat)
        bumps = bumps_without(bumps, seat, BIT[source])
        felt = find_bumped(bumps, seat)
    seen_from, seen_to = watched & BIT[source] != 0, theirs.sight & BIT[target] != 0
    mover = watching.watch_step(mine, at, target, theirs.squares, (seen, felt), state.ply, options.vision)
    other = theirs
    if seen_from or seen_to:
        hidden = (mine.squares & ~watched).bit_count()
        other = watching.watching(
            theirs, state.ply, source if seen_from else None, target if seen_to else None, hidden
        )
    after = State(
        options,
        (mover, other) if seat == 0 else (other, mover),
        seat,
        MOVEMENT,
        state.points - 1,
        state.ply,
        state.since,
        state.removed,
        bumps,
        None,
        state.blasts,
    )
    told = narration.step_told(seat, kind_of(mine.pieces[at]), source, target, seen_from, seen_to)
    taken, lost = find_captured(mover.squares, other.squares, target, options.liberties)
    if taken or lost:
        return _after_capture(after, seat, taken, lost, told)
    return _go_on_moving(after, told)


def _bump(state: State, seat: int, step: Step, piece: int) -> Played:
    """Spend the point of a step stopped by an unseen enemy; the two now see each other. DP-15."""
    mine = state.sides[seat]
    pieces = _with_piece(mine.pieces, piece, halt_piece(piece))
    pair = (step.source, step.target) if seat == 0 else (step.target, step.source)
    bumps = tuple(sorted({*state.bumps, pair}))
    theirs = state.sides[1 - seat]
    felt = find_bumped(bumps, seat), find_bumped(bumps, 1 - seat)
    mover = watching.watch_halt(mine, pieces, step.source, step.target, theirs.squares, felt[0])
    known_of = bool(in_sight(state, 1 - seat) & BIT[step.source])
    other = watching.run_into(theirs, step.source, step.target, mine.squares, felt[1], fresh=not known_of)
    sides = _with_sides(state.sides, seat, mover, other)
    after = State(
        state.options,
        sides,
        seat,
        MOVEMENT,
        state.points - 1,
        state.ply,
        state.since,
        state.removed,
        bumps,
        None,
        state.blasts,
    )
    kinds = kind_of(piece), kind_of(piece_at(theirs.pieces, step.target))
    return _go_on_moving(after, narration.bump_told(seat, kinds, step.source, step.target))


def _go_on_moving(state: State, told: Told) -> Played:
    """End the movement phase if no point or no legal step is left. docs/engine.md, section 4."""
    if state.points and _can_move(state):
        return Played(state, told)
    return _begin_attacks(state, told)


def _can_move(state: State) -> bool:
    mine = state.sides[state.mover]
    if state.options.suicide == "forbidden":
        return bool(legal_steps(view(state, state.mover)))
    return can_step(mine.pieces, mine.squares | in_sight(state, state.mover))


# --- surrounding --------------------------------------------------------------------------------------


def _after_capture(state: State, seat: int, taken: int, lost: int, told: Told) -> Played:
    """Remove surrounded enemies, then, if that hasn't won, the mover's own. DP-31, DP-37."""
    if taken:
        told = narration.join_messages(told, _surround_told(state, seat, 1 - seat, taken))
        state = without(state, 1 - seat, taken)
        if (result := _victory(state, 1 - seat)) is not None:
            return _over(state, result, told)
    if lost:
        told = narration.join_messages(told, _surround_told(state, seat, seat, lost))
        state = without(state, seat, lost)
        if (result := _victory(state, seat)) is not None:
            return _over(state, result, told)
    return _go_on_moving(state, told)


def _surround_told(state: State, seat: int, owner: int, gone: int) -> Told:
    fallen = tuple(piece for piece in state.sides[owner].pieces if gone & BIT[square_of(piece)])
    other = 1 - owner
    seen = state.sides[other].sight | find_bumped(state.bumps, other)
    return narration.surround_told(seat, owner, fallen, gone, seen)


def without(state: State, owner: int, gone: int, power: int = 0) -> State:
    """Return the state after pieces of `owner` are removed, whose sight ends at once. DP-16.

    `power` is that of the attack that destroyed them; 0 if they were surrounded.
    """
    mine, other = state.sides[owner], state.sides[1 - owner]
    bumps = bumps_without(state.bumps, owner, gone)
    looks = in_sight(state, owner), find_bumped(bumps, owner)
    still = owner == state.mover or power > 0
    left = watching.bereft(mine, gone, other.squares, looks, state.ply, state.options.vision, still)
    theirs_felt = find_bumped(state.bumps, 1 - owner)
    watcher = watching.bereaving(other, gone, mine.squares, theirs_felt, power, state.ply)
    sides = _with_sides(state.sides, owner, left, watcher)
    return msgspec.structs.replace(state, sides=sides, since=0, removed=True, bumps=bumps)


def _victory(state: State, loser: int) -> Result | None:
    """Return the result if the loser has no Commander or no Decoys left. DP-36; docs/engine.md, section 5."""
    kinds = {kind_of(piece) for piece in state.sides[loser].pieces}
    if COMMANDER not in kinds:
        return Result(1 - loser, DecoyReason.ASSASSINATION)
    return None if DECOY in kinds else Result(1 - loser, DecoyReason.ATTRITION)


# --- attacks ------------------------------------------------------------------------------------------


def _end_phase(state: State) -> Played:
    nothing = narration.tell_viewers(state.mover, (), (), ())
    if state.phase == MOVEMENT:
        return _begin_attacks(state, nothing)
    return _end_turn(state, nothing)


def _begin_attacks(state: State, told: Told) -> Played:
    if not _attacks_left(state):
        return _end_turn(state, told)
    return Played(
        _in_phase(state, ATTACK), narration.join_messages(told, narration.movement_over(state.mover))
    )


def _in_phase(state: State, phase: str, outcome: Result | None = None) -> State:
    return msgspec.structs.replace(state, phase=phase, points=0, outcome=outcome)


def _attacks_left(state: State) -> bool:
    mine, enemies = state.sides[state.mover], in_sight(state, state.mover)
    return bool(mine.squares & with_near(enemies)) and can_attack(mine.pieces, enemies)


def _attack(state: State, seat: int, attack: Attack) -> Played:
    """Attack with full power and no counter-attack; remove a destroyed target at once. DP-22, DP-23."""
    mine, theirs = state.sides[seat], state.sides[1 - seat]
    attacker = piece_at(mine.pieces, attack.source)
    victim = piece_at(theirs.pieces, attack.target)
    power = KINDS[kind_of(attacker)].power
    wounded = hurt_piece(victim, power)
    seen = bool((theirs.sight | find_bumped(state.bumps, 1 - seat)) & BIT[attack.source])
    shown = seen, bool(contact(state)[seat] & BIT[attack.source])
    told = narration.attack_told(seat, (attack.source, attack.target), shown, victim, power, wounded is None)
    done = _with_piece(mine.pieces, attacker, after_attack(attacker))
    known = mine.knowledge if wounded is None else mine.knowledge.learn("hit", attack.target, power)
    mover = Side(done, mine.squares, mine.sight, known, mine.seen, mine.moved)
    alive = theirs.pieces if wounded is None else _with_piece(theirs.pieces, victim, wounded)
    known = theirs.knowledge.learn("suffer", attack.source, power) if seen else theirs.knowledge
    told_of = (*theirs.seen, Seen(attack.source if seen else None, attack.target, attack=True))
    other = Side(alive, theirs.squares, theirs.sight, known, told_of, theirs.moved)
    blast = Blast(state.ply, seat, attack.target, wounded is None)
    sides = _with_sides(state.sides, seat, mover, other)
    after = msgspec.structs.replace(state, sides=sides, blasts=(*state.blasts, blast))
    if wounded is None:
        after = without(after, 1 - seat, BIT[attack.target], power)
        if (result := _victory(after, 1 - seat)) is not None:
            return _over(after, result, told)
    return Played(after, told) if _attacks_left(after) else _end_turn(after, told)


# --- turns and the end --------------------------------------------------------------------------------


def _end_turn(state: State, told: Told) -> Played:
    """Pass the turn, or end the match if a limit is reached. DP-38."""
    told = narration.join_messages(told, narration.turn_over(state.mover))
    since, options = 0 if state.removed else state.since + 1, state.options
    if state.ply < options.max_plies and (since < options.quiet or not options.quiet):
        return _begin_turn(state, since, told)
    return _over(msgspec.structs.replace(state, since=since), _judge_limits(state, since), told)


def _judge_limits(state: State, since: int) -> Result:
    """Return the result when the quiet limit or the last ply is reached, judged after a ply. DP-38."""
    options = state.options
    reason = DecoyReason.QUIET if options.quiet and since >= options.quiet else DecoyReason.PLIES
    if options.tiebreak != DRAW:
        one, other = (measure_strength(side.pieces, seat, options) for seat, side in enumerate(state.sides))
        if one != other:
            return Result(0 if one > other else 1, DecoyReason.TIEBREAK)
    return Result(None, reason)


def _begin_turn(state: State, since: int, told: Told) -> Played:
    """Begin the opponent's turn; phases with nothing to do end automatically. docs/engine.md, section 4."""
    begun = _begin_healed_turn(state, since)
    if _can_move(begun):
        return Played(begun, told)
    return _begin_attacks(begun, told)


def _begin_healed_turn(state: State, since: int) -> State:
    """Return the start of the opponent's turn, with its pieces healed by one point. DP-5, DP-6."""
    mover = 1 - state.mover
    mine, theirs = state.sides[mover], state.sides[1 - mover]
    pieces, known = theirs.pieces, mine.knowledge
    if state.options.heal == "all":
        pieces, known = tuple(map(HEALED.__getitem__, pieces)), known.learn("heal")
    rested = tuple([RENEWED[piece] if piece & CHANGED else piece for piece in mine.pieces])
    beginner = Side(rested, mine.squares, mine.sight, known, mine.seen, mine.moved)
    other = Side(pieces, theirs.squares, theirs.sight, theirs.knowledge.learn("turn"), (), theirs.moved)
    sides, ply = _with_sides(state.sides, mover, beginner, other), state.ply + 1
    blasts = tuple([blast for blast in state.blasts if blast.ply == state.ply]) if state.blasts else ()
    return State(state.options, sides, mover, MOVEMENT, POINTS, ply, since, False, state.bumps, None, blasts)


def _over(state: State, result: Result, told: Told) -> Played:
    ending = narration.ending(result, (state.sides[0].pieces, state.sides[1].pieces), state.options)
    return Played(_in_phase(state, OVER, result), narration.join_messages(told, ending))


def end_match(state: State, result: Result) -> State:
    """Return the final state, fully revealed, of a match that didn't end by its rules."""
    return _in_phase(state, OVER, result)


def rematch(state: State, result: Result) -> Rematch:
    """Return the rematch's terms: the loser goes first; after a draw, the side that went second. DP-4."""
    began = state.mover if state.ply % 2 else 1 - state.mover
    first = 1 - began if result.winner is None else 1 - result.winner
    return Rematch({**options_data(state.options), "first": SEAT_NAMES[first].lower()})
