"""A moderator removes the names that a player gave the cards of a custom deck.

They're gone from the match and all that shows it; the record keeps their hashes and still verifies.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bot.community.moderation import removing
from bot.core import match_record
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.play.matches import ending
from games import GAMES
from games.core.record import read_record, verify
from games.core.teaching.removed import mark_removed
from storage import Match
from tests.kit.hosts.house import INES, MARA, PLACE, House
from tests.kit.matches.alpha import MINE, THEIRS, a_busy_start, begin, deal
from tests.kit.matches.tapped import Played, assert_refused
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


def rude_play(state: MatchState) -> str:
    """Return the action by which Mara plays a card with a rude name."""
    hand = state.game_state.hands[0]
    return f"play {next(place for place, card in enumerate(hand, 1) if card.name == RUDE)} 1"


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
async def test_they_are_gone_from_all_posts_and_the_board_comes_again_without_them(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, (RUDELY, THEIRS), a_busy_start)
    match = await begin(t, t.mara, (RUDELY, THEIRS))
    for text in (rude_play(await match.table()), "end", "end"):
        await match.act(text)
        await t.settled()
    showing = [post.text for post in match.posts() if RUDE in f"{post.text} {post.alt_texts}"]
    assert showing
    assert all(f"Names by {match.t.mara.name}" in text for text in showing)
    newest = match.posts()[-1]
    assert "The text was removed" in (await remove(match)).text
    assert RUDE not in on_server(match)
    assert match.posts()[-1].id != newest.id
    assert mark_removed(RUDE)[:12] in on_server(match)
    assert "Move" in match.posts()[-1].buttons
    assert RUDE not in (await t.tom.tap("My view", match.posts()[-1])).text
    kept = "SELECT options FROM matches UNION ALL SELECT options FROM challenges"
    assert not [row for row in await sql(t.database, kept) if RUDE in str(row) or "rude-otter" in str(row)]
    again = await t.ines.slash("/moderate text", match=match.id)
    assert_refused(again, "Nothing that was said in this match can be removed.")
    about = int(t.mara.id)
    assert await logged(t) == [(f"Removed names from {(await match.table()).title}.", int(t.ines.id), about)]


# --- without Discord ----------------------------------------------------------------------------------


@pytest.fixture
async def said(here: House, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Begin a match on a server in which Mara has played a card with a rude name."""
    deal(monkeypatch, (RUDELY, THEIRS), a_busy_start)
    await here.meet(INES)
    match = await here.match_with_ai(0, game="alpha", level="alpha", options={"decks": (RUDELY, THEIRS)})
    await here.act(match, rude_play(await here.app.match_state(match.id)))
    return match


async def remove_in(here: House, match: Match) -> MatchState:
    return await removing.remove(here.app, match.id, PLACE.guild or 0, removing.BEFOREHAND, INES.id)


async def test_the_match_goes_on_as_it_was_and_its_record_verifies_without_them(
    here: House, said: Match
) -> None:
    before = await here.app.match_state(said.id)
    after = await remove_in(here, said)
    assert after.game.position(after.view(0)) == before.game.position(before.view(0))
    await here.act(said, "end")
    state = await ending.resign(here.app, said.id, MARA.id)
    assert RUDE not in repr(state)
    assert "rude-otter" not in repr(state)
    record = match_record.file_of(state, None)[1]
    assert RUDE not in record
    assert mark_removed(RUDE) in record
    read = read_record(record)
    assert verify(GAMES[read.game], read).identical


async def test_they_are_removed_once_even_by_two_moderators_at_once(here: House, said: Match) -> None:
    done = await asyncio.gather(*(remove_in(here, said) for _ in range(2)), return_exceptions=True)
    (refused,) = (outcome for outcome in done if isinstance(outcome, BaseException))
    assert str(refused) == removing.GONE
    assert removing.texts_of(await here.app.match_state(said.id)) == ()
    async with here.nothing_changes():
        with pytest.raises(UserError, match="isn't in the match anymore"):
            await remove_in(here, said)


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
