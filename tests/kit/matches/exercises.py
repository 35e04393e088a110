"""Exercises at a table, solved by tapping the board's choices as a player would."""

from __future__ import annotations

from bot.discord_kit.components.buttons import split_custom_id
from games import GAMES
from games.core.teaching.attempts import attempt, to_act
from games.core.vocabulary.tasks import Exercise, Quiz
from tests.kit.games.drafts import Draft, following, open_choices
from tests.kit.people import Person
from tests.kit.seen import Seen

Taps = tuple[Draft, ...]
"""Taps in order, each as the board's draft plus the tapped key."""


def taps_to(game_key: str, exercise: Exercise, tried: tuple[str, ...], text: str) -> Taps:
    """Return the taps that lead from a board to an action or an answer."""
    if isinstance(exercise.task, Quiz):
        return ((text,),)
    game = GAMES[game_key]
    state = attempt(game, exercise, tried).state
    seat = to_act(game, exercise, state)
    waiting: list[tuple[Draft, Taps]] = [((), ())]
    known = {()}
    while waiting:
        draft, taps = waiting.pop(0)
        prompt = game.prompt(game.view(state, seat), draft)
        for choice in open_choices(prompt):
            here = (*taps, (*draft, choice.key))
            if choice.action == text:
                return here
            led = following(draft, choice)
            if choice.action is None and led not in known:
                known.add(led)
                waiting.append((led, here))
    raise AssertionError(f"no prompt leads to {text}")


async def tap_key(person: Person, board: Seen, keys: Draft) -> Seen:
    """Tap the last of these keys on a button or in a list, on any page of it."""
    for part in board.parts():
        _, parts = split_custom_id(part.get("custom_id", ""))
        if part.get("type") == 2 and parts[2:3] == ("~".join(keys),) and not part.get("disabled"):
            return await person.press(board, part["custom_id"])
        values = [option["value"] for option in part.get("options", ())]
        if part.get("type") == 3 and keys[-1] in values:
            return await person.press(board, part["custom_id"], [keys[-1]])
    more = next((label for label in board.buttons if label.startswith("More")), None)
    assert more is not None, f"nothing to tap for {keys}: {board.text} {list(board.buttons)}"
    return await tap_key(person, await person.tap(more, board), keys)


def first_labeled(seen: Seen, label: str) -> str:
    """Return the custom_id of the first button with this label."""
    return next(str(part["custom_id"]) for part in seen.parts() if part.get("label") == label)


async def play(
    person: Person, board: Seen, game_key: str, exercise: Exercise, texts: tuple[str, ...]
) -> Seen:
    """Play these actions by taps, and return the final board."""
    tried: tuple[str, ...] = ()
    for text in texts:
        for keys in taps_to(game_key, exercise, tried, text):
            board = await tap_key(person, board, keys)
        tried = (*tried, text)
    return board
