"""A moderator removes a player's text: the bot shows it nowhere anymore, and the record still verifies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import web

from bot.community.moderation import removing
from bot.core import match_record
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.play.matches import ending
from bot.play.sayings import sayings
from games import GAMES
from games.ccc.rules.compliments import READY
from games.core.record import read_record, replay, verify
from games.core.teaching.removed import mark_removed
from storage import Match
from storage.tables import conditions, guilds
from storage.tables.conditions import Conditions
from tests.kit.hosts.house import INES, MARA, PLACE, TOM, House
from tests.kit.matches.ccc import begin
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.decoy import in_private, play
from tests.kit.matches.sayings import HERS, HIS, LAST, over, spoken
from tests.kit.matches.tapped import Played
from tests.kit.roles.moderators import logged, moderated
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)

GONE = "A moderator has removed what was said."


async def remove(match: Played, number: int) -> Seen:
    """Let Ines, a moderator, remove what Mara said with an action, by the panel of the match."""
    ines = match.t.ines
    panel = await ines.slash("/moderate match", match=match.name.upper())
    question = await ines.choose(str(number), await ines.tap("Remove a text", panel))
    assert f"{match.t.mara.name} said: “{HERS[:-1]}" in question.text, "its author is named"
    done = await ines.tap("Remove it", question)
    await match.t.settled()
    return done


def everything(t: Table) -> str:
    """Return all public messages as Discord keeps them, with the alternative texts of pictures."""
    kept = [message.payload for message in t.playground.world.messages.values() if not message.reader]
    return "\n".join(map(repr, kept))


@pytest.mark.slow
async def test_a_removed_text_is_gone_from_what_was_posted_and_from_what_comes(t: Table) -> None:
    match = await spoken(t)
    assert all(words in everything(t) for words in (HERS, HIS, LAST))
    await remove(match, 1)
    shown = everything(t)
    assert HERS not in shown
    assert HIS in shown
    assert LAST in shown
    posts = [post.text for post in match.posts()]
    assert sum("(removed by a moderator)" in text for text in posts) == 1
    assert (await match.table()).steps[0].said == ""
    for person in (t.mara, t.tom):
        assert HERS not in (await person.tap("My view", match.posts()[-1])).text
    about = (await match.table()).match.seats[0].person
    assert (await logged(t))[0] == (
        f"Removed a text from {(await match.table()).title}.",
        int(t.ines.id),
        about,
    )
    await play(match, ["e6-e5"])
    assert HERS not in everything(t), "the next board doesn't bring it back"


class Edits:
    """A witness of the bot's edits of messages: their bodies."""

    def __init__(self) -> None:
        self.bodies: list[str] = []

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        if request.method == "PATCH" and "/channels/" in request.path:
            self.bodies.append(body.decode(errors="replace"))

    def dispatch(self, event: str, data: Any) -> None: ...


async def test_posts_keep_their_pictures_and_buttons(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    await play(match, [f"N@c3{{{HERS}}}"])
    before, dm = match.posts()[-1], in_private(t.tom)[-1]
    assert HERS in before.text
    assert HERS in dm.text
    edits = Edits()
    t.playground.witnesses.append(edits)
    await remove(match, 1)
    assert len(edits.bodies) == 2
    for body in edits.bodies:
        assert "attachment://" in body
        assert t.playground.cdn not in body, "the address of a picture is good for a day"
    for person, seen in ((t.mara, before), (t.tom, dm)):
        after = person.again(seen)
        assert HERS not in after.text
        assert after.buttons.keys() == seen.buttons.keys()
        assert after.pictures.keys() == seen.pictures.keys()
        assert after.alt_texts == [text.replace(HERS, mark_removed(HERS)) for text in seen.alt_texts]


async def test_a_post_that_takes_no_edit_is_deleted(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    await play(match, [f"N@c3{{{HERS}}}"])
    post = match.posts()[-1]
    t.fault(
        f"PATCH /channels/{post.channel}/messages/{post.id}",
        400,
        body={"message": "No more edits", "code": 30046},
    )
    await remove(match, 1)
    assert HERS not in everything(t)
    assert post.id not in [seen.id for seen in match.posts()]


def test_every_game_can_remove_what_it_says() -> None:
    """The games' contract tests check that the state stays the same and that the bare action is legal."""
    game = GAMES["ccc"]
    view = game.view(game.new(game.options({"position": ROOM}), bytes(32)), 0)
    action = game.parse(view, "N@c3{Nasty.}")
    bare = game.without_words(action)
    assert bare is not None
    assert game.said(bare) == ""
    assert game.without_words(bare) is None
    assert game.without_words(game.parse(view, "d4-d5")) is None


@pytest.mark.slow
async def test_a_post_names_who_wrote_what_it_quotes(t: Table) -> None:
    match = await spoken(t)
    wrote = [f"Written by {person.name} ({side})" for person, side in ((t.mara, "White"), (t.tom, "Black"))]
    quoting = [post.text for post in match.posts() if "says: “" in post.text]
    assert [[name in text for name in wrote] for text in quoting] == [
        [True, False],
        [False, True],
        [True, False],
    ]
    assert not [
        post.text for post in match.posts() if "Written by" in post.text and "says: “" not in post.text
    ]
    await over(match, t.mara)
    watched = await t.juri.tap("Replay", match.posts()[-1])
    assert f"{t.mara.name} as White, {t.tom.name} as Black" in watched.text


@pytest.mark.slow
async def test_a_post_that_is_on_its_way_loses_the_words_when_it_has_arrived(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    await play(match, [f"N@c3{{{HERS}}}"])
    newest = "SELECT id, message_id FROM outbox WHERE kind = 'board' ORDER BY id DESC LIMIT 1"
    ((row, message),) = await sql(t.database, newest)
    on_its_way = f"UPDATE outbox SET sent_at = {{}}, lease_until = {{}}, message_id = {{}} WHERE id = {row}"
    await sql(t.database, on_its_way.format("NULL", "9999999999", "NULL"))
    await remove(match, 1)
    assert HERS in everything(t)
    await sql(t.database, on_its_way.format("1", "NULL", message))
    t.advance(5)
    await t.settled()
    assert HERS not in everything(t)


# --- without Discord ----------------------------------------------------------------------------------

GUILD = PLACE.guild or 0
SAID, ANSWERED = f"N@c3{{{HERS}}}", (f"N@d7{{{HIS}}}", "d4-d5", "e7-e6", f"N@b2{{{LAST}}}")


async def said(here: House, *more: str, first: str = SAID, **options: Any) -> Match:
    """Begin a match in which Mara says something, and play on."""
    await here.set_on_server(own_words="free")
    await here.meet(INES)
    match = await here.match(game="ccc", position=ROOM, **options)
    await here.play(match, first, *more)
    return match


async def remove_in(here: House, match: Match, number: int = 1) -> MatchState:
    return await removing.remove(here.app, match.id, GUILD, number, INES.id)


@pytest.mark.parametrize("mode", ["free", "list"])
async def test_the_record_keeps_the_hash_and_still_verifies(here: House, mode: str) -> None:
    words = HERS if mode == "free" else READY[2]
    match = await said(here, "e7-e6", first=f"N@c3{{{words}}}", compliments=mode)
    whole = (await here.app.match_state(match.id)).game_state.position
    assert (await remove_in(here, match)).game_state.position == whole
    await ending.resign(here.app, match.id, MARA.id)
    state = await here.app.match_state(match.id)
    assert words not in repr(state)
    _, record = match_record.file_of(state, 1)
    assert f"1. N@c3{{{mark_removed(words)}}}" in record
    assert words not in record
    read = read_record(record)
    assert verify(GAMES[read.game], read).identical
    assert len(tuple(replay(GAMES[read.game], read))) == 3


async def test_hearts_lists_and_suggestions_forget_the_words(here: House) -> None:
    match, again = matches = [await said(here, *ANSWERED) for _ in range(2)]

    async def listed() -> list[tuple[str, int]]:
        page = await sayings.page_of(here.app, GUILD, 0, INES.id, moderated=False)
        return [(line.best.text, line.best.hearts) for line in page.lines]

    for liked in matches:
        await ending.resign(here.app, liked.id, MARA.id)
        await sayings.give(here.app, liked.id, TOM.id, "1")
    assert await listed() == [(HERS, 2)]
    await remove_in(here, match)
    assert await listed() == [], "wherever else it was said and liked"
    assert await sql(here.app.database, "SELECT match_id FROM hearts") == [(again.id,)]
    ballot = await sayings.ballot(here.app, match.id, TOM.id)
    assert [saying.text for saying in ballot.sayings] == [LAST]


@pytest.mark.parametrize("words", [mark_removed(HERS), f"so {mark_removed(HERS)} there"])
async def test_nobody_can_write_what_looks_removed(here: House, words: str) -> None:
    await here.set_on_server(own_words="free")
    match = await here.match(game="ccc", position=ROOM)
    async with here.nothing_changes():
        with pytest.raises(UserError, match="as if a moderator had removed yours"):
            await here.act(match, f"N@c3{{{words}}}")


async def test_only_what_was_said_can_be_removed_and_only_once(here: House) -> None:
    match = await said(here, *ANSWERED)
    state = await remove_in(here, match)
    assert [(text.number, text.words) for text in removing.texts_of(state)] == [(5, LAST), (2, HIS)]
    async with here.nothing_changes():
        for number in (1, 3, 9, removing.BEFOREHAND):
            with pytest.raises(UserError, match="isn't in the match anymore"):
                await remove_in(here, match, number)


async def test_of_two_moderators_at_once_one_removes_a_text(here: House) -> None:
    match = await said(here)
    done = await asyncio.gather(*(remove_in(here, match) for _ in range(2)), return_exceptions=True)
    (refused,) = (outcome for outcome in done if isinstance(outcome, BaseException))
    assert str(refused) == removing.GONE
    async with here.app.database.read() as r:
        texts = [line.text for line in await guilds.lines(r, PLACE.guild or 0, 9)]
    assert len(texts) == 1


async def test_planned_answers_to_what_was_said_stay_without_the_words(here: House) -> None:
    match = await said(here)
    planned = Conditions(0, ((SAID, "e7-e6"), ("d4-d5", "e7-e6")), (SAID,))
    async with here.app.database.write() as w:
        await conditions.put(w, match.id, 1, planned)
    bare = (await remove_in(here, match)).steps[0].text
    assert HERS not in bare
    async with here.app.database.read() as r:
        kept = await conditions.find_entered(r, match.id, 1)
    assert kept == Conditions(0, ((bare, "e7-e6"), ("d4-d5", "e7-e6")), (bare,))


async def test_in_a_match_that_was_deleted_there_is_nothing_to_remove(here: House) -> None:
    assert not await removing.is_there(here.app, "abcdefgh", 1)
    match = await said(here)
    assert await removing.is_there(here.app, match.id, 1)
    assert not await removing.is_there(here.app, match.id, 2)
