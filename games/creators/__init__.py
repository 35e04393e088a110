"""Creators vs Destroyers: remember a 7×7 pattern shown once, rebuild it with dice-driven moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from games.core.base import Ai, BaseGame
from games.core.chance import Chance
from games.core.game import Agreement, Briefing, Persona, Rematch, Result
from games.core.screen.advice import Advice
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Prompt
from games.core.screen.scene import Mark, Scene
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec, options_data
from games.core.vocabulary.presets import Preset
from games.creators.ai.personas import PERSONAS
from games.creators.rules import legs, notation, state, view
from games.creators.rules import rules as engine
from games.creators.rules.geometry import Action, Roll
from games.creators.rules.options import SPECS, Options, describe_deal, read_options, ruleset_of
from games.creators.rules.presets import PRESETS
from games.creators.rules.scribbles import group_of
from games.creators.rules.state import State
from games.creators.rules.view import View
from games.creators.screen import advice as proposals
from games.creators.screen import prompt as prompts
from games.creators.screen import scene as scenes
from games.creators.screen import story, typed
from games.creators.teaching import coach
from games.creators.teaching import lessons as first_steps
from games.creators.teaching.rules_pages import rules_page, rules_pages


class Creators(BaseGame[Options, State, View, Action]):
    """Creators vs Destroyers as an implementation of the game protocol in `games.core.game`."""

    key = "creators"
    title = scenes.TITLE
    ruleset = "creators/4"
    seats = engine.SEAT_NAMES
    colors = scenes.COLORS
    summary = "Remember a pattern shown once, and rebuild it with the die against you."
    option_specs: tuple[OptionSpec, ...] = SPECS
    presets: tuple[Preset, ...] = PRESETS
    personas: Mapping[str, Persona] = PERSONAS

    @property
    def ai(self) -> Ai:
        """The levels, their ratings and the analyst."""
        from games.creators.ai.analyst import ANALYST
        from games.creators.ai.levels import LEVEL_RATINGS, PLAYERS

        return Ai(PLAYERS, LEVEL_RATINGS, ANALYST)

    def options(self, raw: Mapping[str, object]) -> Options:
        """Check options and fill in the defaults; raise OptionError if one is wrong."""
        return read_options(raw)

    def ruleset_of(self, options: Options) -> str:
        """Return the id of the rules with these options."""
        return ruleset_of(options)

    def agreement(self, options: Options) -> Agreement:
        """Return the matches in which both sides may agree on a draw: all races, and no others."""
        # CVD-33: only a race can end in a draw.
        return "always" if options.victory == "race" else "never"

    def left_to_chance(self, options: Options) -> str:
        """Return what chance decides in a match, in words."""
        return "the dice, and the pattern unless it was chosen"

    def new(self, options: Options, seed: bytes) -> State:
        """Return the first state of a match; raise ValueError unless the seed is 32 bytes."""
        return state.new_state(options, seed)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat to act in a tuple; empty when the match is over."""
        return () if state.outcome is not None else (state.side,)

    def turn_number(self, state: State) -> int:
        """Return the number of the current ply, counted from 1."""
        return state.ply

    briefed = staticmethod(view.recall_briefing)
    view = staticmethod(view.view)

    def public_from(self, seat_view: View) -> View:
        """Return the public view, computed from a seat's view."""
        return view.public_from(seat_view)

    def memorable(self, seat_view: View) -> tuple[tuple[str, ...], ...]:
        """Return the squares that the viewer may mark as remembered, row by row as they see the board."""
        return view.memorable(seat_view)

    def recalled(self, seat_view: View, squares: Collection[str]) -> View:
        """Return the view with these squares marked as remembered."""
        return view.mark_recalled(seat_view, squares)

    def briefing(self, state: State, who: int) -> Briefing | None:
        """Return the preview of the pattern for a seat."""
        return scenes.briefing(state.setup, who)

    def unbriefed(self, seat_view: View) -> View:
        """Return the view of a seat that hasn't looked at its preview yet."""
        return view.hide_briefing(seat_view)

    def dealt(self, options: Options, who: int) -> str:
        """Return what a seat is shown of the pattern, in words; empty if nothing."""
        return describe_deal(options, who)

    def actions(self, view: View) -> Iterator[Action]:
        """Return every legal action, lazily; none for a viewer who isn't to act."""
        if view.who is None or view.who != view.to_act:
            return iter(())
        if not view.die:
            return iter((Roll(),))
        return iter(engine.moves(view.board, view.who, view.die, view.options))

    def automatic(self, view: View) -> Action | None:
        """Return the roll while the viewer is to roll, which the bot may make for them, or None."""
        may_roll = view.who is not None and view.who == view.to_act and not view.die
        return Roll() if may_roll else None

    def parse(self, view: View, text: str) -> Action:
        """Return the legal action that a text names; raise Unreadable or Illegal."""
        return notation.parse(view, text)

    def format(self, action: Action) -> str:
        """Format an action as text."""
        return notation.format_action(action)

    def as_notation(self, view: View, text: str) -> str | None:
        """Return the notation for a freely typed roll or move, or None; raise Illegal for a crooked way."""
        return typed.as_notation(text)

    play = staticmethod(engine.play)

    def ended(self, state: State, result: Result) -> State:
        """Return the final state of a match that ended with this result."""
        return engine.end_match(state, result)

    def revealed(self, view: View) -> tuple[str, ...]:
        """Return the sentence that names the pattern once the match is over; empty before."""
        return () if view.pattern is None else (engine.pattern_sentence(view.pattern),)

    def position(self, view: View) -> str:
        """Format the position as text, the same for all viewers."""
        return notation.position(view)

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        """Return the picture of the board as the viewer sees it."""
        return scenes.scene(view, flip=flip, marks=marks)

    def prompt(self, view: View, draft: tuple[str, ...]) -> Prompt:
        """Return the next question for the viewer, after the choices in `draft`."""
        return prompts.prompt(view, draft)

    def advice(self, view: View, action: Action) -> Advice:
        """Present an action as advice to the viewer."""
        return proposals.advice(view, action)

    def icon(self) -> Scene:
        """Return the picture that stands for the game."""
        return scenes.icon()

    gauge = staticmethod(story.gauge)
    event = staticmethod(story.event)

    def stats_group(self, view: View) -> str:
        """Return the statistics group of a finished match, named after its pattern; empty before the end."""
        return "" if view.pattern is None else group_of(view.pattern.name)

    def reseeded(self, state: State, seed: bytes) -> State:
        """Return the same position with all further rolls drawn from a new seed."""
        return msgspec.structs.replace(state, chance=Chance(seed))

    def next_leg(self, view: View) -> Mapping[str, object] | None:
        """Return the raw options of the second leg, which name the pattern, or None."""
        return legs.next_leg(view)

    def redacted(self, view: View) -> View:
        """Return the final view of a first leg without the pattern, which the second leg uses again."""
        return legs.redact_view(view)

    def is_same_start(self, first: State, second: State) -> bool:
        """Return whether two states start from the same pattern."""
        return first.setup.pattern == second.setup.pattern

    def rematch(self, state: State, result: Result) -> Rematch:
        """Return the terms of a rematch: the same options with swapped sides."""
        return Rematch(options_data(state.setup.options), swapped=True)

    def legs(self, options: Options) -> int:
        """Return the number of legs of a match."""
        return options.legs

    def mirrored(self, options: Options) -> Mapping[str, object] | None:
        """Return the raw options of the same match in two legs."""
        return legs.mirror_options(options)

    def leg_told(self, score: tuple[int, ...]) -> str:
        """Return a leg's score in words that follow the Creator's name."""
        return legs.leg_told(score)

    def leg_score(self, states: Sequence[State]) -> tuple[int, ...]:
        """Return the Creator's score in a leg; the higher tuple wins the match of two legs."""
        return legs.leg_score(states)

    def drawn(self, states: Sequence[State]) -> str:
        """Return what chance decided in a finished match, as a line for its record."""
        return engine.format_draws(states)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons, in order."""
        return first_steps.lessons()

    def tips(self, view: View) -> tuple[Tip, ...]:
        """Return the coach's tips for the viewer, the most important first."""
        return coach.tips(view)

    def rules(self) -> tuple[RulesPage, ...]:
        """Return the pages of the rules."""
        return rules_pages()

    def rules_page(self, view: View) -> int:
        """Return the number of the rules page that fits the viewer's situation."""
        return rules_page(view)
