"""Creators vs Destroyers: remember a 7×7 pattern shown once, rebuild it with dice-driven moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from games.core.base import BaseGame
from games.core.chance import Chance
from games.core.game import Agreement, Briefing, Persona, Player, Rematch, Result
from games.core.screen.advice import Advice
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Prompt
from games.core.screen.scene import Mark, Scene
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec, options_data
from games.core.vocabulary.presets import Preset
from games.creators.ai import levels
from games.creators.ai.analyst import CreatorsAnalyst
from games.creators.ai.personas import PERSONAS
from games.creators.rules import legs, notation, state, view
from games.creators.rules import rules as engine
from games.creators.rules.geometry import Action, Roll
from games.creators.rules.options import SPECS, Options, dealt, read_options
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
    """The game as the protocol of `games.core.game` wants it."""

    key = "creators"
    title = scenes.TITLE
    ruleset = "creators/3"
    seats = engine.SEAT_NAMES
    colors = scenes.COLORS
    beginner_seat = 1
    summary = "Remember a pattern shown once, and rebuild it with the die against you."
    option_specs: tuple[OptionSpec, ...] = SPECS
    presets: tuple[Preset, ...] = PRESETS
    personas: Mapping[str, Persona] = PERSONAS
    level_ratings: Mapping[str, int] = levels.LEVEL_RATINGS
    players: Mapping[str, Player[View, Action]] = levels.PLAYERS
    analyst: Analyst = CreatorsAnalyst()

    def options(self, raw: Mapping[str, object]) -> Options:
        return read_options(raw)

    def agreement(self, options: Options) -> Agreement:
        # CVD-33: there are draws in a race alone.
        return "always" if options.victory == "race" else "never"

    def left_to_chance(self, options: Options) -> str:
        return "the dice, and the pattern unless it was chosen"

    def new(self, options: Options, seed: bytes) -> State:
        return state.new_state(options, seed)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.outcome is not None else (state.side,)

    def turn_number(self, state: State) -> int:
        return state.ply

    briefed = staticmethod(view.briefed)
    view = staticmethod(view.view)

    def public_from(self, seat_view: View) -> View:
        return view.public_from(seat_view)

    def memorable(self, seat_view: View) -> tuple[tuple[str, ...], ...]:
        return view.memorable(seat_view)

    def recalled(self, seat_view: View, squares: Collection[str]) -> View:
        return view.recalled(seat_view, squares)

    def briefing(self, state: State, who: int) -> Briefing | None:
        return scenes.briefing(state.setup, who)

    def unbriefed(self, seat_view: View) -> View:
        return view.unbriefed(seat_view)

    def dealt(self, options: Options, who: int) -> str:
        return dealt(options, who)

    def actions(self, view: View) -> Iterator[Action]:
        if view.who is None or view.who != view.to_act:
            return iter(())
        if not view.die:
            return iter((Roll(),))
        return iter(engine.moves(view.board, view.who, view.die, view.options))

    def automatic(self, view: View) -> Action | None:
        may_roll = view.who is not None and view.who == view.to_act and not view.die
        return Roll() if may_roll else None

    def parse(self, view: View, text: str) -> Action:
        return notation.parse(view, text)

    def format(self, action: Action) -> str:
        return notation.format_action(action)

    def as_notation(self, view: View, text: str) -> str | None:
        return typed.as_notation(text)

    play = staticmethod(engine.play)

    def ended(self, state: State, result: Result) -> State:
        return engine.ended(state, result)

    def revealed(self, view: View) -> tuple[str, ...]:
        return () if view.pattern is None else (engine.pattern_sentence(view.pattern),)

    def position(self, view: View) -> str:
        return notation.position(view)

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        return scenes.scene(view, flip=flip, marks=marks)

    def prompt(self, view: View, draft: tuple[str, ...]) -> Prompt:
        return prompts.prompt(view, draft)

    def advice(self, view: View, action: Action) -> Advice:
        return proposals.advice(view, action)

    def icon(self) -> Scene:
        return scenes.icon()

    gauge = staticmethod(story.gauge)
    event = staticmethod(story.event)

    def stats_group(self, view: View) -> str:
        return "" if view.pattern is None else group_of(view.pattern.name)

    def reseeded(self, state: State, seed: bytes) -> State:
        return msgspec.structs.replace(state, chance=Chance(seed))

    def next_leg(self, view: View) -> Mapping[str, object] | None:
        return legs.next_leg(view)

    def redacted(self, view: View) -> View:
        return legs.redacted(view)

    def is_same_start(self, first: State, second: State) -> bool:
        return first.setup.pattern == second.setup.pattern

    def rematch(self, state: State, result: Result) -> Rematch:
        return Rematch(options_data(state.setup.options), swapped=True)

    def legs(self, options: Options) -> int:
        return options.legs

    def mirrored(self, options: Options) -> Mapping[str, object] | None:
        return legs.mirrored(options)

    def leg_told(self, score: tuple[int, ...]) -> str:
        return legs.leg_told(score)

    def leg_score(self, states: Sequence[State]) -> tuple[int, ...]:
        return legs.leg_score(states)

    def drawn(self, states: Sequence[State]) -> str:
        return engine.drawn(states)

    def lessons(self) -> tuple[Lesson, ...]:
        return first_steps.lessons()

    def tips(self, view: View) -> tuple[Tip, ...]:
        return coach.tips(view)

    def rules(self) -> tuple[RulesPage, ...]:
        return rules_pages()

    def rules_page(self, view: View) -> int:
        return rules_page(view)
