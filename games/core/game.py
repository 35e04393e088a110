"""The protocol that every game keeps. Source: docs/engine.md, section 1."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from games.core.advice import Advice
from games.core.documents import DocumentKind
from games.core.options import OptionSpec
from games.core.pages import Page
from games.core.prompt import Prompt
from games.core.scene import Frame, Mark, Scene

Viewer = int | None
"""Whose eyes: seat 0, seat 1, or None, the public."""


class Reason(StrEnum):
    """Why a match ended; each game adds its own."""


class MatchReason(Reason):
    """Endings that are acts of the match, not of a game."""

    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    ABORTED = "aborted"
    CANCELLED = "cancelled"


class Result(msgspec.Struct, frozen=True):
    """Who won (None: a draw) and why."""

    winner: int | None
    reason: Reason


class Briefing(msgspec.Struct, frozen=True):
    """What a seat is shown once, in private, before it first acts.

    `frames`: the animation, played once; `seconds`: how long the last full frame is held;
    `looks`: how often it may be looked at again (None: as often as wished), each for `look_seconds`."""

    data: Mapping[str, Any]
    title: str
    text: str
    frames: tuple[Frame, ...]
    picture: Scene
    seconds: int
    looks: int | None = 0
    look_seconds: int = 3


class Rematch(msgspec.Struct, frozen=True):
    """The next match of the same two: its raw options; `swapped`: they change sides; `rest`: a sentence that
    says why they do not play it on the same day (empty: they may)."""

    options: Mapping[str, Any]
    swapped: bool = False
    rest: str = ""


Agreement = Literal["always", "unrated", "never"]
"""In which matches both sides may agree on a draw. GEN-6."""

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")
ActionT = TypeVar("ActionT")


class Played(msgspec.Struct, frozen=True, gc=False):
    """The state after an action and what seat 0, seat 1 and the public (None) are told of it, in order."""

    state: Any
    told: Mapping[Viewer, tuple[str, ...]]


Player = Callable[[ViewT, "Briefing | None", random.Random, int], ActionT]
"""An AI level: (view, briefing, rng, budget in nodes) → action; a pure function of the four."""


class Character(msgspec.Struct, frozen=True):
    """How a level is called, and a sentence or two about how it plays."""

    name: str
    words: str


class Game(Protocol[OptionsT, StateT, ViewT, ActionT]):
    """One game. Everything but `new`, `to_act`, `view`, `briefing`, `play` and `result` works on a View.

    `turn`: the number of the turn under way, which grows whenever the right to act passes or begins anew;
    `forced`: the one action of a viewer that leaves no choice; the match plays it by itself (None: there is a
    choice); `between_people`: may two people play it (if not, seat 0 is the person and seat 1 the AI);
    `is_open`: nothing is hidden and nothing is left to chance once it has begun; `documents`: what people may
    make and keep for it (None: nothing); `ruleset_of`: the id of the rules with these options, `ruleset`
    unless one of them is a variant; `agreement`: in which matches with these options both sides may agree on
    a draw; `ended`: the state when the match ends by an act of the match; `rematch`: the next match of the
    same two when this one ended so; `revealed`: what was hidden, in sentences, for everybody once it is over;
    `public_from`: the public view as a seat computes it alone (law 4); `rules`: the pages of the rules
    command; `emblem`: a small picture of the game; `next_leg`: raw options of a second leg, seats swapped,
    once a first one is over (None: there is none), for which the host draws until `is_same_start`; `veiled`:
    what of the view of a first leg that is over may be seen while the second one is played; `dealt`: what a
    seat is dealt in secret with these options, in words (“the pattern”, “your hand”; empty: nothing), which
    its preview shows, or, where it has none, its view: whoever has seen it does not leave the match for free;
    `level_ratings`: what each level is worth beside the others, from self-play, the first one 1000;
    `characters`: how each level is called and how it plays, for people; `advice`: an action as it is proposed
    to a viewer who may play it, by what that viewer sees;
    `chapter`: by what matches of a game are grouped in its statistics, from the public view after the end
    (empty: by nothing); `leg_score`: how well seat 0 did in a leg, from all its states: where both or neither
    won as seat 0, the higher tuple wins the match of two legs."""

    key: str
    title: str
    ruleset: str
    seats: tuple[str, str]
    summary: str
    option_specs: tuple[OptionSpec, ...]
    between_people: bool
    is_open: bool
    documents: DocumentKind | None
    players: Mapping[str, Player[ViewT, ActionT]]
    level_ratings: Mapping[str, int]
    characters: Mapping[str, Character]

    def options(self, raw: Mapping[str, object]) -> OptionsT: ...
    def ruleset_of(self, options: OptionsT) -> str: ...
    def agreement(self, options: OptionsT) -> Agreement: ...
    def new(self, options: OptionsT, seed: bytes) -> StateT: ...
    def to_act(self, state: StateT) -> tuple[int, ...]: ...
    def turn(self, state: StateT) -> int: ...
    def view(self, state: StateT, who: Viewer) -> ViewT: ...
    def public_from(self, seat_view: ViewT) -> ViewT: ...
    def briefing(self, state: StateT, who: int) -> Briefing | None: ...
    def dealt(self, options: OptionsT, who: int) -> str: ...
    def actions(self, view: ViewT) -> Iterator[ActionT]: ...
    def parse(self, view: ViewT, text: str) -> ActionT: ...
    def format(self, action: ActionT) -> str: ...
    def forced(self, view: ViewT) -> ActionT | None: ...
    def play(self, state: StateT, seat: int, action: ActionT) -> Played: ...
    def result(self, state: StateT) -> Result | None: ...
    def ended(self, state: StateT, result: Result) -> StateT: ...
    def revealed(self, view: ViewT) -> tuple[str, ...]: ...
    def position(self, view: ViewT) -> str: ...
    def scene(self, view: ViewT, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene: ...
    def prompt(self, view: ViewT, draft: tuple[str, ...]) -> Prompt: ...
    def advice(self, view: ViewT, action: ActionT) -> Advice: ...
    def emblem(self) -> Scene: ...
    def chapter(self, view: ViewT) -> str: ...
    def next_leg(self, view: ViewT) -> Mapping[str, object] | None: ...
    def veiled(self, view: ViewT) -> ViewT: ...
    def is_same_start(self, first: StateT, second: StateT) -> bool: ...
    def rematch(self, state: StateT, result: Result) -> Rematch: ...
    def leg_score(self, states: Sequence[StateT]) -> tuple[int, ...]: ...
    def rules(self) -> tuple[Page, ...]: ...


AnyGame = Game[Any, Any, Any, Any]
