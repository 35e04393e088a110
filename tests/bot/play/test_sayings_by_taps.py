"""Hearts for the best compliment of a match, a server's list of them, and where they're offered again."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import Permissions, ui
from msgspec.structs import replace

from bot.core import person_settings
from bot.core.person_settings import PersonSettings
from bot.play.sayings.sayings import GROUP, Ballot, Saying, list_sayings, mark, may_like
from bot.play.sayings.ui import giving
from games.ccc.rules.compliments import READY, escape
from playground.people.defaults import BOT_ID
from storage.rows import Seat
from storage.tables import hearts, matches
from storage.tables.hearts import Heart
from tests.kit.matches.ccc import begin, kinds, legible, live, play_bot, quoted
from tests.kit.matches.ccc_words import NASTY, ONLY_FLAG, OWN, ROOM
from tests.kit.matches.decoy import in_private, play
from tests.kit.matches.sayings import BEST, HERS, HIS, LAST, over, result_of, spoken
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.roles.appointing import appoint
from tests.kit.rows import append
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.stored_samples import a_match
from tests.kit.table import Table

NONE_YET = "No compliment has a heart here yet."


@pytest.fixture
async def match(t: Table) -> Played:
    return await over(await spoken(t), t.mara)


async def asked(person: Person) -> Seen:
    """Open the question of which compliment was the best."""
    return await person.tap(BEST, result_of(person))


async def listed(person: Person) -> str:
    return (await person.slash("/compliments")).text


async def given(t: Table) -> list[tuple[Any, ...]]:
    """Return the hearts in the database."""
    return await sql(t.database, "SELECT match_id, seat, number, text FROM hearts ORDER BY seat")


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
async def test_a_heart_goes_to_something_else_and_is_taken_back(match: Played) -> None:
    t = match.t
    seen = await t.tom.choose("1", await asked(t.tom))
    assert await given(t) == [(match.id, 1, 1, HERS)]
    seen = await t.tom.choose("5", seen)
    assert f"Your heart is for “{LAST}”" in seen.text
    assert await given(t) == [(match.id, 1, 5, LAST)]
    assert HERS not in await listed(t.ines)
    chosen = [option["value"] for option in seen.selects[0]["options"] if option.get("default")]
    assert chosen == ["5"]
    seen = await t.tom.tap("Take it back", seen)
    assert "Which compliment was the best?" in seen.text
    assert "Take it back" not in seen.buttons
    assert await given(t) == []
    assert NONE_YET in await listed(t.ines)


@pytest.mark.slow
async def test_both_players_have_a_heart_and_a_second_tap_counts_no_second_one(match: Played) -> None:
    t = match.t
    asking = {t.mara: (await asked(t.mara), "2"), t.tom: (await asked(t.tom), "1")}
    for person, (seen, value) in asking.items():
        first = await person.choose(value, seen)
        assert (await person.choose(value, seen)).text == first.text
    assert await given(t) == [(match.id, 0, 2, HIS), (match.id, 1, 1, HERS)]
    assert (await listed(t.ines)).count("1 heart ❤️") == 2


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


async def test_who_did_not_play_has_no_heart_to_give(match: Played) -> None:
    t = match.t
    assert_refused(await t.ines.tap(BEST, match.posts()[-1]), "You're not playing in this match.")
    for verb in ("heart", "heartless", "ballots"):
        answer = await forged(t, t.ines, here(t), f"sp|{verb}|{match.id}|0")
        assert_refused(answer, "You're not playing in this match.")
    assert await given(t) == []


@pytest.mark.slow
async def test_a_heart_is_only_for_what_the_opponent_said(match: Played) -> None:
    for value in ("2", "3", "99", "0", "-1", "truth"):
        answer = await forged(match.t, match.t.tom, here(match.t), f"sp|heart|{match.id}|0", value)
        assert_refused(answer, "Your opponent didn't say that.")
    assert await given(match.t) == []


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


# --- what doesn't count -------------------------------------------------------------------------------


@pytest.mark.slow
async def test_while_a_match_goes_on_nothing_is_chosen_and_nothing_listed(t: Table) -> None:
    match = await spoken(t)
    assert BEST not in match.posts()[-1].buttons
    for person in (t.mara, t.tom):
        answer = await forged(t, person, here(t), f"sp|heart|{match.id}|0", "1")
        assert_refused(answer, "You can choose the best compliment when the match is over.")
    assert NONE_YET in await listed(t.ines)
    assert await given(t) == []


async def test_of_a_match_that_was_canceled_nothing_counts(t: Table) -> None:
    match = await spoken(t)
    appoint(t, t.ines, Permissions.manage_messages.flag)
    await t.restart_bot()
    question = await t.ines.tap("Cancel the match", await t.ines.slash("/moderate match", match=match.id))
    await t.ines.tap("Cancel it", question)
    await t.settled()
    assert BEST not in match.posts()[-1].buttons
    assert not [seen for seen in in_private(t.tom) if BEST in seen.buttons]
    answer = await forged(t, t.tom, here(t), f"sp|heart|{match.id}|0", "1")
    assert_refused(answer, "This match doesn't count, so its compliments don't either.")
    assert NONE_YET in await listed(t.ines)


@pytest.mark.slow
async def test_of_a_first_leg_nothing_counts_before_the_second_is_over(match: Played) -> None:
    state = await match.table()
    assert may_like(state, None)
    assert not may_like(replace(state, match=replace(state.match, sealed=True)), None)


async def test_a_private_match_against_the_bot_enters_no_list(t: Table) -> None:
    match = await play_bot(t, t.mara, 1, ONLY_FLAG, public=False, rated=False)
    (said,) = [step.said for step in (await match.table()).steps]
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    seen = await t.mara.tap(BEST)
    assert "This match is on no server, so your choice is on no list." in seen.text
    await t.mara.choose("1", seen)
    assert [text for *_, text in await given(t)] == [said]
    for person in (t.mara, t.ines):
        assert NONE_YET in await listed(person)
    place = (await t.mara.actor.open_dm(BOT_ID))["id"]
    refused = await t.mara.slash("/compliments", channel=place)
    assert_refused(refused, "Each server has a list of its own.")


async def test_what_the_bot_says_in_public_can_get_a_heart_and_the_bot_has_none(t: Table) -> None:
    match = await play_bot(t, t.mara, 1, ONLY_FLAG, level="easy")
    (said,) = [step.said for step in (await match.table()).steps]
    await over(match, t.mara)
    await t.mara.choose("1", await t.mara.tap(BEST, match.posts()[-1]))
    assert f"“{said}” · 1 heart" in legible(await listed(t.ines))
    assert f"(easy bot) to {t.mara.name}" in await listed(t.ines)
    state = await match.table()
    assert may_like(state, 1)
    hers = replace(state, steps=tuple(replace(step, seat=1) for step in state.steps))
    assert not may_like(hers, None), "what only the bot heard, nobody chooses"


async def liked_elsewhere(t: Table, person: Person, text: str, guild: int | None) -> None:
    """Store a match on another server, or on none, in which a person liked what the bot said."""
    async with t.database.write("all") as w:
        seats = (Seat(seat=0, person=int(person.id)), Seat(seat=1, level="easy"))
        await matches.add(w, a_match("elsewhere", game="ccc", guild=guild, seats=seats))
        await append(w, "elsewhere", 1, 1, f"N@c3{{{text}}}", 5)
        heart = Heart(match_id="elsewhere", seat=0, number=1, text=text, mark=mark(text), guild=guild, at=9)
        await hearts.give(w, heart)


@pytest.mark.slow
@pytest.mark.parametrize("guild", [999, None], ids=["another server", "in private"])
async def test_what_was_liked_elsewhere_changes_nothing_here(match: Played, guild: int | None) -> None:
    """The server looks the same with and without that heart to everybody but the player who gave it."""
    t = match.t
    await t.tom.choose("1", await asked(t.tom))
    again = await begin(t, t.mara, t.tom, ROOM)
    before = await listed(t.tom), suggested(await asking(again, t.mara))
    await liked_elsewhere(t, t.ines, "Said elsewhere.", guild)
    await liked_more(t, HERS, guild)
    assert (await listed(t.tom), suggested(await asking(again, t.mara))) == before
    assert await listed(t.ines) == before[0], "nor does the list tell her own"


async def liked_more(t: Table, text: str, guild: int | None) -> None:
    """Give the same words another heart in the match that's elsewhere."""
    async with t.database.write("all") as w:
        heart = Heart(match_id="elsewhere", seat=1, number=1, text=text, mark=mark(text), guild=guild, at=9)
        await hearts.give(w, heart)


# --- the list -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_who_hides_their_profile_is_not_named_to_others(match: Played) -> None:
    t = match.t
    await t.tom.choose("1", await asked(t.tom))
    async with t.database.write("all") as w:
        await person_settings.keep(w, int(t.mara.id), PersonSettings(hidden=True))
    for person in (t.ines, t.tom):
        assert f"someone to {t.tom.name}" in await listed(person)
    assert f"{t.mara.name} to {t.tom.name}" in await listed(t.mara)
    appoint(t, t.ines, Permissions.manage_messages.flag)
    await t.restart_bot()
    assert f"{t.mara.name} to {t.tom.name}" in await listed(t.ines), "moderators are told who said what"


@pytest.mark.slow
async def test_a_moderator_hides_words_and_shows_them_again(match: Played) -> None:
    t, end = match.t, match.posts()[-1]
    await t.tom.choose("1", await asked(t.tom))
    appoint(t, t.ines, Permissions.manage_messages.flag)
    await t.restart_bot()
    again = await begin(t, t.mara, t.tom, ROOM)
    assert HERS in suggested(await asking(again, t.mara))
    assert not (await t.mara.slash("/compliments")).selects
    seen = await t.ines.slash("/compliments")
    seen = await t.ines.choose(mark(HERS), seen)
    assert NONE_YET in seen.text
    assert NONE_YET in await listed(t.mara)
    assert suggested(await asking(again, t.mara)) == []
    ballot = await t.tom.tap(BEST, end)
    assert [option["label"] for option in ballot.selects[0]["options"]] == [LAST]
    assert HERS in (await t.ines.tap("Undo", seen)).text
    assert HERS in await listed(t.mara)


@pytest.mark.slow
@pytest.mark.parametrize(("verb", "value"), [("unwant|0", mark(HERS)), (f"want|{mark(HERS)}", "1")])
async def test_nobody_else_hides_or_shows_anything(match: Played, verb: str, value: str) -> None:
    t = match.t
    await t.tom.choose("1", await asked(t.tom))
    appoint(t, t.ines, Permissions.manage_threads.flag)
    await t.restart_bot()
    for person in (t.mara, t.ines):
        answer = await forged(t, person, here(t), f"sp|{verb}", value)
        assert_refused(answer, "Only members who can manage messages can take words out of this list.")
    assert HERS in await listed(t.mara)


@pytest.mark.slow
async def test_words_have_no_effect_where_they_are_listed_or_chosen(match: Played) -> None:
    t, state = match.t, await match.table()
    nasty = [words.format(tom=t.tom.id) for words in NASTY.values()]
    for number, words in enumerate(nasty):
        await liked_here(t, f"m{number}", words, number)
    pages = [await t.ines.slash("/compliments")]
    pages.append(await t.ines.tap("▶", pages[0]))
    lines = [line for page in pages for line in page.text.splitlines() if "heart ❤️" in line]
    assert [legible(quoted(line)) for line in lines] == nasty[::-1]
    for words in nasty:
        shown = giving.screen(Ballot(state, 1, (Saying(1, words),), 1)).view
        lines += [item.content for item in shown.walk_children() if isinstance(item, ui.TextDisplay)]
        assert legible(quoted(lines[-1])) == words
    assert [found for line in lines for found in live(quoted(line))] == []


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
    assert f"White's Nice Flag goes to c3 and says: “{HIS}”" in after.text
    assert (await again.table()).texts == (f"N@c3{{{HIS}}}",)


@pytest.mark.slow
async def test_the_best_of_the_server_is_offered_to_everybody_here(match: Played) -> None:
    t = match.t
    await t.tom.choose("1", await asked(t.tom))
    theirs = await begin(t, t.ines, t.tom, ROOM)
    assert suggested(await asking(theirs, t.ines)) == [HERS]


@pytest.mark.slow
async def test_in_a_private_match_only_what_is_one_s_own_is_offered(match: Played) -> None:
    t = match.t
    await t.tom.choose("1", await asked(t.tom))
    for person, expected in ((t.ines, []), (t.mara, [HERS])):
        await person.start("/ccc play", side="White", position=ROOM, rated=False)
        await t.settled()
        seen = await person.tap("h4 Nice Flag", result_panel(person))
        assert suggested(await person.choose("c3", seen)) == expected


def result_panel(person: Person) -> Seen:
    """Return the newest panel of a match that continues."""
    return next(seen for seen in reversed(person.messages()) if "h4 Nice Flag" in seen.buttons)


@pytest.mark.slow
async def test_only_what_may_be_said_in_the_match_is_offered(t: Table) -> None:
    first = await over(await spoken(t), t.mara)
    await t.tom.choose("1", await asked(t.tom))
    second = await over(await spoken(t, READY[3]), t.mara)
    await t.tom.choose("1", await asked(t.tom))
    assert first.id != second.id
    strict = await begin(t, t.mara, t.tom, ROOM, compliments="list")
    seen = await asking(strict, t.mara)
    assert suggested(seen) == [READY[3]]
    others = [option["label"] for option in seen.selects[1]["options"]]
    assert others == [text for text in READY if text != READY[3]], "each stands there once"
    await t.mara.choose(f"liked-{mark(READY[3])}", seen)
    assert (await strict.table()).texts == (f"N@c3{{{READY[3]}}}",)


@pytest.mark.slow
async def test_what_is_liked_no_more_is_not_said_by_an_old_list(match: Played) -> None:
    t = match.t
    liked = await t.tom.choose("1", await asked(t.tom))
    again = await begin(t, t.mara, t.tom, ROOM)
    seen = await asking(again, t.mara)
    await t.tom.tap("Take it back", liked)
    async with nothing_changes(t):
        assert "Which piece do you want to use?" in (await t.mara.choose(f"liked-{mark(HERS)}", seen)).text


# --- words and lists by themselves --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Cool move.", "  cool   MOVE. ", True),
        ("Cool move.", "Ｃｏｏｌ ｍｏｖｅ．", True),
        ("ﬁne", "fine", True),
        ("❤️", "❤", True),
        ("a\u200db", "ab", True),
        ("é", "e\u0301", True),
        ("Cool move.", "Cool move!", False),
        ("की", "का", False),
        ("👩‍🚀", "👩", False),
    ],
)
def test_what_reads_alike_has_one_mark(one: str, other: str, alike: bool) -> None:
    assert (mark(one) == mark(other)) == alike


@pytest.mark.slow
async def test_what_was_said_twice_is_one_choice(match: Played) -> None:
    state = await match.table()
    twice = replace(state, steps=(*state.steps, *state.steps))
    assert list_sayings(twice, 1) == list_sayings(state, 1) == (Saying(1, HERS), Saying(5, LAST))


@pytest.mark.slow
async def test_more_than_a_list_holds_is_in_pages(match: Played) -> None:
    state = await match.table()
    many = tuple(Saying(2 * number + 1, f"{number} " + "x" * 198) for number in range(30))
    for page, expected in ((0, 25), (1, 5), (-3, 25), (99, 5)):
        shown = giving.screen(Ballot(state, 1, many, 3), page).view
        (select,) = [item for item in shown.walk_children() if isinstance(item, ui.Select)]
        assert len(select.options) == expected
        assert all(len(option.label) <= 100 for option in select.options)
