"""What the private panel and the ping offer beside the question.

The rules at the right page, a hint where there are any, and the time until which the turn must be done.
"""

from __future__ import annotations

import pytest
from discord import ui
from msgspec.structs import replace

from bot.community.help.ui import rules
from bot.core.match_state import MatchState
from bot.core.time_controls import STOPPED, Due
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Nothing
from bot.discord_kit.components.items import Screen
from bot.play.clocks import changing
from bot.play.matches.ui import asking, panel
from bot.play.wording import matches
from games import GAMES
from games.creators import Creators
from tests.kit.hosts.house import MARA, House
from tests.kit.matches.analyzed import began
from tests.kit.matches.ccc import play_bot
from tests.kit.matches.tapped import USUAL, begin_briefed, look
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")


# --- rules --------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_panel_and_the_ping_open_the_rules_beside_them_at_the_page_that_is_needed(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Creators, "rules_page", lambda _, view: 3 if view.die else 2)
    match = await begin_briefed(t, t.mara, t.tom)
    opened = await t.mara.tap("Move", match.posts()[-1])
    assert_page(await t.mara.tap("Rules", opened), 2)
    rolled = await t.mara.tap("Roll the die", opened)
    page = await t.mara.tap("Rules", rolled)
    assert_page(page, 3)
    assert page.ephemeral
    assert page.id != rolled.id
    assert t.mara.again(rolled).buttons == rolled.buttons, "the panel keeps what can be done in it"
    await match.act()
    await t.settled()
    assert_page(await t.tom.tap("Rules", await t.tom.sees("Your turn")), 2)


def assert_page(page: Seen, number: int, game: str = "creators") -> None:
    """Check that the rules show this page and that the table of contents marks it."""
    title = GAMES[game].rules()[number].title
    assert page.text.startswith(f"### {GAMES[game].title}: {title}")
    marked = [option["value"] for select in page.selects for option in select["options"] if _marks(option)]
    assert marked == [str(number)]


def _marks(option: dict[str, object]) -> bool:
    return bool(option.get("default"))


@pytest.mark.parametrize("game", GAMES)
async def test_every_page_can_be_chosen_in_the_table_of_contents(t: Table, game: str) -> None:
    page = await t.mara.slash(f"/{game} rules")
    listed = [option for select in page.selects for option in select["options"]]
    titles = [section.title for section in GAMES[game].rules()]
    several = len(GAMES[game].presets) > 1
    more = [*(["Ways to play"] if several else []), "The bot"]
    assert [option["label"].partition(". ")[2] for option in listed] == [*titles, *more]
    assert all(len(select["options"]) <= 25 for select in page.selects)
    last = len(titles) - 1
    page = await t.mara.choose(str(last), page)
    assert_page(page, last, game)
    if last:
        page = await t.mara.tap("◀ Back", page)
        assert_page(page, last - 1, game)


async def test_a_page_that_never_was_leads_to_one_that_is() -> None:
    first = await rules.page_screen("creators", -5)
    assert "The idea" in str(first.view.to_components())
    assert "the bot" in str((await rules.page_screen("creators", 999)).view.to_components())


# --- hints --------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_where_hints_are_allowed_the_panel_and_the_ping_have_one(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, rated=False)
    opened = await t.mara.tap("Move", match.posts()[-1])
    waiting = await t.mara.tap("Hint", opened)
    await t.settled()
    assert t.mara.again(waiting).text.startswith("### Hint")
    assert "Hint" not in (await t.tom.tap("My view", match.posts()[-1])).buttons, "it isn't his turn"
    await match.turn()
    await t.settled()
    assert "Hint" in (await t.tom.sees("Your turn")).buttons


@pytest.mark.slow
async def test_where_they_are_not_there_is_no_button(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, **USUAL)
    opened = await t.mara.tap("Move", match.posts()[-1])
    assert "Rules" in opened.buttons
    assert "Hint" not in opened.buttons
    await match.turn()
    await t.settled()
    assert "Hint" not in (await t.tom.sees("Your turn")).buttons


@pytest.mark.slow
async def test_after_the_end_there_is_neither(t: Table) -> None:
    match = await play_bot(t, t.mara, 0, level="easy", rated=False)
    over = await t.mara.tap("Resign", await t.mara.slash("/resign"))
    assert (await match.table()).match.reason == "resigned"
    assert not {"Rules", "Hint"} & set(over.buttons)


# --- time ---------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_panel_says_until_when_as_the_ping_does(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, time="3d")
    await match.turn()
    await t.settled()
    ping = await t.tom.sees("Your turn")
    until = ping.text.partition("Move by ")[2].partition(".")[0]
    assert until.startswith("<t:")
    opened = await t.tom.tap("Move", match.posts()[-1])
    assert f"Move by {until}." in opened.text
    waiting = await t.mara.tap("My view", match.posts()[-1])
    assert f"To move: {t.tom.name} (Destroyer) · until {until}" in waiting.text
    rolled = await t.tom.tap("Roll the die", opened)
    assert f"Move by {until}." in rolled.text


async def _panel(state: MatchState, seat: int, due_at: Due) -> Screen:
    turn, left = matches.turn_line(state, due_at), matches.time_left(state, seat, due_at)
    return await panel._match_panel(state, seat, turn=turn, left=left)


@pytest.mark.slow
async def test_without_a_clock_both_say_so(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom, time="none")
    assert "No clock: take your time." in (await t.mara.tap("Move", match.posts()[-1])).text
    await match.turn()
    await t.settled()
    assert "No clock: take your time." in (await t.tom.sees("Your turn")).text


@pytest.mark.parametrize(
    ("due_at", "own", "other"),
    [
        (STOPPED, "Your clock is stopped.", "· clock stopped"),
        (1000, "Move by <t:1000:f>", "until <t:1000:f>"),
    ],
)
async def test_a_stopped_clock_is_told_to_both(here: House, due_at: Due, own: str, other: str) -> None:
    match = await here.match()
    state = await here.app.match_state(match.id)
    acting = state.to_act[0]
    await look(here.app, match.id, 0, 1)
    state = await here.app.match_state(match.id)
    shown = [str((await _panel(state, seat, due_at)).view.to_components()) for seat in (acting, 1 - acting)]
    assert own in shown[0]
    assert other in shown[1]
    assert "Move by" not in shown[1]


# --- room ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "kept"), [(0, 3), (5, 3), (6, 1), (7, 0)])
def test_what_has_no_room_in_a_message_is_left_out(rows: int, kept: int) -> None:
    parts: list[ui.Item[object]] = [items.text("Words")]
    parts += items.rows([items.button("·", Nothing(f"{n}")) for n in range(5 * rows)])
    found = items.within(parts, [items.button(label, Nothing(label)) for label in "abc"])
    assert sum(len(row.children) for row in found) == kept
    if rows < 7:
        assert items.message(*parts, *found).total_children_count <= items.MOST


async def test_words_that_no_button_can_hold_are_played_without_asking_again(here: House) -> None:
    await changing.change_settings(here.app, MARA.id, lambda old, _: replace(old, confirm=True))
    match = await began(here, "ccc", first="white", flatRows=2)
    state = await here.app.match_state(match.id)
    asked = await asking.again(here.app, state, 0, "a3-a4")
    assert asked is not None
    assert "Play this: " in asked.question
    assert await asking.again(here.app, state, 0, f"a3-a4 {'so ' * 40}") is None
