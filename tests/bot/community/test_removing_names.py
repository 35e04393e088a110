"""A moderator removes the names that a player gave the cards of a custom deck.

They're gone from the match and all that shows it; the record keeps their hashes and still verifies.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.core.terms import texts_in
from games import GAMES
from games.core.record import read_record, verify
from games.core.teaching.removed import mark_removed
from tests.kit.matches.alpha import MINE, THEIRS, a_busy_start, begin, deal
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.roles.moderators import logged, moderated
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)

RUDE = "Rude Otter"
RUDELY: dict[str, Any] = {
    "cards": [{**MINE["cards"][0], "name": RUDE, "id": "rude-otter"}, *MINE["cards"][1:]],
    "deck": ["rude-otter" if id == MINE["cards"][0]["id"] else id for id in MINE["deck"]],
}


@pytest.fixture
async def match(t: Table, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Begin a match in which Mara has played a card with a rude name in public."""
    deal(monkeypatch, (RUDELY, THEIRS), a_busy_start)
    match = await begin(t, t.mara, (RUDELY, THEIRS))
    hand = (await match.table()).game_state.hands[0]
    place = next(place for place, card in enumerate(hand, 1) if card.name == RUDE)
    for text in (f"play {place} 1", "end", "end"):
        await match.act(text)
        await t.settled()
    return match


def on_server(match: Played) -> str:
    return "\n".join(f"{post.text} {post.alt_texts}" for post in match.posts())


async def remove(match: Played) -> Seen:
    ines = match.t.ines
    question = await ines.choose("0", await ines.slash("/moderate text", match=match.id))
    assert f"{match.t.mara.name} wrote: “" in question.text
    assert RUDE in question.text
    done = await ines.tap("Remove it", question)
    await match.t.settled()
    return done


@pytest.mark.slow
async def test_who_gave_the_cards_their_names_is_named_with_them(match: Played) -> None:
    showing = [post.text for post in match.posts() if RUDE in f"{post.text} {post.alt_texts}"]
    assert showing
    assert all(f"Names by {match.t.mara.name}" in text for text in showing)


@pytest.mark.slow
async def test_they_are_gone_from_all_posts_and_the_board_comes_again_without_them(match: Played) -> None:
    t = match.t
    assert RUDE in on_server(match)
    newest = match.posts()[-1]
    assert "The text was removed" in (await remove(match)).text
    assert RUDE not in on_server(match)
    assert match.posts()[-1].id != newest.id
    assert mark_removed(RUDE)[:12] in on_server(match)
    assert "Move" in match.posts()[-1].buttons
    assert RUDE not in (await t.tom.tap("My view", match.posts()[-1])).text
    kept = "SELECT options FROM matches UNION ALL SELECT options FROM challenges"
    assert not [row for row in await sql(t.database, kept) if RUDE in str(row) or "rude-otter" in str(row)]
    about = int(t.mara.id)
    assert await logged(t) == [(f"Removed names from {(await match.table()).title}.", int(t.ines.id), about)]


@pytest.mark.slow
async def test_the_match_goes_on_as_it_was_and_its_record_verifies_without_them(match: Played) -> None:
    t = match.t
    before = await match.table()
    whole = before.game.position(before.view(0))
    await remove(match)
    after = await match.table()
    assert after.game.position(after.view(0)) == whole
    assert texts_in(after) == ()
    await match.act("end")
    await t.settled()
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    answer = await t.tom.tap("Record", match.posts()[-1])
    text = (await t.download(answer.attachments[0])).decode()
    assert RUDE not in text
    assert "rude-otter" not in text
    assert mark_removed(RUDE) in text
    read = read_record(text)
    assert verify(GAMES[read.game], read).identical
    assert RUDE not in on_server(match)
    watched = await t.juri.tap("Replay", match.posts()[-1])
    assert RUDE not in f"{watched.text} {watched.alt_texts}"


async def test_once_only_and_by_moderators_only(match: Played) -> None:
    t = match.t
    question = await t.ines.choose("0", await t.ines.slash("/moderate text", match=match.id))
    await remove(match)
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Remove it", question), "isn't in the match anymore")
        assert_refused(
            await t.ines.slash("/moderate text", match=match.id), "Nothing that was said in this match"
        )


def test_a_match_by_options_without_names_is_the_same_match() -> None:
    game = GAMES["alpha"]
    options = game.options({"decks": (RUDELY, THEIRS)})
    bare = game.without_texts(options)
    assert RUDE in game.texts(options)
    assert game.texts(bare) == ()
    assert game.without_texts(bare) == bare
    again = game.options({"decks": json.loads(json.dumps([RUDELY, THEIRS]))})
    assert again == options
    plain = GAMES["ccc"].options({})
    assert (GAMES["ccc"].texts(plain), GAMES["ccc"].without_texts(plain)) == ((), plain)
