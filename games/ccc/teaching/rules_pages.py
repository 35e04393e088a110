"""The pages of `/ccc rules`, with pictures. Their texts are in rules_texts.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from games.ccc.rules.actions import Action, Attack, FlagMove, FlagReturn, Hop, Line, Merge, Move, Path, Swap
from games.ccc.rules.collapses import squares_of
from games.ccc.rules.costs import describe_piece
from games.ccc.rules.geometry import ORTHOGONAL
from games.ccc.rules.moves import flag_actions, is_frozen, plain_actions, swaps, zone_of
from games.ccc.rules.notation import read_action
from games.ccc.rules.options import read_options
from games.ccc.rules.rules import play
from games.ccc.rules.state import State, View, new_state, view
from games.ccc.screen.scene import collapse_marks, scene
from games.ccc.teaching.rules_texts import (
    ATTACKS,
    CHANGES,
    CONSTRUCTED,
    CREDITS,
    CUBE,
    ENDING,
    FIRST_STEPS,
    FLAG,
    FLAT,
    FLAT_COLLAPSE,
    FLAT_COLLAPSED,
    FLAT_STACK,
    FROZEN,
    HOPPING,
    IDEA,
    MORE,
    OPTIONS,
    PYRAMID,
    PYRAMID_COLLAPSE,
    PYRAMID_COLLAPSED,
    PYRAMID_STACK,
    ROUNDS,
    STACK_COLLAPSE,
    STACK_COLLAPSED,
    STACKING,
    TORUS,
    TURN,
    TYPING,
)
from games.core.screen.pages import RulesPage, page_number
from games.core.screen.scene import Mark, Scene

START = "tcslnmct/ffffffff/8/8/8/8/FFFFFFFF/TCSLNMCT w 10,10 00 0 1"
MIDDLE = "tcsln1ct/f5f1/4(fm)f1f/3(fff)2C1/1F3F2/2(FFFM)1F3/F5F1/TC1(LS)N2T w 10,7 00 3 27"
MEETING = "tc1lnmct/2f3f1/1f5f/8/3(FFFS)(ffs)3/F1F4F/1F4F1/TC1LNMCT w 10,10 00 4 31"
FLATS = "1cslnmct/1f4f1/5f2/2ft(ff)3/2FF4/5F1F/1F3F2/TCSLNMCT w 10,10 00 2 19"
HOPS = "tcsl1mct/ff4f1/4ff2/7n/3f4/2FF2F1/F6F/TCSLNMCT w 10,10 00 2 21"
CUBES = "tcsl1mct/1f4f1/2f2n2/8/2f5/2CF4/2F3F1/T1SLNMCT w 10,10 00 2 25"
TORUSES = "tcsl2ct/1f1f3f/8/4f1n1/1m1T2f1/2F2F2/F2F3F/1CSLNMCT w 10,10 00 2 33"
FLAGS = "tcsln2t/f2(fm)f3/2f3f1/3f(ff)2c/2F2F2/F2F2F1/F3F2F/TCSLNMCT w 10,10 00 5 23"
PYRAMIDS = "tcs1nmct/1f4ff/1l6/8/3M4/4F1F1/F5F1/TCSLN1CT w 10,10 00 1 35"
TOWERS = "tc2n1ct/f6f/1(fffff)1(lm)1(fs)2/8/8/1(FFF)1(LS)1(FFM)2/F3F2F/TC2N1CT w 10,10 00 2 29"
FLAT_TOWER = "1cslnmct/ff2f1f1/5f2/3(ff)4/2F(FFF)t3/6F1/1F2F2F/TCSLNMCT w 10,10 00 3 27"
FLATS_FALL = "tcslnmct/1f3f1f/f5f1/8/1(FFFFF)Ff(ff)3/6F1/F7/TCSLNMCT w 10,10 00 3 29"
PYRAMID_TOWER = "1cs1nmct/1f3fff/1l6/2t5/3(MS)4/4F1F1/FL4F1/TC2N1CT w 10,10 00 3 37"
PYRAMIDS_FALL = "tcslnmct/f5ff/2f2f2/4(fff)3/3C4/2(LMS)2F2/FF1F2FF/TC2N2T w 10,10 00 3 35"
HIGH_TOWER = "tcslnmct/f4fff/2f5/4(fff)3/3(FFM)4/2F1(FFFF)3/7F/TCSLN1CT w 10,10 00 3 33"
TOWER_FALLS = "tcslnmct/f4ff1/2f2f2/3f(ff)3/2F5/2(FFFMS)2F2/F5FF/TC1LN1CT w 10,10 00 3 31"
LAST = "t3n2t/2c2f1f/f5s1/2f4c/8/3M4/F1L2F1F/TC2N1CT w 10,6 00 3 71"
SAVED = "1cslnmct/ff3fff/2f2f2/3t4/8/2F2F2/FF1M1FFF/TCSLN1CT w 10,10 00 3 25"
COMPASS = "tcslnmct/ff4ff/8/8/3(FFM)4/8/FF4FF/TCSLN1CT w 10,10 00 3 41"


@cache
def rules_pages() -> tuple[RulesPage, ...]:
    """Return all pages in reading order."""
    flats, pyramids, tower = "4b4>112", "2c3+>0101", "4c3:+1:+>1:>1:+>1"
    return (
        RulesPage("The idea", IDEA, _picture(_state(START))),
        RulesPage("A turn", TURN, _picture(_state(MIDDLE))),
        RulesPage("Attacks", ATTACKS, _meeting()),
        RulesPage("An attack, round by round", ROUNDS, _picture(_play_action(MEETING, "d4xe4"))),
        RulesPage("Flat", FLAT, _reach(FLATS, "d4")),
        RulesPage("Hop chains", HOPPING, _hopping()),
        RulesPage("Cube", CUBE, _reach(CUBES, "c3")),
        RulesPage("Torus", TORUS, _reach(TORUSES, "d4")),
        RulesPage("Nice Flag", FLAG, _flag()),
        RulesPage("Frozen", FROZEN, _draw_frozen(FLAGS, "N@d6{What a patient plan.}")),
        RulesPage("Pyramids", PYRAMID, _pyramids()),
        RulesPage("Stacking", STACKING, _picture(_state(TOWERS))),
        RulesPage("Flat Stack", FLAT_STACK, _reach(FLAT_TOWER, "d4")),
        RulesPage("A Flat Stack collapses", FLAT_COLLAPSE, _falling(FLATS_FALL, flats)),
        RulesPage("A Flat Stack has collapsed", FLAT_COLLAPSED, _draw_fallen(FLATS_FALL, flats)),
        RulesPage("Constructed Pyramid", CONSTRUCTED, _reach(PYRAMID_TOWER, "d4")),
        RulesPage("A Constructed Pyramid collapses", PYRAMID_COLLAPSE, _falling(PYRAMIDS_FALL, pyramids)),
        RulesPage(
            "A Constructed Pyramid has collapsed", PYRAMID_COLLAPSED, _draw_fallen(PYRAMIDS_FALL, pyramids)
        ),
        RulesPage("Pyramid Stack", PYRAMID_STACK, _reach(HIGH_TOWER, "d4")),
        RulesPage("A Pyramid Stack collapses", STACK_COLLAPSE, _falling(TOWER_FALLS, tower)),
        RulesPage("A Pyramid Stack has collapsed", STACK_COLLAPSED, _draw_fallen(TOWER_FALLS, tower)),
        RulesPage("How it ends", ENDING, _picture(_play_action(LAST, "d3xg6"))),
        RulesPage("What we changed", CHANGES),
        RulesPage("Options", OPTIONS),
        RulesPage("If you'd rather type", TYPING, _compass()),
        RulesPage("Credits", CREDITS),
        RulesPage(
            "How to play well: first steps", FIRST_STEPS, _draw_frozen(SAVED, "N@e4{What a brave Torus.}")
        ),
        RulesPage("How to play well: more", MORE),
    )


def rules_page(seen: View) -> int:
    """Return the number of the page about the last action, or about what freezes the viewer's pieces."""
    return page_number(rules_pages(), _title_now(seen))


def _title_now(seen: View) -> str:
    if seen.outcome is not None:
        return "How it ends"
    if seen.last is None:
        return "The idea"
    if seen.who == seen.to_act and _find_frozen(seen):
        return "Frozen"
    action = seen.last.action
    if isinstance(action, Line):
        return f"A {'Flat Stack' if action.direction in ORTHOGONAL else 'Constructed Pyramid'} collapses"
    return _ABOUT.get(type(action), "A turn")


_ABOUT: Mapping[type[Action], str] = {
    Attack: "Attacks",
    Hop: "Hop chains",
    Path: "A Pyramid Stack collapses",
    FlagMove: "Nice Flag",
    FlagReturn: "Nice Flag",
    Merge: "Stacking",
    Swap: "Pyramids",
}
"""The title of the page about each kind of action that has one."""


def _find_frozen(seen: View) -> list[int]:
    """Return the squares of the frozen pieces of the side to move."""
    pieces, side, zone = enumerate(seen.position.board), seen.position.side, _zone(seen)
    return [
        square for square, piece in pieces if piece and piece.seat == side and is_frozen(piece, square, zone)
    ]


def _meeting() -> Scene:
    marks = (Mark("chosen", ("d4",)), Mark("danger", ("e4",)))
    return _picture(_state(MEETING), marks, "White's Pyramid Stack on d4 is about to attack the one on e4.")


def _hopping() -> Scene:
    way, over = ("d3", "d5", "f7", "f5"), ("d4", "e6", "f6")
    _play_action(HOPS, "^".join(way))
    marks = (Mark("chosen", way[:1]), Mark("landing", way[1:]), Mark("strike", over), Mark("arrow", way))
    words = f"The Flat on d3 can hop to {_join_names(way[1:])}, over {_join_names(over)}."
    return _picture(_state(HOPS), marks, words)


def _flag() -> Scene:
    seen = _build_view(FLAGS)
    found = flag_actions(seen.setting, seen.position, _zone(seen))
    empty = _names(seen, [action.target for action in found if isinstance(action, FlagMove)])
    marks = (Mark("chosen", ("e1",)), Mark("landing", empty))
    return _picture(_state(FLAGS), marks, "White's Nice Flag on e1 can go to every empty square.")


def _draw_frozen(text: str, action: str) -> Scene:
    """Return a picture of what's frozen after a move of White's Nice Flag."""
    state = _play_action(text, action)
    seen = view(state, None)
    names = _names(seen, _find_frozen(seen))
    return _picture(state, (Mark("danger", names),), f"Frozen: {_join_names(names)}.")


def _pyramids() -> Scene:
    seen, shown = _build_view(PYRAMIDS), _reach(PYRAMIDS, "d4")
    medium = seen.setting.geometry.square_of["d4"]
    pairs = [(swap.one, swap.other) for swap in swaps(seen.position.board, 0)]
    others = _names(seen, [sum(pair) - medium for pair in pairs if medium in pair])
    marks = (*shown.marks, Mark("option", others))
    return msgspec.structs.replace(
        shown, marks=marks, alt=f"{shown.alt} It can swap with {_join_names(others)}."
    )


def _compass() -> Scene:
    ways = {"d5": "+", "d3": "-", "e4": ">", "c4": "<", "e5": "+>", "c5": "+<", "e3": "->", "c3": "-<"}
    marks = tuple(Mark("number", (name,), way) for name, way in ways.items())
    words = ", ".join(f"{way} to {name}" for name, way in ways.items())
    return _picture(_state(COMPASS), marks, f"Directions from d4: {words}.")


def _reach(text: str, name: str) -> Scene:
    """Return a picture of a piece and all squares that it can move to, stack on or attack."""
    seen = _build_view(text)
    square = seen.setting.geometry.square_of[name]
    piece = seen.position.board[square]
    if piece is None:
        raise ValueError(f"no piece on {name}")
    found = plain_actions(seen.setting, seen.position, square, piece, _zone(seen))
    empty, own, enemy = (
        _names(seen, [action.target for action in found if isinstance(action, kind)])
        for kind in (Move, Merge, Attack)
    )
    marks = (Mark("chosen", (name,)), Mark("landing", (*empty, *own)), Mark("strike", enemy))
    ways = f"move to {_join_names(empty)}; stack onto {_join_names(own)}; attack {_join_names(enemy)}"
    return _picture(_state(text), marks, f"{describe_piece(piece)} on {name} can {ways}.")


def _falling(text: str, action: str) -> Scene:
    """Return a picture of a planned collapse: its way, and how many parts are to drop where."""
    state, plan = _state(text), _collapse(text, action)
    board = state.setting.geometry
    drops = ", ".join(f"{board.names[square]} +{count}" for square, count in squares_of(board, plan) if count)
    return _picture(state, collapse_marks(board, plan), f"White plans the collapse {action}: {drops}.")


def _draw_fallen(text: str, action: str) -> Scene:
    """Return a picture of a finished collapse: its start, and every square on which parts dropped."""
    state, plan = _play_action(text, action), _collapse(text, action)
    names = state.setting.geometry.names
    fallen = tuple(names[square] for square, count in squares_of(state.setting.geometry, plan) if count)
    calm = msgspec.structs.replace(state, last=None)
    words = f"White's collapse {action} dropped parts on {_join_names(fallen)}."
    return _picture(calm, (Mark("from", (names[plan.source],)), Mark("to", fallen)), words)


def _collapse(text: str, action: str) -> Line | Path:
    plan = read_action(_state(text).setting.geometry, action)
    if not isinstance(plan, Line | Path):
        raise ValueError(f"{action} is no collapse")
    return plan


def _picture(state: State, marks: tuple[Mark, ...] = (), words: str = "") -> Scene:
    """Return the board as the public sees it, with marks and their meaning in words."""
    seen = scene(view(state, None), marks=tuple(mark for mark in marks if mark.squares))
    return msgspec.structs.replace(seen, alt=f"{seen.alt} {words}".strip())


def _play_action(text: str, action: str) -> State:
    """Return the state after a legal action of White."""
    state = _state(text)
    played: State = play(state, 0, read_action(state.setting.geometry, action)).state
    return played


def _state(text: str) -> State:
    return new_state(read_options({"position": text}), bytes(32))


def _build_view(text: str) -> View:
    return view(_state(text), None)


def _zone(seen: View) -> int:
    return zone_of(seen.setting.geometry, seen.position, seen.position.side)


def _names(seen: View, squares: list[int]) -> tuple[str, ...]:
    return tuple(seen.setting.geometry.names[square] for square in squares)


def _join_names(names: tuple[str, ...]) -> str:
    return " ".join(names) or "nothing"
