"""BaseGame: default implementations of the optional parts of the Game protocol."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec

from games.core.errors import GameError, Illegal, quote
from games.core.game import (
    ActionT,
    Agreement,
    Briefing,
    Game,
    OptionsT,
    Persona,
    Player,
    Rematch,
    Result,
    StateT,
    ViewT,
)
from games.core.screen.advice import Advice, build_advice
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Choice, Prompt
from games.core.screen.scene import Scene, SeatColors
from games.core.screen.story import Event, Gauge
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.documents import DocumentKind
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec, check_options, options_data
from games.core.vocabulary.presets import STANDARD, Preset
from games.core.vocabulary.seats import SOLO
from games.core.vocabulary.typed import MOST_READ, match_candidate

Kept = TypeVar("Kept")

_MEASURE = 1000
"""Rating of the first AI level of every game, against which the others are measured."""


class Ai(NamedTuple):
    """A game's computer players with their ratings, and its analyst, if any."""

    players: Mapping[str, Player[Any, Any]]
    level_ratings: Mapping[str, int] = MappingProxyType({})
    analyst: Analyst | None = None


class BaseGame(Game[OptionsT, StateT, ViewT, ActionT]):
    """A two-player game with defaults for everything optional; a game overrides what differs.

    It has no documents, briefings or second legs, and one AI level that plays random legal actions. `Game`
    documents each method. Assumed unless overridden: options, states and views are frozen msgspec structs; a
    state has `options` and `outcome` (a Result or None); views differ only by their field `who`;
    `str(action)` is the notation; and the legal actions are few enough to iterate over.
    """

    option_specs: tuple[OptionSpec, ...] = ()
    options_type: type[OptionsT]
    """The struct type that `options` returns, with one field for each of `option_specs`."""
    presets: tuple[Preset, ...] = (STANDARD,)
    beginner_seat: int = 0
    colors: SeatColors = "blue-orange"
    supports_pvp: bool = True
    perfect_information: bool = False
    credits: str = ""
    documents: DocumentKind | None = None
    former_rulesets: Mapping[str, str] = MappingProxyType({})

    @property
    def side_names(self) -> tuple[str, str]:
        """`seats`, or the names of a game that's only played against the bot."""
        return self.seats if self.supports_pvp else SOLO

    @property
    def ai(self) -> Ai:
        """One level, which plays at random; a game with others loads them here, on first use."""
        return Ai({"random": self._anything})

    @property
    def players(self) -> Mapping[str, Player[ViewT, ActionT]]:
        """The levels of `ai`."""
        return self.ai.players

    def _anything(self, view: ViewT, briefing: Briefing | None, rng: random.Random, budget: int) -> ActionT:
        return rng.choice(list(self.actions(view)))

    @property
    def level_ratings(self) -> Mapping[str, int]:
        """The ratings of `ai`, or the same one for every level."""
        return self.ai.level_ratings or dict.fromkeys(self.players, _MEASURE)

    @property
    def personas(self) -> Mapping[str, Persona]:
        """Placeholder names and texts for the levels."""
        return {level: Persona(level.capitalize(), "Says nothing about itself.") for level in self.players}

    @property
    def analyst(self) -> Analyst | None:
        """The analyst of `ai`."""
        return self.ai.analyst

    def options(self, raw: Mapping[str, object]) -> OptionsT:
        """Return the raw options, checked by `option_specs`, as `options_type`; raise OptionError."""
        return msgspec.convert(check_options(self.option_specs, raw), self.options_type)

    def ruleset_of(self, options: OptionsT) -> str:
        """Return `ruleset`: no option is a variant."""
        return self.ruleset

    def agreement(self, options: OptionsT) -> Agreement:
        """Return "always"."""
        return "always"

    def left_to_chance(self, options: OptionsT) -> str:
        """Return a general phrase, or "" for a game of perfect information."""
        return "" if self.perfect_information else "whatever is drawn"

    def public_from(self, seat_view: ViewT) -> ViewT:
        """Return the seat's view with `who` set to None."""
        return _replace_fields(seat_view, who=None)

    def briefing(self, state: StateT, who: int) -> Briefing | None:
        """Return None: no briefing."""
        return None

    def unbriefed(self, view: ViewT) -> ViewT:
        """Return the view unchanged."""
        return view

    def dealt(self, options: OptionsT, who: int) -> str:
        """Return "": nothing is dealt in secret."""
        return ""

    def memorable(self, view: ViewT) -> tuple[tuple[str, ...], ...]:
        """Return no squares."""
        return ()

    def recalled(self, view: ViewT, squares: Collection[str]) -> ViewT:
        """Return the view unchanged."""
        return view

    def briefed(self, view: ViewT, briefing: Briefing | None) -> ViewT:
        """Return the view unchanged."""
        return view

    def parse(self, view: ViewT, text: str) -> ActionT:
        """Return the legal action with exactly this notation; raise Illegal if there is none."""
        for action in self.actions(view):
            if self.format(action) == text:
                return action
        raise self._illegal(view, text)

    def check(self, view: ViewT, action: ActionT) -> None:
        """Raise Illegal unless the viewer may play this action; compare all actions, as `parse` does."""
        if action not in self.actions(view):
            raise self._illegal(view, self.format(action))

    def _illegal(self, view: ViewT, text: str) -> Illegal:
        may_act = next(self.actions(view), None) is not None
        return Illegal(f"“{quote(text)}” isn't one of your moves." if may_act else "You can't move now.")

    def format(self, action: ActionT) -> str:
        """Return `str(action)`."""
        return str(action)

    def said(self, action: ActionT) -> str:
        """Return "": actions have no free text."""
        return ""

    def without_words(self, action: ActionT) -> ActionT | None:
        """Return None: actions have no free text."""
        return None

    def texts(self, options: OptionsT) -> tuple[str, ...]:
        """Return no texts."""
        return ()

    def without_texts(self, options: OptionsT) -> OptionsT:
        """Return the options unchanged."""
        return options

    def forced(self, view: ViewT) -> ActionT | None:
        """Return None: every action is a choice."""
        return None

    def automatic(self, view: ViewT) -> ActionT | None:
        """Return None: no action is automatic."""
        return None

    def understood(self, view: ViewT, text: str) -> tuple[str, ...]:
        """Return the action that `parse` or, if that fails, `as_notation` finds; raise its GameError."""
        try:
            return (self.format(self.parse(view, text)),)
        except GameError:
            found = self.as_notation(view, text) if len(text) <= MOST_READ else None
            if found is None:
                raise
        return (self.format(self.parse(view, found)),)

    def as_notation(self, view: ViewT, text: str) -> str | None:
        """Return the notation of the action that a typed text means, legal or not, or None.

        Called for texts that `parse` rejects. None: the text names no action, or the viewer isn't to play it.
        The notation is at most `MOST_READ` characters long.
        """
        return match_candidate(text, map(self.format, self.actions(view)))

    def result(self, state: StateT) -> Result | None:
        """Return the state's `outcome`."""
        outcome: Result | None = _of(state).outcome
        return outcome

    def ended(self, state: StateT, result: Result) -> StateT:
        """Return the state with `outcome` set to the result."""
        return _replace_fields(state, outcome=result)

    def likeness(self, view: ViewT) -> str:
        """Return `position(view)`: only equal positions are alike."""
        return self.position(view)

    def noted(self, view: ViewT) -> tuple[str, ...]:
        """Return no notes."""
        return ()

    def revealed(self, view: ViewT) -> tuple[str, ...]:
        """Return no sentences."""
        return ()

    def retold(self, seat: int, line: str) -> str:
        """Return the line after the seat's name."""
        return f"{self.seats[seat]}: {line}"

    def prompt(self, view: ViewT, draft: tuple[str, ...]) -> Prompt:
        """Return a list of all legal actions."""
        texts = [self.format(action) for action in self.actions(view)]
        question = "What do you play?" if texts else "It isn't your turn."
        return Prompt(question, "list", tuple(Choice(text, text, action=text) for text in texts))

    def advice(self, view: ViewT, action: ActionT) -> Advice:
        """Return advice with the notation and the view's picture, without marks."""
        return build_advice(f"play {self.format(action)}", self.scene(view))

    def icon(self) -> Scene:
        """Return the public scene of a new match with default options."""
        return self.scene(self.view(self.new(self.options({}), bytes(32)), None))

    def gauge(self, view: ViewT) -> Gauge | None:
        """Return None: nothing is counted."""
        return None

    def event(self, before: ViewT, after: ViewT) -> Event | None:
        """Return None: no events."""
        return None

    def stats_group(self, view: ViewT) -> str:
        """Return "": no statistics."""
        return ""

    def next_leg(self, view: ViewT) -> Mapping[str, object] | None:
        """Return None: no second leg."""
        return None

    def redacted(self, view: ViewT) -> ViewT:
        """Return the view unchanged."""
        return view

    def is_same_start(self, first: StateT, second: StateT) -> bool:
        """Return True."""
        return True

    def rematch(self, state: StateT, result: Result) -> Rematch:
        """Return the same options with seats swapped."""
        return Rematch(options_data(_of(state).options), swapped=True)

    def legs(self, options: OptionsT) -> int:
        """Return 1."""
        return 1

    def mirrored(self, options: OptionsT) -> Mapping[str, object] | None:
        """Return None: not possible in two legs."""
        return None

    def leg_told(self, score: tuple[int, ...]) -> str:
        """Return "": no words."""
        return ""

    def leg_score(self, states: Sequence[StateT]) -> tuple[int, ...]:
        """Return an empty score."""
        return ()

    def drawn(self, states: Sequence[StateT]) -> str:
        """Return "": nothing is recorded."""
        return ""

    def reseeded(self, state: StateT, seed: bytes) -> StateT:
        """Return the state unchanged."""
        return state

    def lessons(self) -> tuple[Lesson, ...]:
        """Return no lessons."""
        return ()

    def tips(self, view: ViewT) -> tuple[Tip, ...]:
        """Return no tips."""
        return ()

    def rules(self) -> tuple[RulesPage, ...]:
        """Return one page with the summary and the icon."""
        return (RulesPage("How to play", self.summary, self.icon()),)

    def rules_page(self, view: ViewT) -> int:
        """Return 0, the first page."""
        return 0


def _of(state: Any) -> Any:
    """Return the state typed as Any, since the default methods need fields that `StateT` doesn't promise."""
    return state


def _replace_fields(value: Kept, **fields: Any) -> Kept:
    """Return a copy of a struct with other field values; its static type doesn't list the fields."""
    struct: Any = value
    changed: Kept = msgspec.structs.replace(struct, **fields)
    return changed
