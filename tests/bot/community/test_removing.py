"""A moderator removes a player's text: the bot shows it nowhere anymore, and the record still verifies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import web

from bot.community.moderation import removing
from bot.core.match_state import MatchState
from bot.core.seats import User, meet
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.matches import playing
from games import GAMES
from games.ccc.rules.compliments import READY
from games.core.record import read_record, replay, verify
from games.core.teaching.removed import mark_removed
from storage import Match
from storage.tables import conditions, guilds
from storage.tables.conditions import Conditions
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.ccc import begin
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.decoy import in_private, play
from tests.kit.matches.sayings import BEST, HERS, HIS, LAST, over, result_of, spoken
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.roles.moderators import logged, moderated
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)

GONE = "A moderator has removed what was said."
INES = User(13, "Ines")


async def remove(match: Played, number: int) -> Seen:
    """Let Ines, a moderator, remove the text of an action by the panel of the match."""
    ines = match.t.ines
    seen = await ines.tap("Remove a text", await ines.slash("/moderate match", match=match.id))
    question = await ines.choose(str(number), seen)
    done = await ines.tap("Remove it", question)
    await match.t.settled()
    return done


def everything(t: Table) -> str:
    """Return all public messages as Discord keeps them, with the alternative texts of pictures."""
    kept = [message.payload for message in t.playground.world.messages.values() if not message.reader]
    return "\n".join(map(repr, kept))


async def exported(match: Played, person: Person) -> str:
    seen = await person.tap("Record", result_of(person))
    (file,) = [attachment for attachment in seen.attachments if attachment["filename"].endswith(".txt")]
    return (await match.t.download(file)).decode()


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


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["free", "list"])
async def test_the_record_keeps_the_hash_and_still_verifies(t: Table, mode: str) -> None:
    words = HERS if mode == "free" else READY[2]
    match = await begin(t, t.mara, t.tom, ROOM, compliments=mode)
    await play(match, [f"N@c3{{{words}}}", "e7-e6"])
    whole = (await match.table()).game_state.position
    await remove(match, 1)
    assert (await match.table()).game_state.position == whole
    await over(match, t.mara)
    record = await exported(match, t.tom)
    assert words not in record
    assert f"1. N@c3{{{mark_removed(words)}}}" in record
    read = read_record(record)
    assert verify(GAMES[read.game], read).identical
    assert len(tuple(replay(GAMES[read.game], read))) == 3
    watched = await t.tom.tap("Replay", result_of(t.tom))
    for label in ("▶", "◀"):
        assert words not in watched.text
        watched = await t.tom.tap(label, watched) if label in watched.buttons else watched


@pytest.mark.proof
async def test_hearts_lists_and_suggestions_forget_the_words(t: Table) -> None:
    match = await over(await spoken(t), t.mara)
    await t.tom.choose("1", await t.tom.tap(BEST, result_of(t.tom)))
    assert HERS in (await t.juri.slash("/compliments")).text
    again = await over(await spoken(t), t.mara)
    await t.tom.choose("1", await t.tom.tap(BEST, result_of(t.tom)))
    assert "2 hearts" in (await t.juri.slash("/compliments")).text
    await remove(match, 1)
    assert HERS not in (await t.juri.slash("/compliments")).text, "wherever else it was said and liked"
    assert await sql(t.database, "SELECT match_id FROM hearts") == [(again.id,)]
    ballot = await t.tom.tap(BEST, result_of(t.tom))
    assert [option["label"] for option in ballot.selects[0]["options"]] == [LAST]


async def test_nobody_can_write_what_looks_removed(t: Table) -> None:
    await begin(t, t.mara, t.tom, ROOM)
    for words in (mark_removed(HERS), f"so {mark_removed(HERS)} there"):
        async with nothing_changes(t):
            assert_refused(await t.mara.move(f"N@c3{{{words}}}"), "as if a moderator had removed yours")


@pytest.mark.slow
async def test_only_what_was_said_can_be_removed_and_only_once_and_only_by_moderators(t: Table) -> None:
    match = await spoken(t)
    seen = await t.ines.slash("/moderate text", match=match.id)
    question = await t.ines.choose("1", seen)
    assert f"{t.mara.name} said: “{HERS[:-1]}" in question.text, "its author is named"
    stale = await t.ines.choose("1", await t.ines.slash("/moderate text", match=match.id))
    await t.ines.tap("Remove it", question)
    await t.settled()
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Remove it", stale), "isn't in the match anymore")
    (select,) = (await t.ines.slash("/moderate text", match=match.id)).selects
    assert [option["value"] for option in select["options"]] == ["5", "2"]


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
async def test_the_next_board_does_not_bring_removed_words_back(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    await play(match, [f"N@c3{{{HERS}}}"])
    await remove(match, 1)
    await play(match, ["e7-e6"])
    assert HERS not in everything(t)


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


@pytest.mark.slow
async def test_a_match_is_named_as_it_is_shown(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    assert match.name in (await t.ines.slash("/moderate match", match=match.name.upper())).text


# --- without Discord ----------------------------------------------------------------------------------

SAID = f"N@c3{{{HERS}}}"


async def said(here: House) -> Match:
    """Begin a match in which Mara has said something."""
    async with here.app.database.write() as w:
        await guilds.set_settings(w, PLACE.guild or 0, {"own_words": "free"})
        await meet(w, INES, here.app.now())
    terms = MatchTerms("ccc", {"position": ROOM}, "1d")
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 903)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 904, 301)
    await playing.act(here.app, match.id, MARA.id, SAID)
    return match


async def remove_in(here: House, match: Match) -> MatchState:
    return await removing.remove(here.app, match.id, PLACE.guild or 0, 1, INES.id)


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
