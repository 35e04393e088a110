"""What's written for spectators, public boards and replays of the truth, addresses no one as “you”."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from bot.core.match_state import MatchState, apply_actions, opening
from bot.play.records.replays import Replay, build_replay
from games import GAMES
from games.core.screen.scene import Scene
from storage.rows import Action
from tests.contract import goldens
from tests.kit.matches.replayed import match_of, over, played

PLIES = 250
ADDRESS = re.compile(r"\byou(?:r|rs|'re|'ll|'ve)?\b", re.IGNORECASE)
OWN_WORDS = re.compile("“[^”]*”|{[^}]*}")
RULES = re.compile(r"\bHuman\b|\bAI\b")


def golden(key: str, number: int) -> MatchState:
    """Return a golden playthrough as a finished match."""
    _, raw, seed, actions = goldens.read(goldens.path_of(key, number).read_text(encoding="utf-8"))
    match = msgspec.structs.replace(match_of(key, **raw), seed=seed)
    acted = [Action(place, seat, text, 0) for place, (seat, text) in enumerate(actions, 1)]
    return ended(apply_actions(opening(match), acted))


def at_random(key: str, number: int) -> MatchState:
    """Return a match of random actions, at whose end someone resigns if the rules haven't ended it."""
    return ended(played(match_of(key, number), PLIES, number)[0])


def ended(state: MatchState) -> MatchState:
    result = state.result
    return over(state, 0, "resigned") if result is None else over(state, result.winner, str(result.reason))


def said_in(scene: Scene) -> Iterator[str]:
    yield from (scene.title, scene.subtitle, scene.alt, *scene.log)
    yield from (f"{counter.label} {counter.value}" for counter in (*scene.counters, *scene.below))


def said(shown: Replay) -> Iterator[str]:
    """Yield all that a replay says, without the players' own words."""
    for number in range(len(shown.steps)):
        texts = (
            *shown.reading(number),
            *shown.list_events(number),
            *shown.list_unpictured(number),
            *said_in(shown.scene(number)),
        )
        yield from (OWN_WORDS.sub("", text) for text in texts)


@pytest.mark.slow
@pytest.mark.parametrize("make", [golden, at_random])
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("number", range(1, 1 + goldens.PER_GAME))
def test_no_one_is_addressed_in_the_truth_and_on_public_boards(make, key: str, number: int) -> None:
    state = make(key, number)
    for eyes in ("truth", "all"):
        addressed = {text for text in said(build_replay(state, eyes)) if ADDRESS.search(text)}
        assert not addressed
    public = [line for step in state.steps for line in step.told[None]]
    assert not {line for line in public if ADDRESS.search(OWN_WORDS.sub("", line))}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 1 + goldens.PER_GAME))
def test_no_one_reads_the_rule_texts_names_of_the_seats_in_a_match_with_the_bot(number: int) -> None:
    state = golden("alpha", number)
    for eyes in ("truth", "all", "seat0", "seat1"):
        assert not {text for text in said(build_replay(state, eyes)) if RULES.search(text)}
    assert not {
        line for step in state.steps for told in step.told.values() for line in told if RULES.search(line)
    }


@pytest.mark.slow
def test_whoever_plays_the_bot_is_you_on_their_own_board_and_the_other_is_the_bot() -> None:
    state = golden("alpha", 1)
    for scene in map(build_replay(state, "seat0").scene, range(20)):
        assert re.match(r"(Your|The bot's) (Action|Combat) Phase, turn \d+$", scene.subtitle)
        assert " Your creatures: " in scene.alt
        assert " The bot's creatures: " in scene.alt
        assert "The player" not in scene.alt
