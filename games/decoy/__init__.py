"""Decoy Patrol: hidden identities, fog of war, movement points, and surrounding as in Go."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.base import Ai, BaseGame
from games.core.game import Agreement, Persona, Rematch, Result
from games.core.screen.advice import Advice
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Prompt
from games.core.screen.scene import Mark, Scene
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.presets import Preset
from games.decoy.ai.personas import PERSONAS
from games.decoy.rules import actions, narration, notation, state, view
from games.decoy.rules import rules as engine
from games.decoy.rules.actions import Action
from games.decoy.rules.options import FORMER_RULESETS, SPECS, Options, read_options
from games.decoy.rules.presets import PRESETS
from games.decoy.rules.state import State
from games.decoy.rules.view import View
from games.decoy.screen import advice as proposals
from games.decoy.screen import note_texts, story, typed
from games.decoy.screen import prompt as prompts
from games.decoy.screen import scene as scenes
from games.decoy.teaching import lessons, tips
from games.decoy.teaching.rules_pages import rules_page, rules_pages


class Decoy(BaseGame[Options, State, View, Action]):
    """Decoy Patrol as an implementation of the game protocol in `games.core.game`."""

    key = "decoy"
    title = scenes.TITLE
    ruleset = "decoy/4"
    former_rulesets: Mapping[str, str] = FORMER_RULESETS
    seats = state.SEAT_NAMES
    colors = scenes.COLORS
    summary = "Find the Commander among identical diamonds, in the fog, before yours is found."
    option_specs: tuple[OptionSpec, ...] = SPECS
    presets: tuple[Preset, ...] = PRESETS
    personas: Mapping[str, Persona] = PERSONAS

    @property
    def ai(self) -> Ai:
        """The levels, their ratings and the analyst."""
        from games.decoy.ai.analyst import ANALYST
        from games.decoy.ai.levels import LEVEL_RATINGS, PLAYERS

        return Ai(PLAYERS, LEVEL_RATINGS, ANALYST)

    def options(self, raw: Mapping[str, object]) -> Options:
        """Check options and fill in the defaults; OptionError says what's wrong."""
        return read_options(raw)

    def agreement(self, options: Options) -> Agreement:
        """Return the matches in which both sides may agree on a draw: the unrated ones."""
        # DP-39: too much is hidden to bargain about a draw when ratings are at stake.
        return "unrated"

    def left_to_chance(self, options: Options) -> str:
        """Return what chance decides before the match, in words; empty if nothing."""
        return "who goes first" if options.first == "seeded" else ""

    def new(self, options: Options, seed: bytes) -> State:
        """Return the state before the setup."""
        return state.new_state(options, seed)

    to_act = staticmethod(state.to_act)
    view = staticmethod(view.view)
    actions = staticmethod(actions.actions)
    play = staticmethod(engine.play)

    def turn_number(self, state: State) -> int:
        """Return the number of the current turn, each side's counted as one; 0 is the setup."""
        return state.ply

    def public_from(self, seat_view: View) -> View:
        """Return the public view, computed from a seat's view."""
        return view.public_from(seat_view)

    def parse(self, view: View, text: str) -> Action:
        """Return the legal action that a text names; raise Unreadable or Illegal."""
        return notation.parse(view, text)

    def format(self, action: Action) -> str:
        """Format an action as text."""
        return notation.format_action(action)

    def understood(self, view: View, text: str) -> tuple[str, ...]:
        """Return the actions, as text, that a player's free typing can mean."""
        return typed.understand_text(view, text)

    def ended(self, state: State, result: Result) -> State:
        """Return the final state of a match that didn't end by its rules."""
        return engine.end_match(state, result)

    def revealed(self, view: View) -> tuple[str, ...]:
        """Return the pieces left at the end in sentences, once the match is over; empty before."""
        return scenes.reveal_pieces(view)

    def retold(self, seat: int, line: str) -> str:
        """Return a line that only a seat was told in the words of a spectator."""
        return narration.retell(seat, line)

    def position(self, view: View) -> str:
        """Format the position as the viewer sees it."""
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

    noted = staticmethod(note_texts.list_notes)
    gauge = staticmethod(story.gauge)
    event = staticmethod(story.event)

    def icon(self) -> Scene:
        """Return the picture that stands for the game."""
        return scenes.icon()

    def rematch(self, state: State, result: Result) -> Rematch:
        """Return the terms of a rematch: its options, with the loser going first."""
        return engine.rematch(state, result)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons, in order."""
        return lessons.lessons()

    def tips(self, view: View) -> tuple[Tip, ...]:
        """Return the coach's tips for the viewer, the most important first."""
        return tips.tips(view)

    def rules(self) -> tuple[RulesPage, ...]:
        """Return the pages of the rules."""
        return rules_pages()

    def rules_page(self, view: View) -> int:
        """Return the number, from 0, of the rules page that fits the viewer's situation."""
        return rules_page(view)
