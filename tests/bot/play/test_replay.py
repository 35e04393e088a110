"""/replay at the table: a stepper from the chosen perspective, after a restart too, and a GIF."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.play.records import replays
from bot.play.records.ui import replay
from render import replay_gif as gifs
from tests.kit.matches.decoy import (
    ASSASSINATION,
    begin,
    begin_set_up,
    crafted,
    in_private,
    play,
    set_up,
    shows_a_kind,
)
from tests.kit.matches.replayed import match_of, over, played
from tests.kit.matches.tapped import Played, assert_refused, begin_briefed
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

STEPS, PLAY_ON = 5, "Play on from here"
"""The steps of ASSASSINATION, which are two setups and three turns; and the label of a button."""


async def ended(t: Table) -> Played:
    """Play a match that Mara, as Cyan, wins."""
    match = await begin_set_up(t, t.mara, t.tom, first="cyan")
    await play(match, ASSASSINATION)
    return match


def place(seen: Seen) -> str:
    """Return the place that the heading tells, such as “Turn 12 of 57”."""
    return seen.text.splitlines()[0].rpartition(" · ")[2]


def values(seen: Seen) -> list[list[str]]:
    """Return the values that each list of a stepper offers."""
    return [[option["value"] for option in select["options"]] for select in seen.selects]


def chosen(seen: Seen) -> list[str]:
    """Return the chosen value of each list."""
    return [o["value"] for select in seen.selects for o in select["options"] if o.get("default")]


async def made_gif(person: Person, seen: Seen) -> Seen:
    """Ask for a stepper's GIF, and wait for it."""
    await person.tap("GIF", seen)
    found: Seen = await person.until("a film", lambda: person.newest(lambda s: "replay.gif" in s.pictures))
    return found


# --- step by step -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_match_that_is_over_is_watched_from_its_start_to_its_end(t: Table) -> None:
    await ended(t)
    first = await t.mara.slash("/replay")
    assert first.ephemeral
    assert place(first) == "The start"
    assert set(first.buttons) == {"▶", "⏭", "GIF", PLAY_ON}
    seen = await t.mara.tap("▶", first)
    assert (seen.id, place(seen)) == (first.id, "Setup")
    assert set(seen.buttons) == {"⏮", "◀", "▶", "⏭", "GIF", PLAY_ON}
    for label in ("Setup", "Turn 1 of 3", "Turn 2 of 3", "Turn 3 of 3"):
        seen = await t.mara.tap("▶", seen)
        assert place(seen) == label
    assert "Cyan attacks e6 from d5: destroyed." in seen.text
    assert f"{t.mara.name} (Cyan) wins" in seen.text
    assert set(seen.buttons) == {"⏮", "◀", "GIF"}
    assert place(await t.mara.tap("⏮", await t.mara.tap("◀", seen))) == "The start"


@pytest.mark.slow
async def test_it_opens_fully_revealed_and_leaps_from_event_to_event(t: Table) -> None:
    await ended(t)
    for person in (t.mara, t.tom):
        first = await person.slash("/replay")
        assert "Fully revealed, with everything that was hidden." in first.text
        seen = await person.tap("⏭", first)
        assert place(seen) == "Turn 3 of 3"
        assert "**Cyan's Scout destroys Magenta's Commander on e6.**" in seen.text
        mine = await person.choose("seat0", seen)
        assert "destroys" not in mine.text, "only what Cyan knew then"


@pytest.mark.slow
async def test_the_list_of_turns_ends_in_whole_words_and_does_not_count_them(t: Table) -> None:
    await ended(t)
    seen = await t.mara.tap("⏭", await t.mara.slash("/replay"))
    labels = [option["label"] for option in seen.selects[0]["options"]]
    assert labels[-1] == "Turn 3 · Magenta's Commander on e6 is hit: 1 of 5 left. …"
    assert max(map(len, labels)) <= 60
    assert not any(" of 3" in label for label in labels)


def test_two_whole_decks_do_not_push_the_picture_out_of_sight() -> None:
    truth = replays.build_replay(over(played(match_of("alpha"), 20)[0], 0, "resigned"), "truth")
    aside = [line for line in replay._text(truth, 3).splitlines() if line.startswith("-# ")]
    (deck, _) = (line for line in aside if "Next in " in line)
    assert deck.endswith(" …")
    assert max(map(len, aside)) <= 100


@pytest.mark.slow
async def test_a_turn_says_all_that_was_told_whose_turn_it_was_and_from_whose_eyes(t: Table) -> None:
    await ended(t)
    seen = await t.mara.choose("seat0", await t.mara.choose("4", await t.mara.slash("/replay")))
    assert place(seen) == "Turn 2 of 3"
    assert "An enemy went from e7 to e6." in seen.text
    assert "Magenta's turn is over." in seen.text
    assert f"To move: {t.mara.name} (Cyan)" in seen.text
    assert "As Cyan knew it then." in seen.text
    (alt,) = seen.alt_texts
    assert alt.startswith("Decoy Patrol. Cyan moves. Turn 3.")
    assert "Enemies in sight: e6." in alt


@pytest.mark.slow
async def test_other_eyes_see_the_same_moment(t: Table) -> None:
    await ended(t)
    seen = await t.mara.choose("3", await t.mara.slash("/replay"))
    assert chosen(seen) == ["3", "truth"]
    magenta = await t.mara.choose("seat1", seen)
    assert "As Magenta knew it then." in magenta.text
    assert "Yours: Commander e7" in magenta.alt_texts[0]
    truth = await t.mara.choose("truth", magenta)
    assert "Commander e7" in truth.alt_texts[0]
    assert "Guardian e4" in truth.alt_texts[0]
    public = await t.mara.choose("all", truth)
    assert not shows_a_kind(public)
    assert "As everyone could see it then." in public.text


@pytest.mark.slow
async def test_the_button_opens_a_new_message_for_its_reader_alone(t: Table) -> None:
    match = await ended(t)
    opened = await t.ines.tap("Replay", match.posts()[-1])
    assert opened.ephemeral
    assert "Fully revealed" in opened.text
    board = match.posts()[-1]
    assert (await t.mara.tap("Replay", board)).id != board.id
    result = in_private(t.tom)[-1]
    again = await t.tom.tap("Replay", result)
    assert place(again) == "The start"
    assert t.tom.again(result).text == result.text, "what was tapped stays"


@pytest.mark.proof
async def test_the_list_of_turns_holds_the_first_the_last_and_the_present_one(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    for _ in range(30):
        await match.turn()
    await t.settled()
    await t.mara.slash("/resign")
    await t.mara.tap("Resign")
    seen = await t.mara.slash("/replay")
    last = int(values(seen)[0][-1])
    assert last == 31
    for number in (1, 2):
        seen = await t.mara.tap("▶", seen)
        assert place(seen) == f"Turn {number} of 31"
        offered = [int(value) for value in values(seen)[0]]
        assert len(offered) <= 25
        assert offered[0] == 0
        assert offered[-1] == last
        assert chosen(seen)[0] == str(number)
    end = await t.mara.choose(str(last), seen)
    assert place(end) == "The end"
    assert "by resignation" in end.text


@pytest.mark.slow
async def test_a_stepper_works_after_a_restart(t: Table) -> None:
    await ended(t)
    seen = await t.mara.choose("seat1", await t.mara.choose("3", await t.mara.slash("/replay")))
    await t.restart_bot()
    assert place(await t.mara.tap("▶", seen)) == "Turn 2 of 3"
    assert "As Magenta knew it then" in (await t.mara.tap("◀", t.mara.again(seen))).text


# --- before the end -----------------------------------------------------------------------------------


async def test_a_match_that_goes_on_is_seen_with_ones_own_eyes_from_its_last_step(t: Table) -> None:
    match = await begin_set_up(t, t.mara, t.tom, first="cyan")
    await play(match, ASSASSINATION[:4])
    mine, theirs = await t.mara.slash("/replay"), await t.tom.slash("/replay")
    assert "Guardian" in mine.alt_texts[0]
    assert "The match isn't over yet." in mine.text
    assert place(mine) == place(theirs) == "Turn 2 of 2"
    assert "As Cyan knew it then." in mine.text
    for seen in (mine, theirs):
        assert len(seen.selects) == 1, "there are no other eyes to choose"
    public = await t.ines.slash("/replay", match=match.id)
    assert not shows_a_kind(public)


@pytest.mark.slow
async def test_before_the_end_nobody_gets_eyes_that_are_not_theirs(t: Table) -> None:
    """Whose eyes are whose is tested in `test_replays.py`."""
    match = await begin_set_up(t, t.mara, t.tom, first="cyan")
    for eyes in ("seat0", "seat1", "truth"):
        for verb, more in (("replay-at", "|1|on"), ("replay-film", "")):
            old = await crafted(match, f"sp|{verb}|{match.id}|{eyes}{more}")
            assert_refused(await t.ines.tap("Old", old), "Until the match ends, you can replay only")
            assert_refused(await t.tom.tap("Old", old), "Until the match ends") if eyes != "seat1" else None
        old = await crafted(match, f"sp|replay-eyes|{match.id}|all|1", eyes)
        assert_refused(await t.ines.choose(eyes, old), "Until the match ends")


# --- what players shouldn't send ----------------------------------------------------------------------


@pytest.mark.slow
async def test_numbers_out_of_range_are_the_nearest_step(t: Table) -> None:
    match = await ended(t)
    for number, found in (("999999", "Turn 3 of 3"), ("-5", "The start")):
        old = await crafted(match, f"sp|replay-at|{match.id}|seat0|{number}|on")
        assert place(await t.mara.tap("Old", old)) == found
    far = await crafted(match, f"sp|replay-to|{match.id}|seat0", "4711")
    assert place(await t.mara.choose("4711", far)) == "Turn 3 of 3"
    other = await crafted(match, f"sp|replay-eyes|{match.id}|seat0|4711", "all")
    assert "As everyone" in (await t.mara.choose("all", other)).text


@pytest.mark.slow
async def test_what_makes_no_sense_is_refused_in_a_sentence(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    for custom_id, value, sentence in (
        ("sp|replay|nothing", "", "no longer exists"),
        (f"sp|replay-at|{match.id}|7|1|on", "", "Unknown point of view"),
        (f"sp|replay-at|{match.id}|seat0|1.5|on", "", "older version"),
        (f"sp|replay-at|{match.id}|seat0", "", "older version"),
        (f"sp|replay-to|{match.id}|seat0", "two", "no such step"),
        (f"sp|replay-to|{match.id}|seat0", "²", "no such step"),
        (f"sp|replay-eyes|{match.id}|seat0|1", "both", "Unknown point of view"),
        (f"sp|replay-film|{match.id}|none", "", "Unknown point of view"),
    ):
        old = await crafted(match, custom_id, value)
        assert_refused(await (t.mara.choose(value, old) if value else t.mara.tap("Old", old)), sentence)


async def test_who_has_played_nothing_is_told_how_to_begin_and_an_unknown_match_is_refused(t: Table) -> None:
    assert_refused(await t.ines.slash("/replay"), "no match to replay")
    assert_refused(await t.ines.slash("/replay", match="../../etc"), "no longer exists")
    assert await t.ines.complete("/replay", "match", "") == []


@pytest.mark.slow
async def test_a_match_of_another_server_is_shown_to_its_players_alone(t: Table) -> None:
    match = await ended(t)
    await sql(t.database, "UPDATE matches SET guild = 7 WHERE id = :id", id=match.id)
    assert_refused(await t.ines.slash("/replay", match=match.id), "no longer exists")
    assert place(await t.tom.slash("/replay", match=match.id)) == "The start"


# --- which match --------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_completion_offers_ones_own_matches_those_that_are_over_first(t: Table) -> None:
    running, *over = [await begin(t, t.mara, t.tom) for _ in range(3)]
    for match in over:
        t.advance(60)
        await set_up(match)
        await t.mara.slash("/resign", match=match.id)
        await t.mara.tap("Resign")
        await t.settled()
    first, latest = (match.id for match in over)
    assert await t.mara.complete("/replay", "match", "") == [latest, first, running.id]
    assert await t.mara.complete("/replay", "match", "LOST against tom as cyan") == [latest, first]
    assert await t.mara.complete("/replay", "match", "playing") == [running.id]
    assert await t.ines.complete("/replay", "match", "") == []
    assert place(await t.mara.slash("/replay")) == "The start", "one that is over"
    here = await t.mara.slash("/replay", channel=t.threads()[0]["id"])
    assert "The match isn't over yet." in here.text, "the one of the thread"


# --- the GIF ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_film_shows_every_turn_and_says_so(t: Table) -> None:
    await ended(t)
    stepper = await t.mara.slash("/replay")
    replay_gif = await made_gif(t.mara, stepper)
    assert replay_gif.ephemeral
    assert replay_gif.id != stepper.id
    assert "Every turn, in 10 seconds." in replay_gif.text
    assert "Fully revealed, with everything that was hidden." in replay_gif.text
    assert replay_gif.alt_texts == [
        f"Animation of Decoy Patrol, {STEPS} steps. Fully revealed, with everything that was hidden."
    ]
    (media,) = replay_gif.pictures.values()
    image = Image.open(BytesIO(await t.download(media)))
    assert image.n_frames == STEPS + 1


@pytest.mark.slow
async def test_a_long_match_is_thinned_and_the_message_says_so(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gifs, "MOST_FRAMES", 4)
    await ended(t)
    replay_gif = await made_gif(t.mara, await t.mara.slash("/replay"))
    assert f"It shows 4 of {STEPS + 1} pictures" in replay_gif.text


@pytest.mark.proof
def test_the_film_of_a_long_match_is_over_in_forty_seconds_and_shows_its_events() -> None:
    state = over(played(match_of("creators", ending="endless", victory="race"), 320)[0], 0, "resigned")
    shown = replays.build_replay(state, "truth")
    assert shown.last >= 160
    made = gifs.replay_gif(replay._shots(shown))
    image, lasts = Image.open(BytesIO(made.data)), 0
    for number in range(image.n_frames):
        image.seek(number)
        lasts += image.info["duration"]
    events = [number for number in range(shown.last) if shown.list_events(number)]
    held = sum(shot.is_event for shot in gifs.timely(replay._shots(shown))[:-1])
    assert lasts == made.milliseconds <= 40_000
    assert len(made.data) <= gifs.LIMIT
    assert made.shown < made.of == shown.last + 1
    assert held == len(events) > 3


@pytest.mark.slow
async def test_a_film_has_no_more_bytes_than_discord_takes_here(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(t)
    monkeypatch.setattr(replay, "LIMIT", 50_000)
    replay_gif = await made_gif(t.mara, await t.mara.slash("/replay"))
    (media,) = replay_gif.pictures.values()
    data = await t.download(media)
    assert len(data) <= 50_000
    assert Image.open(BytesIO(data)).width < gifs.SIZES[0]


@pytest.mark.slow
async def test_one_person_has_one_film_made_at_a_time(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await ended(t)
    asked, go_on, project = asyncio.Event(), asyncio.Event(), gifs.make_replay

    async def slowly(*shots: Any, **limit: Any) -> gifs.ReplayGif:
        asked.set()
        await go_on.wait()
        return await project(*shots, **limit)

    monkeypatch.setattr(replay, "make_replay", slowly)
    stepper = await t.mara.slash("/replay")
    await t.mara.tap("GIF", stepper)
    await asked.wait()
    assert_refused(await t.mara.tap("GIF", stepper), "I'm still making your last GIF")
    go_on.set()
    await t.mara.until("the film", lambda: t.mara.newest(lambda s: "replay.gif" in s.pictures))
    await made_gif(t.mara, stepper)
