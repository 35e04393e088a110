"""The end of a match tells its story: turning points, a curve, what was hidden and lost, then Rematch."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest

from bot.core.app_context import Recent
from bot.core.match_state import MatchState
from bot.discord_kit.components.items import Screen
from bot.play.matches.ui import messages
from bot.play.posts.ui import boards
from bot.play.records import stories
from bot.play.records.folding import turns
from bot.play.records.replays import build_replay
from bot.play.records.ui import stories as shown
from games import GAMES
from games.core.screen.story import Event, Gauge, Happening, Level, Story
from tests.kit.matches.decoy import ASSASSINATION, begin_set_up, in_private, play
from tests.kit.matches.finished import broken_off, finished
from tests.kit.seen import Seen
from tests.kit.table import Table

POINT = "**Turn 3** · Cyan's Scout destroys Magenta's Commander on e6."
LOST = "-# Magenta lost Commander (turn 3)."


async def ends(t: Table) -> tuple[Seen, Seen, Seen]:
    """Return the messages about a win of Mara's as Cyan: her panel, Magenta's DM and the public post."""
    match = await begin_set_up(t, t.mara, t.tom, first="cyan")
    await play(match, ASSASSINATION[:-1])
    panel = await match.act(ASSASSINATION[-1])
    await t.settled()
    return panel, in_private(t.tom)[-1], match.posts()[-1]


async def told_of(state: MatchState) -> list[Screen]:
    """Return the two results and the public board of an ended match, without Discord."""
    public = await boards.public_board(state, state.length, None, ())
    return [await messages.result(state, seat, "", ()) for seat in (0, 1)] + [public]


def texts(screen: Screen) -> str:
    return str(screen.view.to_components())


# --- what's told -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_both_players_and_everybody_are_told_the_story_and_offered_a_rematch_first(t: Table) -> None:
    for seen in await ends(t):
        assert POINT in seen.text
        assert LOST in seen.text
        assert "Cyan lost" not in seen.text, "it lost nothing"
        assert ("Magenta's pieces left: " in seen.text) != ("Your pieces left: Scouts" in seen.text)
        assert list(seen.pictures) == ["board.png", "curve.png"]
        assert seen.alt_texts[1] == (
            "Pieces over 3 turns. Cyan: 12 at first, 12 after turn 2, 12 at the end. "
            "Magenta: 12 at first, 12 after turn 2, 11 at the end."
        )
        assert next(iter(seen.buttons)) == "Rematch"
        assert len(seen.text.splitlines()) <= 12


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_the_end_of_any_match_is_short_and_all_are_told_the_same_story(key: str) -> None:
    state = finished(key, 2)
    screens = await told_of(state)
    for who, screen in zip((0, 1, None), screens, strict=True):
        story = (await shown.build_story(state, who)).parts
        contents = [part.content for part in screen.view.walk_children() if hasattr(part, "content")]
        assert sum(len(text.splitlines()) for text in contents) <= 13
        assert sum(map(len, contents)) < 2600
        for part in story:
            assert str(part.to_component_dict()) in texts(screen)
    assert story or key == "ccc", "nothing was taken"


@pytest.mark.parametrize("key", GAMES)
def test_a_curve_has_a_point_before_the_first_turn_and_one_after_each(key: str) -> None:
    state = finished(key, 2)
    told = {level.turn for level in stories.story(state).levels}
    assert told == ({0, *(turn.number for turn in turns(state))} if told else set())
    assert bool(told) == (GAMES[key].gauge(GAMES[key].view(state.game_state, None)) is not None)


async def test_a_match_without_kills_tells_of_none_and_one_without_a_gauge_draws_nothing() -> None:
    state = finished("creators")
    words = texts((await told_of(state))[2])
    assert "**Turn " in words
    assert " lost " not in words
    told = Story((), (Happening(4, Event("White moves.", turns=True)),))
    assert shown.curve_of(Story((Level(1, Gauge("A", (("b", 1), ("c", 2)))),)), "blue-red").levels[
        0
    ].values == (1, 2)
    assert list(shown._points(told)) == ["**Turn 4** · White moves."]


def test_what_was_lost_is_listed_by_kind_with_its_turns_and_cut_where_it_is_long() -> None:
    state = finished("decoy")
    happenings = [Happening(turn, Event("x", ((0, "Decoy"),))) for turn in (3, 5, 8, 13)]
    happenings += [Happening(9, Event("x", ((0, "Scout"), (0, "Scout"))))]
    happenings += [Happening(20 + n, Event("x", ((1, f"Kind {n}"),))) for n in range(11)]
    cyan, magenta = shown._losses(state, Story((), tuple(happenings)))
    assert cyan == "-# Cyan lost 4 × Decoy (turns 3–13), 2 × Scout (9)."
    assert magenta.endswith("Kind 7 (27), and 3 more.")


def test_names_that_people_gave_are_not_live_in_the_story() -> None:
    live = Story((), (Happening(1, Event("<@1> takes **all**.", ((0, "[x](http://y)"),), turns=True)),))
    (point,), (lost,) = shown._points(live), shown._losses(finished("alpha"), live)
    assert "<@1>" not in point
    assert "**all**" not in point
    assert "](http" not in lost


async def test_a_game_that_cannot_tell_its_story_loses_neither_the_result_nor_the_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    state = finished("creators")

    def broken(*views: object) -> None:
        raise IndexError("no such thing")

    monkeypatch.setattr(stories, "_STORIES", Recent(9))
    monkeypatch.setattr(type(state.game), "event", broken)
    for screen in await told_of(state):
        assert "wins" in texts(screen)
        assert "curve" not in texts(screen)
    (line,) = (record for record in caplog.records if record.exc_info)
    assert line.getMessage() == f"the story of {state.match.id} can't be told"
    assert state.match.seed.hex() not in caplog.text
    caplog.clear()


# --- who is told --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("reason", [None, "aborted", "cancelled"])
async def test_before_the_end_and_where_it_does_not_count_no_story_is_told(
    key: str, reason: str | None
) -> None:
    state = broken_off(key, reason, actions=40)
    assert await stories.tell_story(state) == Story()
    assert await shown.build_story(state, None) == shown.Told([], [])
    assert stories.story(state) != Story(), "there would be one"
    if reason is not None:
        assert not any(
            "curve" in texts(screen) or "**Turn" in texts(screen) for screen in await told_of(state)
        )


async def test_a_sealed_first_leg_tells_no_story_and_nothing_of_the_pattern() -> None:
    state = finished("creators")
    sealed = msgspec.structs.replace(state, match=msgspec.structs.replace(state.match, sealed=True))
    pattern = state.game.revealed(state.view(None))[0]
    for screen in await told_of(sealed):
        assert pattern not in texts(screen)
        assert "curve" not in texts(screen)
    assert all(pattern in texts(screen) for screen in await told_of(state))


# --- what it costs ------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_match_is_folded_once_for_all_its_messages_and_never_on_the_event_loop(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, fold = list[str](), stories.story

    def noted(state: MatchState) -> Any:
        threads.append(threading.current_thread().name)
        return fold(state)

    monkeypatch.setattr(stories, "_STORIES", Recent(9))
    monkeypatch.setattr(stories, "story", noted)
    await ends(t)
    assert len(threads) == 1
    assert threads[0].startswith("story")


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("resigned", [False, True])
def test_picture_and_story_agree_on_the_turn_in_which_a_match_ended(key: str, resigned: bool) -> None:
    state = broken_off(key, "resigned", winner=1, actions=41) if resigned else finished(key, 2)
    last = stories.story(state).levels[-1].turn
    assert build_replay(state, "all").steps[-1].turn == last
    scene = state.scene(None)
    counted = {counter.label: counter.value.split()[0] for counter in scene.counters}
    # Creators count rounds of two turns, and Alpha Duel's picture says how it ended in place of the turn.
    assert counted.get("Turn", str(last)) == str(last)
    assert counted.get("Round", str((last + 1) // 2)) == str((last + 1) // 2)
    if "Turn " in scene.alt:
        assert f"Turn {last}." in scene.alt


async def test_each_reader_of_a_match_with_the_bot_is_you_and_others_go_by_name() -> None:
    state = finished("alpha", 2)
    stories_told = [await shown.build_story(state, who) for who in (0, None)]
    own, public = (str(story.parts[-1].to_component_dict()) for story in stories_told)
    assert "Your " in own or "your " in own or "You lost" in own
    for text in (own, public):
        assert "the player" not in text.lower()
        assert "Human" not in text
    assert "your" not in public.lower()
    (curve,) = stories_told[0].files
    assert (curve.description or "").startswith("Creatures left over")
    assert "You: " in (curve.description or "")


def test_a_picture_of_a_match_with_the_bot_names_the_bot() -> None:
    named = msgspec.structs.replace
    state = finished("alpha", 2)
    seats = tuple(named(row, level="alpha", person=None) if row.seat else row for row in state.match.seats)
    state = named(state, match=named(state.match, seats=seats))
    pictured = named(state.scene(0), subtitle="The bot's Action Phase", alt="Discards. The bot: 1 Wolf.")
    shown_now = state.name_bot(pictured)
    assert shown_now.subtitle == "Abacus's Action Phase"
    assert shown_now.alt == "Discards. Abacus: 1 Wolf."
