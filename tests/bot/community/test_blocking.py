"""`/block`: the blocked person can't reach the blocker and isn't told; nothing else changes."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.community.peace import availability
from bot.community.peace.availability import UNAVAILABLE
from bot.community.peace.ui import blocks as blocks_ui
from bot.core import limits
from bot.core.errors import UserError
from bot.core.limits import LIMITS
from storage.tables import blocks, people
from tests.kit.hosts.house import MARA, house
from tests.kit.matches.endings import begun, final_post, give_up
from tests.kit.matches.tapped import DAY, assert_refused, begin, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom", "ines", "juri")

BLOCKED = (
    "You've blocked {}. You two can't challenge each other, accept each other's open challenges, or ask "
    "for a rematch, and no search or ladder pairs you. I won't tell them. Matches you already have together "
    "continue."
)


async def blocked_by_tom(t: Table) -> list[int]:
    async with t.database.read() as r:
        return [block.person for block in await blocks.of_person(r, int(t.tom.id), 99)]


def heard(person: Person) -> list[str]:
    return [f"{seen.text} {list(seen.buttons)}" for seen in person.messages()]


@pytest.mark.slow
async def test_only_who_blocks_hears_of_it_and_it_is_undone_with_one_tap(t: Table) -> None:
    before = heard(t.mara), t.mara.pushes()
    panel = await t.tom.slash("/block", person=t.mara)
    assert panel.ephemeral
    assert panel.text == BLOCKED.format(t.mara.name)
    assert await blocked_by_tom(t) == [int(t.mara.id)]
    await t.settled()
    assert (heard(t.mara), t.mara.pushes()) == before
    after = await t.tom.tap("Undo", panel)
    assert f"You've unblocked {t.mara.name}. You two can challenge each other again." in after.text
    assert await blocked_by_tom(t) == []
    assert "Accept" in (await t.mara.slash("/ccc challenge", opponent=t.tom)).buttons


@pytest.mark.slow
async def test_it_holds_in_both_directions_for_challenges_cards_and_rematches(t: Table) -> None:
    await begun(t, "ccc", "White")
    await give_up(t, t.tom)
    post = await final_post(t, t.mara)
    cards = {person: await person.slash("/ccc challenge") for person in (t.mara, t.tom)}
    await t.tom.slash("/block", person=t.mara)
    for blocker, other in ((t.mara, t.tom), (t.tom, t.mara)):
        async with nothing_changes(t):
            assert_refused(await blocker.slash("/ccc challenge", opponent=other), UNAVAILABLE)
            assert_refused(await blocker.tap("Accept", cards[other]), UNAVAILABLE)
            assert_refused(await blocker.tap("Rematch", post), UNAVAILABLE)
    assert "Accept" in (await t.mara.slash("/ccc challenge", opponent=t.ines)).buttons
    assert UNAVAILABLE not in (await t.ines.tap("Accept", cards[t.mara])).text


@pytest.mark.slow
async def test_matches_they_already_have_continue(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await match.fold()
    await t.tom.slash("/block", person=t.mara)
    length = (await match.table()).length
    for _ in range(2):
        await match.turn()
        await t.settled()
    assert (await match.table()).length > length
    assert (await match.table()).match.reason is None


async def test_the_bot_cannot_be_blocked_as_an_opponent(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await here.match_with_ai(0)
        ctx: Any = SimpleNamespace(app=here.app)
        tapped: Any = SimpleNamespace(user=SimpleNamespace(id=MARA.id))
        with pytest.raises(UserError, match="no one to block in this match"):
            await blocks_ui._block_opponent(ctx, tapped, match.id)


def plain(seen: Seen) -> tuple[str, list[str]]:
    return re.sub(r"<t:\d+", "<t:", seen.text), list(seen.buttons)


@pytest.mark.slow
async def test_what_they_had_asked_of_each_other_ends_as_if_by_hand(t: Table) -> None:
    """To the blocked person, an open challenge looks as if the blocker had declined it."""
    by_hand, asked = [await t.mara.slash("/ccc challenge", opponent=t.tom) for _ in range(2)]
    own = await t.tom.slash("/ccc challenge", opponent=t.mara)
    await t.tom.tap("Decline", by_hand)
    await t.settled()
    [note] = [plain(seen) for seen in t.mara.messages() if "declined your" in seen.text]
    await t.tom.slash("/block", person=t.mara)
    await t.settled()
    assert [plain(seen) for seen in t.mara.messages() if "declined your" in seen.text] == [note, note]
    assert plain(t.mara.again(asked)) == plain(t.mara.again(by_hand))
    assert "Accept" not in t.mara.again(own).buttons
    assert await sql(t.database, "SELECT status FROM challenges ORDER BY interaction_challenger") == [
        ("declined",),
        ("declined",),
        ("withdrawn",),
    ]
    due = await sql(t.database, "SELECT COUNT(*) FROM deadlines WHERE kind = 'challenge' AND done_at IS NULL")
    assert due == [(0,)]


@pytest.mark.slow
async def test_a_request_for_a_rematch_ends_too_and_challenges_of_others_stay(t: Table) -> None:
    await begun(t, "ccc", "White")
    await give_up(t, t.tom)
    asked = await t.mara.tap("Rematch", await final_post(t, t.mara))
    others = [await t.ines.slash("/ccc challenge", opponent=t.tom), await t.mara.slash("/ccc challenge")]
    await t.tom.slash("/block", person=t.mara)
    await t.settled()
    assert "Accept" not in t.mara.again(asked).buttons
    assert all("Accept" in t.mara.again(card).buttons for card in others)


async def test_the_list_has_a_button_for_each_and_pages(t: Table) -> None:
    assert (await t.tom.slash("/block")).text == (
        "### People you've blocked\n"
        "You haven't blocked anyone. /block blocks the person you choose, and I won't tell them."
    )
    async with t.database.write("all") as w:
        for number in range(6):
            await people.upsert(w, 101 + number, f"Guest {number}", now=1)
            await blocks.add(w, int(t.tom.id), 101 + number, int(DAY) * number)
    page = await t.tom.slash("/block")
    assert page.ephemeral
    assert re.findall(r"Guest (\d)\n-# Since", page.text) == ["5", "4", "3", "2", "1"]
    assert "Since <t:432000:D>" in page.text
    page = await t.tom.tap("▶", page)
    assert re.findall(r"Guest (\d)\n-# Since", page.text) == ["0"]
    page = await t.tom.tap("Unblock Guest 0", page)
    assert "You've unblocked Guest 0." in page.text
    assert re.findall(r"Guest (\d)\n-# Since", page.text) == ["5", "4", "3", "2", "1"]
    assert (await t.mara.slash("/block")).buttons == {}, "everybody has their own list"


async def test_who_cannot_be_blocked(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async with nothing_changes(t):
        answer = await t.tom.slash("/block", person=t.tom)
        assert_refused(answer, "You can't block yourself. Choose someone else.")
        bot = Person(t.mara.actor, "games")
        bot.id = str(t.running.bot.application_id)
        answer = await t.tom.slash("/block", person=bot)
        assert_refused(answer, "Bots don't challenge anyone, so you don't have to block them.")


async def test_only_so_many_people_can_be_blocked(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LIMITS["people blocked"].most == 200
    fewer = {**LIMITS, "people blocked": msgspec.structs.replace(LIMITS["people blocked"], most=2)}
    for module in (limits, availability):
        monkeypatch.setattr(module, "LIMITS", fewer)
    for person in (t.mara, t.ines):
        await t.tom.slash("/block", person=person)
    told = "You've blocked 2 people. Unblock one before you block another; /block lists them."
    assert_refused(await t.tom.slash("/block", person=t.juri), told)
    assert len(await blocked_by_tom(t)) == 2


async def test_an_open_card_is_seen_as_before(t: Table) -> None:
    card = await t.tom.slash("/ccc challenge")
    before = plain(t.mara.again(card))
    await t.tom.slash("/block", person=t.mara)
    await t.settled()
    assert plain(t.mara.again(card)) == before
