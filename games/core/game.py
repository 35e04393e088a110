"""The protocol that every game implements. Source: docs/engine.md, section 1."""

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
"""The viewer of a state: seat 0, seat 1, or None for the public."""


class Reason(StrEnum):
    """The reason why a match ended; each game adds its own."""


class MatchReason(Reason):
    """Reasons that come from the match, such as resigning, and not from a game's rules."""

    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    ABORTED = "aborted"
    CANCELLED = "cancelled"
    ADJUDICATED = "adjudicated"


class Result(msgspec.Struct, frozen=True):
    """The result of a match: the winning seat (None: a draw) and the reason."""

    winner: int | None
    reason: Reason


class Rematch(msgspec.Struct, frozen=True):
    """The next match of the same two players.

    Attributes:
        options: Its raw options.
        swapped: Whether they swap seats.
        rest: A sentence that says why they may not play it on the same day (empty: they may).
    """

    options: Mapping[str, Any]
    swapped: bool = False
    rest: str = ""


Agreement = Literal["always", "unrated", "never"]
"""The matches in which both sides may agree on a draw. GEN-6."""

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")
ActionT = TypeVar("ActionT")


Told = Mapping[Viewer, tuple[str, ...]]
"""The messages about an action for seat 0, seat 1 and the public (None), in order."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """The state after an action, and the messages about it.

    Attributes:
        messages: The messages, or a function that writes them. A search never reads them, so a game that is
            searched gives the function.
    """

    state: Any
    messages: Told | Callable[[], Told]

    @property
    def told(self) -> Told:
        """The messages for each viewer, written when they are read."""
        return self.messages() if callable(self.messages) else self.messages


Player = Callable[[ViewT, "Briefing | None", random.Random, int], ActionT]
"""An AI level: a pure function from view, briefing, random generator and budget in nodes to an action."""


class Persona(msgspec.Struct, frozen=True):
    """An AI level's name, and a sentence or two about how it plays."""

    name: str
    words: str


class Game(Protocol[OptionsT, StateT, ViewT, ActionT]):
    """One game.

    All methods work on a view, except `new`, `to_act`, `turn_number`, `view`, `briefing`, `play`, `result`,
    `ended`, `rematch` and those about legs. `games.core.base` has defaults for most games.
    """

    key: str
    """The game's name in `GAMES`, in commands and in records."""
    title: str
    """The game's name for people."""
    ruleset: str
    """The id of the rules with the default options."""
    former_rulesets: Mapping[str, str]
    """Former ids of rules, with the present id of the same rules."""
    seats: tuple[str, str]
    """The names of seat 0 and seat 1."""

    @property
    def side_names(self) -> tuple[str, str]:
        """What people read as the names of both seats: `seats`, except in a game only against the bot."""

    @property
    def colors(self) -> SeatColors:
        """The colors of both seats' pieces."""

    summary: str
    """One line about the game."""

    @property
    def credits(self) -> str:
        """The designer and the game's model, to be put in brackets after its title; may be empty."""

    @property
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """All options of a match."""

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The named sets of options; the first one is the default."""

    @property
    def beginner_seat(self) -> int:
        """The seat that a person takes against the bot unless they choose: the one the summary is about."""

    @property
    def supports_pvp(self) -> bool:
        """Whether two people can play it; if not, seat 0 is the person and seat 1 the AI."""

    @property
    def perfect_information(self) -> bool:
        """Whether nothing is hidden, and nothing is random once a match has begun."""

    @property
    def documents(self) -> DocumentKind | None:
        """The kind of documents that people can make for the game (None: none)."""

    @property
    def players(self) -> Mapping[str, Player[ViewT, ActionT]]:
        """The AI levels by name; the others' ratings are measured against the first one."""

    @property
    def level_ratings(self) -> Mapping[str, int]:
        """The rating of each AI level from self-play; the first one has 1000."""

    @property
    def personas(self) -> Mapping[str, Persona]:
        """Each AI level's name and style of play, for people."""

    @property
    def analyst(self) -> Analyst | None:
        """The analyst that finds puzzles in matches and judges what was played (None: there is none)."""

    @abstractmethod
    def options(self, raw: Mapping[str, object]) -> OptionsT:
        """Return complete and checked options from raw ones; raise OptionError if they are wrong."""

    def ruleset_of(self, options: OptionsT) -> str:
        """Return the id of the rules with these options: `ruleset`, unless an option makes a variant."""

    def agreement(self, options: OptionsT) -> Agreement:
        """Return in which matches with these options both sides may agree on a draw."""

    def left_to_chance(self, options: OptionsT) -> str:
        """Return in words what's random with these options (“the pattern and the dice”; empty: nothing)."""

    @abstractmethod
    def new(self, options: OptionsT, seed: bytes) -> StateT:
        """Return the first state; raise ValueError unless the seed is 32 bytes."""

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that are to act, in rising order; empty when the match is over."""

    @abstractmethod
    def turn_number(self, state: StateT) -> int:
        """Return the current turn's number, which grows whenever the right to act passes or begins anew."""

    @abstractmethod
    def view(self, state: StateT, who: Viewer) -> ViewT:
        """Return all that this viewer may know, and nothing else."""

    @abstractmethod
    def public_from(self, seat_view: ViewT) -> ViewT:
        """Return the public view, computed from a seat's view alone. Law 4."""

    def briefing(self, state: StateT, who: int) -> Briefing | None:
        """Return what a seat is shown once, in private, before it first acts (None: nothing)."""

    def unbriefed(self, view: ViewT) -> ViewT:
        """Return the view of a seat that hasn't seen its briefing yet and can still leave for free."""

    def dealt(self, options: OptionsT, who: int) -> str:
        """Return in words what a seat is dealt in secret (“the pattern”, “your hand”; empty: nothing).

        The seat's preview shows it or, without one, its view. A player who has seen it can't leave for
        free.
        """

    def memorable(self, view: ViewT) -> tuple[tuple[str, ...], ...]:
        """Return the squares that the viewer was shown once, row by row as they see the board (empty: none).

        To get a hint, the player can mark those that they remember.
        """

    def recalled(self, view: ViewT, squares: Collection[str]) -> ViewT:
        """Return the view of a player who claims to remember these squares, right or wrong.

        It's used for an AI level, a hint and its picture; nothing reveals whether the player is right.
        """

    def briefed(self, view: ViewT, briefing: Briefing | None) -> ViewT:
        """Return the view of a player who remembers all that their briefing showed.

        Used to judge what the player could know; the same view if there's nothing to remember.
        """

    @abstractmethod
    def actions(self, view: ViewT) -> Iterator[ActionT]:
        """Yield every legal action; none for a viewer who isn't to act."""

    @abstractmethod
    def parse(self, view: ViewT, text: str) -> ActionT:
        """Return the action that a text names.

        Raises:
            Unreadable: The text isn't in this game's notation.
            Illegal: The action may not be played; always raised for a viewer who isn't to act.
        """

    @abstractmethod
    def format(self, action: ActionT) -> str:
        """Return the only notation of an action; `parse` turns it back into an equal action."""

    def said(self, action: ActionT) -> str:
        """Return an action's free text to the opponent, which is public (empty: none, or removed)."""

    def without_words(self, action: ActionT) -> ActionT | None:
        """Return the action with `mark_removed(words)` in place of its free text (None: there is none left).

        The new action is legal whenever the old one is, and leads to the same state.
        """

    def texts(self, options: OptionsT) -> tuple[str, ...]:
        """Return each public free text in the options, such as card names, once, except removed ones."""

    def without_texts(self, options: OptionsT) -> OptionsT:
        """Return the options with `mark_removed(text)` for each free text; nothing else changes."""

    def forced(self, view: ViewT) -> ActionT | None:
        """Return the viewer's only action, which the host plays by itself (None: there is a choice)."""

    def automatic(self, view: ViewT) -> ActionT | None:
        """Return an action that needs no choice but that some like to play, e.g. a die roll (None: none).

        The host plays it for all other players.
        """

    def understood(self, view: ViewT, text: str) -> tuple[str, ...]:
        """Return the actions, in notation, that a typed text means, beyond what `parse` accepts.

        Accepts other spaces, dashes and capitals, names, and whole paths.

        Raises:
            Unreadable: The text has no meaning; the message names the mistake.
            Illegal: The action may not be played; the message names the mistake.
        """

    @abstractmethod
    def play(self, state: StateT, seat: int, action: ActionT) -> Played:
        """Return the state after an action, and the messages about it; raise Illegal without any change."""

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """Return the winner and the reason, or None while the game isn't over."""

    @abstractmethod
    def ended(self, state: StateT, result: Result) -> StateT:
        """Return the final state when the match ends by, e.g., resigning: no seat acts, nothing is hidden."""

    def revealed(self, view: ViewT) -> tuple[str, ...]:
        """Return the secrets of a finished match in public sentences."""

    def retold(self, seat: int, line: str) -> str:
        """Return a line that only a seat was told as a spectator reads it after the end (empty: left out)."""

    def gauge(self, view: ViewT) -> Gauge | None:
        """Return the evaluation of a fully revealed public view, for the curve of a replay (or None)."""

    def event(self, before: ViewT, after: ViewT) -> Event | None:
        """Return the event for which a replay pauses, from fully revealed views around an action, or None."""

    @abstractmethod
    def position(self, view: ViewT) -> str:
        """Return all that the viewer sees, as one line."""

    def likeness(self, view: ViewT) -> str:
        """Return a text that two positions share if advice for one fits the other, e.g. mirror images.

        Only called where nothing is hidden.
        """

    @abstractmethod
    def scene(self, view: ViewT, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        """Return the viewer's picture as plain data; `flip` turns the board, `marks` are drawn on it."""

    def noted(self, view: ViewT) -> tuple[str, ...]:
        """Return the notes on the viewer's board as sentences, shown beside the picture."""

    @abstractmethod
    def prompt(self, view: ViewT, draft: tuple[str, ...]) -> Prompt:
        """Return the viewer's next choices as plain data; `draft` has the keys chosen so far."""

    def advice(self, view: ViewT, action: ActionT) -> Advice:
        """Return the advice that suggests a legal action, based only on what the viewer sees."""

    def icon(self) -> Scene:
        """Return a small picture of the game."""

    def stats_group(self, view: ViewT) -> str:
        """Return the match's group in statistics (empty: not counted), from the public view after the end."""

    def next_leg(self, view: ViewT) -> Mapping[str, object] | None:
        """Return a second leg's raw options, seats swapped, from the first's last public view (or None)."""

    def redacted(self, view: ViewT) -> ViewT:
        """Return the part of a finished first leg's view that may be seen during the second leg."""

    def is_same_start(self, first: StateT, second: StateT) -> bool:
        """Return whether two states have the same setup; the host draws second legs until they do."""

    @abstractmethod
    def rematch(self, state: StateT, result: Result) -> Rematch:
        """Return the next match of the same two players after this result."""

    def legs(self, options: OptionsT) -> int:
        """Return the number of legs of a match."""

    def mirrored(self, options: OptionsT) -> Mapping[str, object] | None:
        """Return the raw options of the same match in two legs, same secrets and swapped seats (or None)."""

    def leg_told(self, score: tuple[int, ...]) -> str:
        """Return a leg's score in words after a name, “held 7 cells at once in round 12” (may be empty)."""

    def leg_score(self, states: Sequence[StateT]) -> tuple[int, ...]:
        """Return seat 0's score in a leg, from all its states.

        If both players or neither won as seat 0, the higher tuple wins the match.
        """

    def drawn(self, states: Sequence[StateT]) -> str:
        """Return what chance decided in a finished match, from all its states, as a line for its record.

        Empty if there is none or a line can't hold it.
        """

    def reseeded(self, state: StateT, seed: bytes) -> StateT:
        """Return the same position with all chance not yet revealed drawn anew from a seed."""

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the beginners' lessons, in order."""

    def tips(self, view: ViewT) -> tuple[Tip, ...]:
        """Return the tips for a viewer who is to act, most important first; each is said once a match."""

    def rules(self) -> tuple[RulesPage, ...]:
        """Return the pages of the rules command; the last one says how to play well."""

    def rules_page(self, view: ViewT) -> int:
        """Return the index, from 0, of the page of `rules` that the viewer needs now."""


AnyGame = Game[Any, Any, Any, Any]
