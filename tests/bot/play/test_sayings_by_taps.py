"""Hearts for the best compliments at a table: asked for, given, listed, hidden, and said again."""

from __future__ import annotations

import discord
import pytest
from discord import Permissions

from bot.core import person_settings
from bot.core.person_settings import PersonSettings
from bot.play.sayings.sayings import GROUP, mark
from games.ccc.rules.compliments import READY, escape
from playground.people.defaults import BOT_ID
from storage.rows import Seat
from storage.tables import hearts, matches
from storage.tables.hearts import Heart
from tests.kit.matches.ccc import begin, kinds, legible, quoted
from tests.kit.matches.ccc_words import OWN, ROOM
from tests.kit.matches.decoy import in_private, play
from tests.kit.matches.sayings import BEST, HERS, HIS, LAST, over, result_of, spoken
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.roles.appointing import appoint
from tests.kit.rows import append
from tests.kit.seen import Seen
from tests.kit.stored_samples import a_match
from tests.kit.table import Table

NONE_YET = "No compliment has a heart here yet."


@pytest.fixture
async def match(t: Table) -> Played:
    return await over(await spoken(t), t.mara)


async def asked(person: Person) -> Seen:
    """Tap the button that asks for the best compliment, and return the question."""
    return await person.tap(BEST, result_of(person))


async def listed(person: Person) -> str:
    return (await person.slash("/compliments")).text


async def forged(t: Table, person: Person, place: str, custom_id: str, value: str = "1") -> Seen:
    """Return what a person is told after choosing a value in a forged list with this custom_id."""
    view = discord.ui.View(timeout=None)
    option = discord.SelectOption(label="It", value=value)
    view.add_item(discord.ui.Select(custom_id=custom_id, options=[option]))
    await t.running.bot.get_partial_messageable(int(place)).send("an older post", view=view)
    return await person.choose(value)


def here(t: Table) -> str:
    """Return the channel in which people talk."""
    return str(t.mara.actor.channel("games").id)


# --- a heart ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_heart_is_given_beside_the_result_and_the_server_sees_what_got_it(match: Played) -> None:
    t = match.t
    (before,) = [seen for seen in in_private(t.tom) if "Replay" in seen.buttons]
    seen = await t.tom.tap(BEST, before)
    assert seen.ephemeral
    assert seen.id != before.id
    assert "Which compliment was the best?" in seen.text
    (select,) = seen.selects
    assert [option["label"] for option in select["options"]] == [HERS, LAST], "what was said to him"
    assert NONE_YET in await listed(t.ines)
    after = await t.tom.choose("1", seen)
    assert after.id == seen.id
    assert f"❤️ Your heart is for “{HERS}”" in after.text
    assert t.tom.again(before).text == before.text
    told = await listed(t.ines)
    assert f"`1` “{HERS}” · 1 heart ❤️" in told
    assert f"{t.mara.name} to {t.tom.name}, Collapsable Construct Collision" in told
    place = (await t.mara.actor.open_dm(BOT_ID))["id"]
    refused = await t.mara.slash("/compliments", channel=place)
    assert_refused(refused, "Each server has a list of its own.")


@pytest.mark.slow
async def test_the_public_end_and_the_panel_ask_as_well(match: Played) -> None:
    t = match.t
    post = match.posts()[-1]
    panel = await t.mara.tap("My view", post)
    for on in (post, panel):
        seen = await t.mara.tap(BEST, on)
        assert [option["label"] for option in seen.selects[0]["options"]] == [HIS]
    assert t.mara.again(panel).buttons == panel.buttons, "the panel stays what it is"


@pytest.mark.slow
async def test_everything_works_after_a_restart(match: Played) -> None:
    t = match.t
    await t.restart_bot()
    seen = await asked(t.tom)
    await t.restart_bot()
    seen = await t.tom.choose("1", seen)
    await t.restart_bot()
    assert HERS in await listed(t.ines)
    await t.tom.tap("Take it back", seen)
    assert NONE_YET in await listed(t.ines)


async def test_where_the_opponent_said_nothing_there_is_nothing_to_choose(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    await play(match, [f"N@c3{{{HERS}}}"])
    await over(match, t.tom)
    hers, his = [[s for s in in_private(p) if "Replay" in s.buttons][-1:] for p in (t.mara, t.tom)]
    assert [BEST in seen.buttons for seen in hers] == [False]
    assert his == [], "he saw it where he resigned"
    refused = await t.mara.tap(BEST, match.posts()[-1])
    assert_refused(refused, "There's no compliment from your opponent to choose here.")


@pytest.mark.slow
async def test_a_match_without_words_has_no_button(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM, compliments="off")
    await play(match, ["N@c3{}", "N@d7{}"])
    await over(match, t.tom)
    for seen in (match.posts()[-1], *in_private(t.mara), *in_private(t.tom)):
        assert BEST not in seen.buttons


# --- the list -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_moderator_hides_words_and_shows_them_again(match: Played) -> None:
    t, end = match.t, match.posts()[-1]
    await t.tom.choose("1", await asked(t.tom))
    appoint(t, t.ines, Permissions.manage_messages.flag)
    await t.restart_bot()
    assert not (await t.mara.slash("/compliments")).selects
    async with t.database.write("all") as w:
        await person_settings.keep(w, int(t.mara.id), PersonSettings(hidden=True))
    assert f"someone to {t.tom.name}" in await listed(t.tom)
    seen = await t.ines.slash("/compliments")
    assert f"{t.mara.name} to {t.tom.name}" in seen.text, "moderators are told who said what"
    seen = await t.ines.choose(mark(HERS), seen)
    assert NONE_YET in seen.text
    assert NONE_YET in await listed(t.mara)
    ballot = await t.tom.tap(BEST, end)
    assert [option["label"] for option in ballot.selects[0]["options"]] == [LAST]
    assert HERS in (await t.ines.tap("Undo", seen)).text
    assert HERS in await listed(t.mara)


@pytest.mark.slow
async def test_nobody_else_hides_or_shows_anything(match: Played) -> None:
    t = match.t
    await t.tom.choose("1", await asked(t.tom))
    appoint(t, t.ines, Permissions.manage_threads.flag)
    await t.restart_bot()
    for person in (t.mara, t.ines):
        for verb, value in (("unwant|0", mark(HERS)), (f"want|{mark(HERS)}", "1")):
            answer = await forged(t, person, here(t), f"sp|{verb}", value)
            assert_refused(answer, "Only members who can manage messages can take words out of this list.")
    assert HERS in await listed(t.mara)


async def liked_here(t: Table, id: str, text: str, at: int) -> None:
    """Store a match on this server in which Mara liked what the bot said to her."""
    async with t.database.write("all") as w:
        seats = (Seat(seat=0, person=int(t.mara.id)), Seat(seat=1, level="easy"))
        await matches.add(w, a_match(id, game="ccc", guild=guild_of(t), seats=seats))
        await append(w, id, 1, 1, f"N@c3{{{escape(text)}}}", 5)
        heart = Heart(match_id=id, seat=0, number=1, text=text, mark=mark(text), guild=guild_of(t), at=at)
        await hearts.give(w, heart)


async def test_a_page_of_the_longest_words_in_any_script_is_whole(t: Table) -> None:
    for number, sign in enumerate("*🌷ش蝶|_`"):
        await liked_here(t, f"m{number}", f"{number}{sign * 199}", number)
    first = await t.tom.slash("/compliments")
    assert first.text.count("1 heart ❤️") == first.text.count("-# ") == 5
    second = await t.tom.tap("▶", first)
    assert second.id == first.id
    assert second.text.count("1 heart ❤️") == 2
    assert legible(quoted(second.text.splitlines()[-2])) == f"0{'*' * 199}"


def guild_of(t: Table) -> int:
    return int(next(iter(t.playground.world.guilds.values())).id)


# --- where the best are offered -----------------------------------------------------------------------


async def asking(match: Played, person: Person) -> Seen:
    """Open the question of what's said when White's Flag moves to c3."""
    return await person.choose("c3", await kinds(match, person, "h4"))


def suggested(seen: Seen) -> list[str]:
    """Return the liked compliments that are offered first."""
    found = [select for select in seen.selects if select["placeholder"].startswith(GROUP)]
    assert seen.selects[: len(found)] == found
    return [option["label"] for select in found for option in select["options"]]


@pytest.mark.slow
async def test_what_was_liked_is_offered_first_and_said_in_one_tap(match: Played) -> None:
    t = match.t
    await t.tom.choose("1", await asked(t.tom))
    await t.mara.choose("2", await asked(t.mara))
    again = await begin(t, t.mara, t.tom, ROOM)
    seen = await asking(again, t.mara)
    assert suggested(seen) == [HERS, HIS], "what she said herself comes first"
    assert [option["label"] for option in seen.selects[1]["options"]] == list(READY)
    assert seen.answers == {OWN, "Back"}
    await t.restart_bot()
    after = await t.mara.choose(f"liked-{mark(HIS)}", seen)
    assert f"Your Nice Flag goes to c3 and says: “{HIS}”" in after.text
    assert (await again.table()).texts == (f"N@c3{{{HIS}}}",)


@pytest.mark.slow
async def test_what_is_liked_no_more_is_not_said_by_an_old_list(match: Played) -> None:
    t = match.t
    liked = await t.tom.choose("1", await asked(t.tom))
    again = await begin(t, t.mara, t.tom, ROOM)
    seen = await asking(again, t.mara)
    await t.tom.tap("Take it back", liked)
    async with nothing_changes(t):
        assert "Which piece do you want to use?" in (await t.mara.choose(f"liked-{mark(HERS)}", seen)).text
