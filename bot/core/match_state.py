"""A match folded from its record: header, seats, game state, and what viewers were told of each action."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from games import GAMES
from games.core.endings import VOID
from games.core.game import AnyGame, Briefing, MatchReason, Result, Viewer
from games.core.screen.scene import Mark, Scene
from games.core.vocabulary.seats import SOLO
from storage.rows import Action, Match, Seat

Told = Mapping[Viewer, tuple[str, ...]]

_PLANTS = """
Acacia Alder Almond Apple Apricot Ash Aspen Aster Bamboo Basil Beech Birch Bramble Cedar Cherry Chestnut
Clover Cypress Daisy Elder Elm Fennel Fern Fig Fir Ginger Hawthorn Hazel Heather Holly Iris Ivy
Jasmine Juniper Larch Laurel Lavender Lemon Lilac Lily Linden Lotus Maple Mint Myrtle Nettle Oak Olive
Orchid Palm Peony Pine Poplar Poppy Rose Rowan Saffron Sage Sorrel Spruce Thyme Tulip Walnut Willow
""".split()  # noqa: SIM905
_NUMBERS = range(100, 1000)


@lru_cache(maxsize=4096)
def nickname(match_id: str) -> str:
    """Return the name of a match, such as “Maple 482”: short, easy to say, and always the same.

    It follows from the id alone, which is in every button, so it reveals nothing; with 57,600 names two
    matches rarely share one.
    """
    number = int.from_bytes(hashlib.sha256(match_id.encode()).digest()[:8])
    rest, plant = divmod(number, len(_PLANTS))
    return f"{_PLANTS[plant]} {_NUMBERS[rest % len(_NUMBERS)]}"


def id_by_name(given: str, ids: Iterable[str]) -> str:
    """Return the first of the match ids whose name was given, in whatever case, or else what was given."""
    name = " ".join(given.split())
    return next((match_id for match_id in ids if nickname(match_id).lower() == name.lower()), name)


def format_title(game_key: str, match_id: str) -> str:
    """Return the title of a match from its game and name: “Decoy Patrol · Maple 482”."""
    return f"{GAMES[game_key].title} · {nickname(match_id)}"


class Moment(msgspec.Struct, frozen=True):
    """The point between two actions: the seats to act, and the number of the turn; None: the game is over."""

    acting: tuple[int, ...]
    turn_number: int | None


class Step(Moment, frozen=True):
    """One action and the moment after it.

    Attributes:
        seat: The seat that acted.
        text: The action as text.
        forced: Whether the match played it because it was the only legal action.
        told: What each viewer was told of it.
        automatic: Whether it needed no choice, no matter who played it.
        said: The player's own words to the opponent, public.
        back: For a takeback, the number of the action after which the match continues; else None.
    """

    seat: int
    text: str
    forced: bool
    told: Told
    automatic: bool = False
    said: str = ""
    back: int | None = None


class MatchState(msgspec.Struct, frozen=True):
    """One match at one moment; `start` is the moment before the first of its steps."""

    match: Match
    game_state: Any
    start: Moment
    steps: tuple[Step, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game of the match."""
        return GAMES[self.match.game]

    @property
    def title(self) -> str:
        """The title of the match: its game and its name."""
        return format_title(self.match.game, self.match.id)

    @property
    def length(self) -> int:
        """The number of actions so far."""
        return len(self.steps)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all actions so far."""
        return tuple(step.text for step in self.steps)

    def moment(self, number: int) -> Moment:
        """Return the moment after action `number`; 0: the start."""
        return self.steps[number - 1] if number else self.start

    @property
    def showed_up(self) -> int | None:
        """The seat of an aborted match whose opponent was to act; None if both were to act."""
        acting = self.moment(self.length).acting
        return 1 - acting[0] if len(acting) == 1 else None

    @property
    def pauser(self) -> str:
        """The moderator who has paused the match, as a mention."""
        return "A moderator" if self.match.paused_by is None else f"<@{self.match.paused_by}>"

    @property
    def turn_number(self) -> int | None:
        """The number of the current turn; None when the game is over."""
        return self.moment(self.length).turn_number

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats to act; empty once the match has ended for any reason, or while it's paused."""
        stands = self.match.reason is not None or self.match.paused_at is not None
        return () if stands else self.moment(self.length).acting

    @property
    def sealed(self) -> bool:
        """Whether this is a finished first leg whose second leg isn't over yet. CVD-35.

        The second leg's dice follow from its secret, and in both the same has to be remembered.
        """
        return self.match.sealed

    @property
    def is_void(self) -> bool:
        """Whether it was aborted or canceled; then it doesn't count, and hidden things stay hidden."""
        return self.match.reason in VOID

    @property
    def is_open_to_all(self) -> bool:
        """Whether everything that was hidden may be shown to everyone now."""
        return self.match.reason is not None and not self.is_void and not self.sealed

    @property
    def result(self) -> Result | None:
        """The game's own result; None while it runs or if the match ended otherwise."""
        return self.game.result(self.game_state)

    def view(self, who: Viewer) -> Any:
        """Return what a viewer may know: everything once the match and its second leg have ended.

        For a match that doesn't count, it's what they knew when it ended.
        """
        view = self.game.view(self._final_state() or self.game_state, who)
        return (
            self.game.redacted(self.restrict_view(view, who))
            if self.sealed
            else self.restrict_view(view, who)
        )

    def restrict_view(self, view: Any, who: Viewer) -> Any:
        """Return a view, reduced for a player who hasn't seen the preview and may still leave for free."""
        return view if who is None or not self._is_unbriefed(who) else self.game.unbriefed(view)

    def _is_unbriefed(self, seat: int) -> bool:
        row = self.seat_row(seat)
        runs_or_is_void = self.match.reason is None or self.is_void
        return runs_or_is_void and row.person is not None and row.briefed_at is None

    def _final_state(self) -> Any:
        if self.match.reason is None or self.is_void or self.result is not None:
            return None
        return self.game.ended(self.game_state, Result(self.match.winner, MatchReason(self.match.reason)))

    def scene(self, who: Viewer, marks: tuple[Mark, ...] = ()) -> Scene:
        """Return the picture for a viewer; for a void match, their last view with a note that it's over."""
        scene = self.name_bot(self.game.scene(self.view(who), marks=marks))
        return _over(scene, VOID[self.match.reason or ""]) if self.is_void else scene

    def name_bot(self, scene: Scene) -> Scene:
        """Return a picture of a solo game with the bot's name in its words."""
        persona = self.game.personas.get(self.seat_row(1).level or "")
        if self.game.supports_pvp or persona is None:
            return scene
        words = (text.replace(SOLO[1], persona.name) for text in (scene.subtitle, scene.alt))
        subtitle, alt = (text.replace(SOLO[1].lower(), persona.name) for text in words)
        return msgspec.structs.replace(scene, subtitle=subtitle, alt=alt)

    def latest_narration(self, who: Viewer) -> tuple[str, ...]:
        """Return what a viewer was told since the last post, or what was hidden after an act of the match."""
        if self.is_void:
            return ()
        if self.match.reason is not None and self.result is None:
            return self.game.revealed(self.view(who))
        return narration_since_last_post(self, self.length, who) if self.length else ()

    def narration_of_turn(self, seat: int) -> tuple[str, ...]:
        """Return what a seat was told of the turn before its current one, and of the current one so far.

        Of its own actions, only the newest is told: a panel has shown the others already.
        """
        if self.match.reason is not None:
            return self.latest_narration(seat)
        first = _last_post(self, turn_began(self))
        return _lines(self, _numbers_untold(self, seat, first), seat)

    def briefing(self, seat: int) -> Briefing | None:
        """Return the private start of the match for a seat, or None."""
        return self.game.briefing(self.game_state, seat)

    def seat_of(self, person: int) -> int | None:
        """Return the seat of a person, or None if they aren't a player."""
        return next((row.seat for row in self.match.seats if row.person == person), None)

    def seat_row(self, seat: int) -> Seat:
        """Return the database row of a seat."""
        return next(row for row in self.match.seats if row.seat == seat)

    def is_bot(self, seat: int) -> bool:
        """Return whether an AI plays this seat."""
        return self.seat_row(seat).person is None

    def bot_to_act(self) -> int | None:
        """Return the AI seat that is to act, or None."""
        return next((seat for seat in self.to_act if self.is_bot(seat)), None)

    def version(self, seat: int) -> int:
        """Return how often this seat has acted, the age of its panel. The opponent's count is a secret.

        A takeback of the opponent counts, too, since it changes the position to which a panel refers.
        """
        return len([step for step in self.steps if step.seat == seat or step.back is not None])

    def count_actions(self, seat: int, number: int) -> int:
        """Return how many of the first `number` actions are this seat's."""
        return [step.seat for step in self.steps[:number]].count(seat)

    def choices_by(self, seat: int, number: int | None = None) -> int:
        """Return how many of all or the first `number` actions this seat has chosen."""
        return sum(self._choices(seat, number))

    def has_chosen(self, seat: int) -> bool:
        """Return whether a seat has chosen an action."""
        return any(self._choices(seat))

    def _choices(self, seat: int, number: int | None = None) -> Iterator[bool]:
        """Yield for each of a seat's actions whether it was chosen.

        Forced actions, and those the match may play for a player, such as a roll, don't show presence.
        """
        own = (step for step in self.steps[:number] if step.seat == seat)
        return (not (step.forced or step.automatic) for step in own)

    def people(self) -> tuple[int, ...]:
        """Return the ids of the people in the match, in the order of seats."""
        return tuple(row.person for row in self.match.seats if row.person is not None)


def _over(scene: Scene, words: str) -> Scene:
    """Return a picture without a player to move, and with these words in place of the turn."""
    alt = scene.alt.replace(scene.subtitle, words, 1)
    return msgspec.structs.replace(scene, subtitle=words, alt=alt, turn=None)


def opening(match: Match) -> MatchState:
    """Return the match before the first action."""
    game = GAMES[match.game]
    game_state = game.new(game.options(match.options), match.seed)
    return MatchState(match, game_state, Moment(game.to_act(game_state), game.turn_number(game_state)))


def apply_actions(state: MatchState, actions: Sequence[Action]) -> MatchState:
    """Return the match after further rows of its log: actions and takebacks."""
    game_state, steps = state.game_state, list(state.steps)
    past = {len(steps): game_state}
    for action in actions:
        back = read_takeback(action.text)
        if back is None:
            game_state, step = _step(state.game, game_state, action)
        else:
            step = _takeback(state, steps, action, back)
            game_state = past[back] if back in past else _replay(state.match, steps[:back])
        steps.append(step)
        past[len(steps)] = game_state
    return MatchState(state.match, game_state, state.start, tuple(steps))


def _step(game: AnyGame, game_state: Any, action: Action) -> tuple[Any, Step]:
    """Return the game state after an action, and the step that led there."""
    view = game.view(game_state, action.seat)
    forced, by_itself = game.forced(view) is not None, game.automatic(view)
    parsed = game.parse(view, action.text)
    played = game.play(game_state, action.seat, parsed)
    acting = game.to_act(played.state)
    turn = game.turn_number(played.state) if acting else None
    automatic = by_itself is not None and parsed == by_itself
    said = game.said(parsed)
    return played.state, Step(acting, turn, action.seat, action.text, forced, played.told, automatic, said)


_TAKEBACK = "takeback "


def write_takeback(number: int) -> str:
    """Return the text of the log's row that takes a match back to where it stood after action `number`."""
    return f"{_TAKEBACK}{number}"


def read_takeback(text: str) -> int | None:
    """Return the number of the action to which a row of the log goes back, or None for an action."""
    return int(text.removeprefix(_TAKEBACK)) if text.startswith(_TAKEBACK) else None


def _takeback(state: MatchState, steps: Sequence[Step], action: Action, back: int) -> Step:
    """Return the step of a takeback that follows these steps."""
    moment = steps[back - 1] if back else state.start
    told: Told = dict.fromkeys((0, 1, None), (f"{state.game.seats[action.seat]} takes a move back.",))
    return Step(moment.acting, moment.turn_number, action.seat, action.text, False, told, back=back)


def _replay(match: Match, steps: Sequence[Step]) -> Any:
    """Return the state of the game after these steps of a match."""
    game, game_state = GAMES[match.game], opening(match).game_state
    for number in numbers_in_force(steps):
        step = steps[number - 1]
        action = game.parse(game.view(game_state, step.seat), step.text)
        game_state = game.play(game_state, step.seat, action).state
    return game_state


def numbers_in_force(steps: Sequence[Step]) -> tuple[int, ...]:
    """Return the numbers of the actions that are still in force: those that no takeback has undone."""
    kept = list[int]()
    for number, step in enumerate(steps, 1):
        if step.back is None:
            kept.append(number)
        else:
            kept = kept[: bisect_right(kept, step.back)]
    return tuple(kept)


def in_force(state: MatchState) -> MatchState:
    """Return a match without its takebacks and what they undid: what its record holds."""
    steps = tuple(state.steps[number - 1] for number in numbers_in_force(state.steps))
    return state if len(steps) == state.length else msgspec.structs.replace(state, steps=steps)


def turn_has_passed(state: MatchState) -> bool:
    """Return whether the last action ended a turn."""
    return state.length > 0 and _ends_turn(state, state.length)


def _ends_turn(state: MatchState, number: int) -> bool:
    """Return whether action `number` ended a turn."""
    return state.moment(number - 1).turn_number != state.moment(number).turn_number


def is_same_turn(state: MatchState, number: int) -> bool:
    """Return whether the turn that began after action `number` is still under way."""
    return all(step.turn_number == state.moment(number).turn_number for step in state.steps[number:])


def is_posted(state: MatchState, number: int) -> bool:
    """Return whether a public board follows action `number`: a person's turn begins, or the game ends.

    Turns that pass to an AI wait for its answer, and turns that the match plays by itself are told with the
    action before, so that one post tells both.
    """
    goes_on_by_itself = number < state.length and _goes_on_by_itself(state, number + 1)
    waits = any(state.is_bot(seat) for seat in state.moment(number).acting)
    return _ends_turn(state, number) and not waits and not goes_on_by_itself


def _goes_on_by_itself(state: MatchState, number: int) -> bool:
    """Return whether action `number` was no choice and made up its whole turn."""
    step = state.steps[number - 1]
    return step.forced or (step.automatic and _ends_turn(state, number))


def narration_since_last_post(state: MatchState, number: int, who: Viewer) -> tuple[str, ...]:
    """Return what a viewer was told of the actions after the last board before action `number`, up to it."""
    return _lines(state, range(_last_post(state, number) + 1, number + 1), who)


def authors_since_last_post(state: MatchState, number: int) -> tuple[int, ...]:
    """Return the seats of people whose own words are in `narration_since_last_post`."""
    steps = state.steps[_last_post(state, number) : number]
    return tuple(sorted({step.seat for step in steps if step.said and not state.is_bot(step.seat)}))


def _last_post(state: MatchState, number: int) -> int:
    """Return the number of the last action before `number` that a board followed; 0: none did."""
    return next((n for n in range(number - 1, 0, -1) if is_posted(state, n)), 0)


def turn_began(state: MatchState) -> int:
    """Return the number of the action that ended the turn before the current one; 0: it's the first turn."""
    return next((number for number in range(state.length, 0, -1) if _ends_turn(state, number)), 0)


def _numbers_untold(state: MatchState, seat: int, first: int) -> list[int]:
    """Return the numbers of the actions after `first` without those of a seat before its newest one.

    Turns that passed without a choice of the seat stay.
    """
    numbers = range(first + 1, state.length + 1)
    newest = max((number for number in numbers if state.steps[number - 1].seat == seat), default=0)
    return [
        number
        for number in numbers
        if number == newest or state.steps[number - 1].seat != seat or _goes_on_by_itself(state, number)
    ]


def _lines(state: MatchState, numbers: Iterable[int], who: Viewer) -> tuple[str, ...]:
    redacted = state.game.revealed(state.game.view(state.game_state, who)) if state.sealed else ()
    told = (line for number in numbers for line in state.steps[number - 1].told[who])
    return tuple(line for line in told if line not in redacted)
