"""Names of matches, which tell two matches of the same players in the same game apart everywhere."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.core.match_state import nickname
from bot.core.randomness import SystemRandomness
from bot.discord_kit.components.items import Screen
from bot.play.matches.ui import briefing, messages
from bot.play.outbox.ui import digest
from bot.play.posts.ui import boards
from tests.kit.matches.decoy import in_private
from tests.kit.matches.tapped import Played, begin_briefed
from tests.kit.people import Person
from tests.kit.table import Table
from tests.kit.watching.lists import entries

pytestmark = pytest.mark.table("mara", "tom")


@pytest.fixture
async def both(t: Table) -> tuple[Played, Played]:
    """Begin two matches of Mara and Tom; in each, Mara has moved and it's Tom's turn."""
    return await begun(t), await begun(t)


async def begun(t: Table) -> Played:
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    await match.turn()
    await t.settled()
    t.advance(60)
    await t.settled()
    return match


def test_a_name_is_short_always_the_same_and_hardly_ever_shared() -> None:
    assert nickname("abcdefgh") == nickname("abcdefgh")
    ids = [SystemRandomness().name() for _ in range(20)]
    names = {nickname(match_id) for match_id in ids}
    assert len(names) >= 19
    assert all(len(name) <= 13 and name[0].isupper() and name[-3:].isdigit() for name in names)


async def labels(person: Person, command: str) -> list[str]:
    """Return the completions of a command's `match` option."""
    option = {"type": 3, "name": "match", "value": "", "focused": True}
    found = await person.actor.autocomplete(person.channel, command.removeprefix("/"), [option])
    return [choice["name"] for choice in found]


@pytest.mark.slow
async def test_threads_pings_and_lists_tell_them_apart(t: Table, both: tuple[Played, Played]) -> None:
    names = [match.name for match in both]
    assert names[0] != names[1]
    places = {
        "threads": [thread["name"] for thread in t.threads()],
        "pings": [seen.text for seen in in_private(t.tom) if "Your turn" in seen.text],
        "the list": entries(await t.tom.slash("/matches"))[1],
        "choices": await labels(t.tom, "/move"),
        "replays": await labels(t.tom, "/replay"),
        "the home message": [] if (home := t.tom.home()) is None else [home.text],
    }
    for place, texts in places.items():
        assert texts, place
        for name in names:
            assert any(name in text for text in texts), (place, texts)
    assert all(sum(name in text for name in names) == 1 for text in places["threads"] + places["choices"])


@pytest.mark.parametrize("command", ["/move", "/resign", "/export", "/replay"])
async def test_a_command_takes_the_name_of_a_match_as_it_is_shown(
    t: Table, both: tuple[Played, Played], command: str
) -> None:
    more = {"action": "roll"} if command == "/move" else {}
    by_name = await t.tom.slash(command, match=f" {both[1].name.lower()} ", **more)
    assert both[1].name in by_name.text or both[1].id in str(by_name.attachments), by_name.text


@pytest.mark.slow
async def test_panels_questions_and_reminders_say_which_match_they_mean(
    t: Table, both: tuple[Played, Played]
) -> None:
    one, _ = both
    opened = await t.tom.tap("Open", await t.tom.slash("/matches"))
    assert any(match.name in opened.text for match in both)
    assert one.name in (await t.tom.slash("/resign", match=one.id)).text
    assert one.name in (await t.tom.slash("/move", match=one.id, action="roll")).text
    state = await both[1].table()
    assert both[1].name in shown(messages.reminder(state, 1, None, 0))
    assert both[1].name in shown(digest.screen(digest.Contents(turns=(digest.DigestEntry(state, 1),)), 0))
    assert both[1].name in shown(briefing.briefing_panel(state, 1))
    posted = await boards.public_board(replace(state, match=replace(state.match, thread=None)), 1, None, ())
    assert both[1].name in shown(posted), "in a channel there may be several"


def shown(screen: Screen) -> str:
    return str(screen.view.to_components())  # type: ignore[no-untyped-call]


@pytest.mark.slow
async def test_matches_that_are_over_keep_their_names(t: Table, both: tuple[Played, Played]) -> None:
    for match in both:
        await t.tom.tap("Resign", await t.tom.slash("/resign", match=match.id))
        await t.settled()
    history = await t.tom.slash("/history")
    for match in both:
        assert match.name in history.text
        assert any(match.name in label for label in await labels(t.tom, "/replay"))
    results = [seen.text for seen in in_private(t.mara) if "You win" in seen.text]
    assert results
    assert all(sum(match.name in text for match in both) >= 1 for text in results)


@pytest.mark.slow
async def test_a_card_of_a_match_against_the_bot_has_its_name_already(t: Table) -> None:
    card = await t.mara.slash("/ccc play", level="easy", side="White", first="white")
    panel = await t.mara.tap("Play", card)
    match_id = str(card.buttons["Play"]["custom_id"]).split("|")[-1]
    assert nickname(match_id) in card.text
    assert nickname(match_id) in panel.text
