"""The protocol that every game keeps. Source: docs/engine.md, section 1."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from games.core.screen.advice import Advice
from games.core.screen.briefing import Briefing as Briefing
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Prompt
from games.core.screen.scene import Mark, Scene, SeatColors
from games.core.screen.story import Event, Gauge
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.documents import DocumentKind
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.presets import Preset

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
    ADJUDICATED = "adjudicated"


class Result(msgspec.Struct, frozen=True):
    """Who won (None: a draw) and why."""

    winner: int | None
    reason: Reason


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


class Persona(msgspec.Struct, frozen=True):
    """How a level is called, and a sentence or two about how it plays."""

    name: str
    words: str


class Game(Protocol[OptionsT, StateT, ViewT, ActionT]):
    """One game. Everything but `new`, `to_act`, `turn_number`, `view`, `briefing`, `play`, `result`, `ended`,
    `rematch` and what is about legs works on a view. What most games answer alike is in `games.core.base`."""

    key: str
    """The name in `GAMES`, in commands and in records."""
    title: str
    """The name for people."""
    ruleset: str
    """The id of the rules with the usual options."""
    seats: tuple[str, str]
    """What seat 0 and seat 1 are called."""

    @property
    def colors(self) -> SeatColors:
        """The colors of their pieces."""

    summary: str
    """One line about the game."""

    @property
    def credits(self) -> str:
        """Who designed it and after what, to go on in brackets after its title; empty: nothing to be said."""

    @property
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """Every option of a match."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The ways to play that have a name; the first one is played unless something else is said."""

    @property
    def beginner_seat(self) -> int:
        """The seat that is easier for somebody who has never played, for a first match against the bot."""

    @property
    def supports_pvp(self) -> bool:
        """May two people play it? If not, seat 0 is the person and seat 1 the AI."""

    @property
    def perfect_information(self) -> bool:
        """Nothing is hidden, and nothing is left to chance once it has begun."""

    @property
    def documents(self) -> DocumentKind | None:
        """What people may make and keep for it (None: nothing)."""

    @property
    def players(self) -> Mapping[str, Player[ViewT, ActionT]]:
        """The AI levels by name; the first one is what the others are measured by."""

    @property
    def level_ratings(self) -> Mapping[str, int]:
        """What each level is worth beside the others, from self-play; the first one has 1000."""

    @property
    def personas(self) -> Mapping[str, Persona]:
        """What each level is called and how it plays, for people."""

    @property
    def analyst(self) -> Analyst | None:
        """Who finds puzzles in its matches and judges what was played (None: nobody does)."""

    @abstractmethod
    def options(self, raw: Mapping[str, object]) -> OptionsT:
        """Raw options → complete and checked ones; OptionError otherwise."""

    def ruleset_of(self, options: OptionsT) -> str:
        """The id of the rules with these options: `ruleset`, unless one of them is a variant."""

    def agreement(self, options: OptionsT) -> Agreement:
        """In which matches with these options both sides may agree on a draw."""

    def left_to_chance(self, options: OptionsT) -> str:
        """What is left to chance in a match with these options, in words (“the pattern and the dice”; empty:
        nothing, so that the seed changes nothing)."""

    @abstractmethod
    def new(self, options: OptionsT, seed: bytes) -> StateT:
        """The first state; ValueError unless the seed is 32 bytes."""

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[int, ...]:
        """The seats that are to act, in rising order; none when the match is over."""

    @abstractmethod
    def turn_number(self, state: StateT) -> int:
        """The number of the turn in progress, which grows whenever the right to act passes or begins anew."""

    @abstractmethod
    def view(self, state: StateT, who: Viewer) -> ViewT:
        """What this viewer may know."""

    @abstractmethod
    def public_from(self, seat_view: ViewT) -> ViewT:
        """The public view, as a seat computes it from its own view alone. Law 4."""

    def briefing(self, state: StateT, who: int) -> Briefing | None:
        """What a seat is shown once, in private, before it first acts (None: nothing)."""

    def unbriefed(self, view: ViewT) -> ViewT:
        """The view of a seat that hasn't been shown its briefing yet, and can still leave for free."""

    def dealt(self, options: OptionsT, who: int) -> str:
        """What a seat is dealt in secret, in words (“the pattern”, “your hand”; empty: nothing). Its preview
        shows it, or, where it has none, its view. If you have seen it, you can't leave the match for free."""

    def memorable(self, view: ViewT) -> tuple[tuple[str, ...], ...]:
        """The squares of which a viewer was shown something once, row by row as they see the board: those
        that they may mark as remembered when they want a hint (empty: nothing was shown once)."""

    def recalled(self, view: ViewT, squares: Collection[str]) -> ViewT:
        """The view of a viewer who says that they remember these squares, for a level, a proposal and its
        picture. Nothing tells whether they remember right."""

    def briefed(self, view: ViewT, briefing: Briefing | None) -> ViewT:
        """The view of a viewer who remembers all that their briefing showed, for whoever judges what they
        could know; the view itself where there's nothing to remember."""

    @abstractmethod
    def actions(self, view: ViewT) -> Iterator[ActionT]:
        """Every legal action, lazily; none for a viewer who is not to act."""

    @abstractmethod
    def parse(self, view: ViewT, text: str) -> ActionT:
        """The action that a text names; Unreadable or Illegal, and for who is not to act always Illegal."""

    @abstractmethod
    def format(self, action: ActionT) -> str:
        """The one text of an action: `parse(view, format(action)) == action`."""

    def said(self, action: ActionT) -> str:
        """What an action says to the opponent in words of its own, for everybody to read (empty: nothing,
        or it was removed)."""

    def without_words(self, action: ActionT) -> ActionT | None:
        """The same action with `removed(words)` in place of what it says (None: it says nothing, or no more).
        It may be played wherever the action may, and leads to the same state."""

    def texts(self, options: OptionsT) -> tuple[str, ...]:
        """What somebody has written into the options and everybody reads, such as names of cards, each once;
        without what was removed."""

    def without_texts(self, options: OptionsT) -> OptionsT:
        """The same options with `removed(text)` in place of those texts. A match by them goes the same."""

    def forced(self, view: ViewT) -> ActionT | None:
        """The one action of a viewer that leaves no choice, which the host plays by itself (None: there is a
        choice)."""

    def automatic(self, view: ViewT) -> ActionT | None:
        """The one action of a viewer that needs no choice but that some like to play themselves, e.g. to roll
        a die: the host plays it for everybody else (None: there is no such action)."""

    def understood(self, view: ViewT, text: str) -> tuple[str, ...]:
        """The actions, in notation, that a person means by a text which `parse` need not take: other spaces,
        dashes and capitals, names, a whole path. Unreadable or Illegal, which names the mistake."""

    @abstractmethod
    def play(self, state: StateT, seat: int, action: ActionT) -> Played:
        """The state after an action, and what everyone is told; Illegal leaves everything unchanged."""

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """Who won and why; None while the game is not over."""

    @abstractmethod
    def ended(self, state: StateT, result: Result) -> StateT:
        """The state when the match ends by an act of the match: nobody acts, and everything is open."""

    def revealed(self, view: ViewT) -> tuple[str, ...]:
        """What was hidden, in sentences, for everybody once the match is over."""

    def gauge(self, view: ViewT) -> Gauge | None:
        """How the match is going, in figures, from a public view in which everything is open (None: nothing
        is counted). A replay and the end of the match draw its curve."""

    def event(self, before: ViewT, after: ViewT) -> Event | None:
        """What an action did that is worth stopping for in a replay, from the views before and after it, in
        which everything is open (None: nothing)."""

    @abstractmethod
    def position(self, view: ViewT) -> str:
        """What the viewer sees, as one line."""

    def likeness(self, view: ViewT) -> str:
        """Return a text that two positions share if what helps in one helps in the other, as with a board and
        its mirror image. Only asked where nothing is hidden."""

    @abstractmethod
    def scene(self, view: ViewT, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        """What is seen, as plain data; `flip` turns the board around, `marks` are drawn on it."""

    def noted(self, view: ViewT) -> tuple[str, ...]:
        """What the viewer's board has noted for them, in sentences, told beside the picture."""

    @abstractmethod
    def prompt(self, view: ViewT, draft: tuple[str, ...]) -> Prompt:
        """What may be chosen next, as plain data; `draft`: the keys that were chosen so far."""

    def advice(self, view: ViewT, action: ActionT) -> Advice:
        """An action as it is proposed to a viewer who may play it, by what that viewer sees."""

    def icon(self) -> Scene:
        """A small picture of the game."""

    def stats_group(self, view: ViewT) -> str:
        """How matches are grouped in statistics (empty: not at all), from the public view after the end."""

    def next_leg(self, view: ViewT) -> Mapping[str, object] | None:
        """Raw options of a second leg, seats swapped, from the public view of a first one that is over (None:
        there is no second leg)."""

    def redacted(self, view: ViewT) -> ViewT:
        """What of the view of a first leg that is over may be seen while the second one is played."""

    def is_same_start(self, first: StateT, second: StateT) -> bool:
        """Do two states start from the same set-up? For a second leg the host draws until they do."""

    @abstractmethod
    def rematch(self, state: StateT, result: Result) -> Rematch:
        """The next match of the same two when this one ended so."""

    def legs(self, options: OptionsT) -> int:
        """How many legs a match has."""

    def mirrored(self, options: OptionsT) -> Mapping[str, object] | None:
        """Raw options of the same match in two legs: the same secrets once more, seats swapped (None: it
        can't)."""

    def leg_told(self, score: tuple[int, ...]) -> str:
        """A leg's score in words that follow a name, “held 7 cells at once in round 12”; empty: no words."""

    def leg_score(self, states: Sequence[StateT]) -> tuple[int, ...]:
        """How well seat 0 did in a leg, from all its states. Where both or neither won as seat 0, the higher
        tuple wins the match of two legs."""

    def drawn(self, states: Sequence[StateT]) -> str:
        """What chance decided in a match that is over, from all its states, in a line for its record; empty:
        nothing that a line can hold."""

    def reseeded(self, state: StateT, seed: bytes) -> StateT:
        """The same position, in which everything that chance hasn't shown yet is drawn anew from a seed."""

    def lessons(self) -> tuple[Lesson, ...]:
        """First steps, in their order."""

    def tips(self, view: ViewT) -> tuple[Tip, ...]:
        """What a coach may say to a viewer who is to act, the weightiest first; each is said once a match."""

    def rules(self) -> tuple[RulesPage, ...]:
        """The pages of the rules command; the last one says how to play well."""

    def rules_page(self, view: ViewT) -> int:
        """The number of the page of `rules` that a viewer needs now, from 0."""


AnyGame = Game[Any, Any, Any, Any]
