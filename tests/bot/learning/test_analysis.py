"""`/analysis` at a table: asking, waiting, paging, sharing and saving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot.community.moderation import canceling
from tests.kit.inputs import ThreadThinkers
from tests.kit.matches.analyzed import LOST, SEEN_AND_LEFT, study
from tests.kit.matches.tapped import Played, assert_refused, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers import own_settings
from tests.kit.sql import sql
from tests.kit.table import Table
from tests.kit.watching.forging import forge, old_post

MINUTE = 60
UNDER_WAY = "I'm looking at it, move by move."


class Held(ThreadThinkers):
    """Thinkers that hold back each step of an analysis until they're let go."""

    def __init__(self) -> None:
        self.free, self.asked = asyncio.Event(), asyncio.Event()

    async def aside(self, person: int, work: Callable[..., Any], *given: Any) -> Any:
        self.asked.set()
        await self.free.wait()
        return await super().aside(person, work, *given)


@pytest.fixture(autouse=True)
def _with_analysts(monkeypatch: pytest.MonkeyPatch) -> None:
    study(monkeypatch)


@pytest.fixture
async def held(t: Table) -> Held:
    """Restart the bot with analyses held back."""
    pool = Held()
    t.ai_pool = pool
    await t.restart_bot()
    return pool


async def begun(t: Table, game: str, side: str, **options: object) -> Played:
    """Begin a match between Mara, on this side, and Tom."""
    await t.mara.slash(f"/{game} challenge", opponent=t.tom, side=side, **options)
    await t.tom.tap("Accept")
    await t.settled()
    return Played(t, await newest_match(t), (t.mara, t.tom))


async def ended(t: Table, game: str, side: str, texts: Sequence[str], **options: object) -> Played:
    """Begin a match between Mara, on this side, and Tom, and type the last action of it."""
    match = await begun(t, game, side, **options)
    await match.fold(texts[:-1])
    await match.act(texts[-1])
    await t.settled()
    return match


async def tictactoe(t: Table) -> Played:
    return await ended(t, "tictactoe", "X", LOST)


async def cups(t: Table) -> Played:
    return await ended(t, "cups", "Hider", SEEN_AND_LEFT, rounds=1)


async def analysis(t: Table, person: Person, **options: str) -> Seen:
    """Ask for an analysis and return its first page once it's there."""
    asked = await person.slash("/analysis", **options)
    await t.settled()
    return person.again(asked)


async def pages(person: Person, first: Seen) -> list[Seen]:
    """Return all pages of an analysis, by tapping ▶."""
    found = [first]
    while "▶" in found[-1].buttons:
        found.append(await person.tap("▶", found[-1]))
    return found


def lines(seen: Seen) -> list[str]:
    return seen.text.splitlines()


def labels(seen: Seen) -> list[str]:
    """Return the labels of all buttons, including those that can't be tapped."""
    return [part["label"] for part in seen.parts() if "label" in part]


# --- asking -------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_it_says_at_once_that_it_looks_and_then_shows_what_it_found(t: Table) -> None:
    match = await tictactoe(t)
    asked = await t.mara.slash("/analysis")
    assert asked.ephemeral
    assert UNDER_WAY in asked.text
    await t.settled()
    first = t.mara.again(asked)
    assert lines(first)[0] == f"### Analysis · Tic-Tac-Toe · {match.name}"
    assert f"**Accuracy** · you as X 100%, {t.tom.name} as O 70%" in first.text
    assert "There are 3 moments, the first 2 of them yours: tap ▶." in first.text
    assert "Overview" in labels(first)
    assert [alt.split(".")[0] for alt in first.alt_texts] == ["Winning chances in % over 6 turns"]
    assert set(first.buttons) == {"▶", "Share", "Save as text", "Replay"}, "she made no mistake"
    assert "actually there" not in first.text, "nothing was hidden"


@pytest.mark.slow
async def test_the_end_of_a_match_has_a_button_that_opens_it_for_its_reader_alone(t: Table) -> None:
    match = await tictactoe(t)
    for person in (t.mara, t.tom, t.ines):
        opened = await person.tap("Analysis", match.posts()[-1])
        assert opened.ephemeral
        await t.settled()
        assert "**Accuracy**" in person.again(opened).text
    panel = await t.mara.tap("My view", match.posts()[-1])
    assert "Analysis" in panel.buttons
    assert "Analysis" in (await t.tom.sees("You lost")).buttons


@pytest.mark.slow
async def test_who_asks_second_sees_at_once_what_the_first_one_has_brought_about(t: Table) -> None:
    await tictactoe(t)
    mine = await analysis(t, t.mara)
    theirs = await t.tom.slash("/analysis")
    assert "you as O 70%" in theirs.text
    assert theirs.alt_texts == mine.alt_texts


async def test_a_match_that_runs_has_neither_button_nor_analysis(t: Table) -> None:
    match = await begun(t, "tictactoe", "X")
    await match.act("b2")
    await t.settled()
    for person in (t.mara, t.tom, t.ines):
        assert not [seen for seen in person.messages() if "Analysis" in seen.buttons]
    thread = t.threads()[-1]["id"]
    async with nothing_changes(t):
        for options in ({"match": match.id}, {"channel": thread}):
            assert_refused(await t.mara.slash("/analysis", **options), "You can analyze it once it is.")
        assert_refused(await t.ines.slash("/analysis", match=match.id), "You can analyze it once it is.")
        assert await t.mara.complete("/analysis", "match", "") == []
    assert await sql(t.database, "SELECT * FROM analyses") == []


@pytest.mark.slow
async def test_a_match_that_was_aborted_has_no_button(t: Table) -> None:
    match = await begun(t, "tictactoe", "X")
    state = await match.table()
    await canceling.cancel(t.running.bot.ctx.app, match.id, state.match.guild or 0)
    await t.settled()
    assert "Analysis" not in match.posts()[-1].buttons
    assert_refused(await t.mara.slash("/analysis", match=match.id), "doesn't count")
    assert_refused(await t.mara.slash("/analysis"), "You haven't finished a match that I can analyze yet.")


@pytest.mark.slow
async def test_the_thread_s_match_comes_first_and_the_latest_else(t: Table) -> None:
    first = await tictactoe(t)
    thread = t.threads()[-1]["id"]
    second = await cups(t)
    assert await t.mara.complete("/analysis", "match", "") == [second.id, first.id]
    assert second.name in (await t.mara.slash("/analysis")).text
    assert first.name in (await t.mara.slash("/analysis", channel=thread)).text
    assert first.name in (await t.mara.slash("/analysis", match=first.id)).text


# --- waiting ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_while_it_is_made_one_sees_how_far_it_is(t: Table, held: Held) -> None:
    await tictactoe(t)
    asked = await t.mara.slash("/analysis")
    await held.asked.wait()
    assert UNDER_WAY in (await t.mara.tap("Show it", asked)).text
    assert UNDER_WAY in (await t.tom.slash("/analysis")).text
    held.free.set()
    await t.settled()
    assert "**Accuracy**" in t.mara.again(asked).text
    assert "**Accuracy**" in t.tom.messages()[-1].text, "and the other one sees it, too"


@pytest.mark.slow
async def test_after_a_quarter_of_an_hour_a_quiet_dm_says_it(t: Table, held: Held) -> None:
    match = await tictactoe(t)
    asked = await t.mara.slash("/analysis")
    await held.asked.wait()
    t.advance(16 * MINUTE)
    before = t.mara.pushes()
    held.free.set()
    await t.settled()
    assert UNDER_WAY in t.mara.again(asked).text
    told = await t.mara.sees(f"The analysis of **Tic-Tac-Toe · {match.name}** is ready.")
    assert not told.ephemeral
    assert t.mara.pushes() == before
    opened = await t.mara.tap("Show it", told)
    assert "**Accuracy**" in opened.text
    assert opened.id != told.id


@pytest.mark.slow
async def test_a_restart_in_the_middle_loses_nothing_and_a_dm_says_when_it_is_done(
    t: Table, held: Held
) -> None:
    match = await tictactoe(t)
    await t.mara.slash("/analysis")
    await held.asked.wait()
    t.ai_pool = ThreadThinkers()
    await t.restart_bot()
    await t.settled()
    told = await t.mara.sees(f"The analysis of **Tic-Tac-Toe · {match.name}** is ready.")
    assert "**Accuracy**" in (await t.mara.tap("Show it", told)).text


@pytest.mark.slow
async def test_an_answer_that_cannot_be_changed_is_followed_by_a_dm(t: Table, held: Held) -> None:
    await tictactoe(t)
    await t.mara.slash("/analysis")
    await held.asked.wait()
    t.fault("PATCH /webhooks/.*", 404, body={"message": "Unknown Webhook", "code": 10015})
    held.free.set()
    await t.settled()
    await t.mara.sees("is ready.")


@pytest.mark.slow
async def test_who_only_looks_on_is_told_where_to_open_it(t: Table, held: Held) -> None:
    match = await tictactoe(t)
    await t.ines.tap("Analysis", match.posts()[-1])
    await held.asked.wait()
    t.advance(16 * MINUTE)
    held.free.set()
    await t.settled()
    told = await t.ines.sees("*Analysis* below its last board opens it.")
    assert not told.buttons


# --- the pages ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_each_moment_has_a_page_with_its_board_and_says_whose_it_was(t: Table) -> None:
    await tictactoe(t)
    overview, *found, given = await pages(t.mara, await analysis(t, t.mara))
    assert {seen.id for seen in (given, *found)} == {overview.id}
    assert lines(given)[0].endswith("moment 3 of 3")
    assert "3 of 3" in labels(given)
    assert lines(given)[1:] == [
        f"**Turn 1** · {t.tom.name} as O",
        f"{t.tom.name} chose to take b1.",
        "**Better:** take a3. Rows that then need one more square: O 0, X 0.",
        "That would have kept 50% instead of 0%.",
    ]
    assert given.alt_texts == [
        f"{move}. Tic-Tac-Toe. O to move. X on b2." for move in ("Played: take b1", "Better: take a3")
    ]
    assert "You found it: take a1." in found[0].text
    assert found[0].alt_texts == [
        "Played: take a1. Tic-Tac-Toe. X to move. X on b2, O on b1, X on a3, O on c1."
    ]
    assert (await t.mara.tap("◀", given)).text == found[-1].text
    _, first, *_ = await pages(t.tom, await analysis(t, t.tom))
    assert lines(first)[1] == "**Turn 1** · you as O", "each reader's own moments come first"


@pytest.mark.slow
async def test_in_the_fog_what_could_be_known_stands_beside_what_was_there(t: Table) -> None:
    await cups(t)
    overview, moment = await pages(t.tom, await analysis(t, t.tom))
    assert "**Turn 2** · You could know: The ball is under cup a." in overview.text
    assert "That's by what each side could know, move by move." in overview.text
    assert "**With what was actually there** · " in overview.text
    assert len(overview.alt_texts) == 2
    assert lines(moment)[-2:] == [
        "By what you could know, that would have kept 100% instead of 0%.",
        "With what was actually there, it was 100% instead of 0%.",
    ]


@pytest.mark.slow
async def test_a_moment_is_seen_with_its_player_s_eyes(t: Table) -> None:
    await ended(t, "cups", "Hider", ["hide a", "look b", "guess b"], rounds=1)
    _, moment = await pages(t.mara, await analysis(t, t.mara))
    assert f"{t.tom.name} chose to play guess b." in moment.text
    assert all("The ball: hidden." in alt for alt in moment.alt_texts)


@pytest.mark.slow
async def test_pictures_are_in_the_theme_of_their_reader(t: Table) -> None:
    await tictactoe(t)
    usual = await t.tom.tap("▶", await analysis(t, t.tom))
    await own_settings.choose(t.tom, "Looks", "dark")
    dark = await t.tom.tap("▶", await analysis(t, t.tom))
    assert dark.text == usual.text
    for name in ("played.png", "better.png"):
        assert await t.download(dark.pictures[name]) != await t.download(usual.pictures[name])


@pytest.mark.slow
async def test_where_nothing_was_given_away_that_is_said(t: Table) -> None:
    await ended(t, "cups", "Hider", ["hide a", "look b", "guess c"], rounds=1)
    first = await analysis(t, t.mara)
    assert "I found nothing that I'm sure was better." in first.text
    assert "▶" not in first.buttons


# --- the better move --------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_mistake_is_a_puzzle_solved_by_any_move_as_good_as_the_best(t: Table) -> None:
    match = await tictactoe(t)
    first = await analysis(t, t.tom)
    board = await t.tom.tap("Find the better move", first)
    assert lines(board)[0] == f"### Find the better move · Tic-Tac-Toe · {match.name}"
    assert "You chose to take b1. There was a better move." in board.text
    assert "What's the better move?" in board.text
    assert "a3" not in board.text, "nothing gives it away"
    assert board.alt_texts == ["Tic-Tac-Toe. O to move. X on b2."]
    for wrong in ("b1", "a2"):
        told = await t.tom.tap(wrong, board)
        assert "Not that one. Try again, or see it in the analysis." in told.text.replace("*", "")
        assert "Better" not in told.text
        board = await t.tom.tap("Try again", told)
    found = await t.tom.tap("c3", board)
    assert "Found. Better: take a3. Rows that then need" in found.text.replace("*", "")
    assert "would have kept" in found.text
    assert "Analysis" in found.buttons


@pytest.mark.slow
async def test_the_position_before_a_mistake_is_seen_with_its_player_s_eyes(t: Table) -> None:
    await ended(t, "cups", "Hider", ["hide a", "look b", "guess b"], rounds=1)
    overview, moment = await pages(t.mara, await analysis(t, t.mara))
    assert "Find the better move" not in overview.buttons, "it's not hers"
    board = await t.mara.tap("Find the better move", moment)
    assert f"{t.tom.name} chose to play guess b." in board.text
    assert all("The ball: hidden." in alt for alt in board.alt_texts)


@pytest.mark.slow
async def test_a_moment_that_is_no_mistake_is_no_puzzle(t: Table) -> None:
    match = await tictactoe(t)
    await analysis(t, t.tom)
    source = await old_post(match)
    for number in (99, 1):
        async with nothing_changes(t):
            await forge(t, t.tom, source, f"sp|better|{match.id}|{number}")
        assert "This moment is no longer here." in t.tom.messages()[-1].text


# --- passing it on ------------------------------------------------------------------------------------


def posted(match: Played) -> list[Seen]:
    return [seen for seen in match.posts() if "Shared by" in seen.text]


@pytest.mark.slow
async def test_a_player_shares_the_overview_where_they_are_and_nobody_is_pinged(t: Table) -> None:
    match = await tictactoe(t)
    first = await analysis(t, t.mara)
    before = {name: person.pushes() for name, person in t.people.items()}
    shared = await t.mara.tap("Share", first)
    assert not shared.ephemeral
    assert shared.channel == first.channel
    assert lines(shared)[-1] == f"-# Shared by {t.mara.name}."
    assert f"{t.mara.name} as X 100%, {t.tom.name} as O 70%" in shared.text
    assert "chances.png" in shared.pictures
    assert {name: person.pushes() for name, person in t.people.items()} == before
    opened = await t.ines.tap("Analysis", shared)
    assert opened.ephemeral
    assert match.name in opened.text
    assert t.mara.again(first).text == first.text


@pytest.mark.slow
async def test_from_a_dm_it_is_shared_in_the_thread_once(t: Table) -> None:
    match = await tictactoe(t)
    opened = await t.tom.tap("Analysis", await t.tom.sees("You lost"))
    await t.settled()
    opened = t.tom.again(opened)
    assert "It's in the thread of the match now" in (await t.tom.tap("Share", opened)).text
    await t.settled()
    (post,) = posted(match)
    assert f"Shared by {t.tom.name}." in post.text
    assert_refused(await t.tom.tap("Share", opened), "You've already shared it where it was played.")
    await t.settled()
    assert len(posted(match)) == 1


@pytest.mark.slow
async def test_an_onlooker_shares_nothing(t: Table) -> None:
    match = await tictactoe(t)
    mine = await analysis(t, t.mara)
    theirs = await t.ines.tap("Analysis", match.posts()[-1])
    assert "Share" in mine.buttons
    assert "Share" not in theirs.buttons
    source, before = await old_post(match), len(match.posts())
    async with nothing_changes(t):
        await forge(t, t.ines, source, mine.buttons["Share"]["custom_id"])
        await t.settled()
    assert len(match.posts()) == before
    assert "You're not playing in this match." in t.ines.messages()[-1].text


@pytest.mark.slow
async def test_the_whole_text_comes_as_a_file_that_names_sides(t: Table) -> None:
    match = await cups(t)
    saved = await t.tom.tap("Save as text", await analysis(t, t.tom))
    assert saved.ephemeral
    (file,) = saved.attachments
    assert file["filename"] == f"analysis-cups-{match.id}.txt"
    text = (await t.download(file)).decode()
    assert text.startswith(f"Analysis of Cups · {match.name}, Hider against Seeker\nHider won.\n")
    assert "Turn 2, Seeker\nSeeker chose to play guess b.\nBetter: play guess a.\n" in text
    assert "What Seeker could know\nTurn 2: The ball is under cup a.\n" in text
    assert "2. Seeker: look a 75%, in truth 100% (look b 67%); guess b 0% (guess a 100%)" in text
    assert not any(secret in text for secret in (t.mara.id, t.tom.id, "**", "<@"))


async def resigned(t: Table) -> Seen:
    """Return the analysis of Mara's match against the bot, which no other person has seen."""
    await t.mara.tap("b2", await t.mara.start("/tictactoe play", side="X"))
    t.advance(MINUTE)
    await t.settled()
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    return await analysis(t, t.mara)


async def test_a_match_against_the_bot_is_shared_where_its_player_is(t: Table) -> None:
    shared = await t.mara.tap("Share", await resigned(t))
    assert not shared.ephemeral
    assert shared.channel in {seen.channel for seen in t.ines.messages()}
    assert "Hamster" in shared.text


@pytest.mark.slow
async def test_from_a_dm_a_private_match_is_shared_nowhere(t: Table) -> None:
    await resigned(t)
    home = t.mara.home()
    assert home is not None
    opened = await t.mara.slash("/analysis", channel=home.channel)
    async with nothing_changes(t):
        said = "Use /analysis in the channel where you want to share it, and tap “Share” there."
        assert_refused(await t.mara.tap("Share", opened), said)


@pytest.mark.slow
async def test_what_two_people_played_in_private_stays_with_them(t: Table) -> None:
    match = await tictactoe(t)
    first = await analysis(t, t.mara)
    await sql(t.database, "UPDATE matches SET guild = NULL WHERE id = :match", match=match.id)
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Share", first), "its analysis stays with you two")
    assert "Shared by" not in " ".join(seen.text for seen in t.ines.messages())


async def test_a_match_in_which_nobody_had_a_choice_has_nothing_to_tell(t: Table) -> None:
    await begun(t, "tictactoe", "X")
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    first = await analysis(t, t.mara)
    assert "you as X no choices" in first.text
    assert set(first.buttons) == {"Share", "Save as text", "Replay"}
    assert first.pictures == {}
