"""Reports about people: moderators see them in one list, and other people never hear of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.community.moderation import reporting
from bot.community.moderation.ui import persons
from bot.core import server_settings
from bot.core.errors import UserError
from bot.core.seats import User, meet
from storage import Match
from storage.tables import reports as tables
from storage.tables.reports import Report
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.decoy import in_private, play
from tests.kit.matches.sayings import HERS, HIS, LAST, spoken
from tests.kit.matches.tapped import Played, assert_refused
from tests.kit.people import Person
from tests.kit.roles.moderators import logged, moderated, server_of
from tests.kit.seen import Seen
from tests.kit.servers.pausing import pause, without_ids
from tests.kit.sql import sql
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)

GUILD, INES, JURI = PLACE.guild or 0, 13, User(14, "Juri")
THANKS = "Thanks. This server's moderators can see your report now"


async def reports(t: Table) -> list[tuple[Any, ...]]:
    return await sql(
        t.database, "SELECT about, by_person, number, text, reason, closed_at FROM reports ORDER BY id"
    )


async def report(match: Played, by: Person, why: str = "") -> str:
    """Report the opponent's text by its button and return the answer."""
    menu = await by.tap("⋯", match.posts()[-1])
    return (await by.submit(await by.tap_for_modal("Report", menu), words=why)).text


def received(t: Table, person: Person) -> list[str]:
    return [seen.text for seen in person.messages()]


@pytest.mark.slow
async def test_moderators_see_what_was_said_by_whom_and_where(t: Table) -> None:
    match = await spoken(t)
    before = received(t, t.mara)
    assert THANKS in await report(match, t.tom, "Rude.")
    await t.settled()
    assert received(t, t.mara) == before, "the reported person hears nothing"
    mara, tom = int(t.mara.id), int(t.tom.id)
    assert await reports(t) == [(mara, tom, 5, LAST, "Rude.", None)]
    panel = await t.ines.slash("/moderate person", person=t.mara)
    assert f"{t.mara.name} said “{LAST}” in *{match.name}* · {t.tom.name} writes “Rude.”" in panel.text
    one = await t.ines.choose("1", panel)
    assert match.name in one.text
    assert f"<#{t.threads()[-1]['id']}>" in one.text
    assert "closed" in (await t.ines.tap("Close it", one)).text
    assert (await logged(t))[0] == ("Closed a report.", int(t.ines.id), mara)


async def test_a_reported_text_is_removed_from_its_report_and_the_report_still_says_it(t: Table) -> None:
    match = await spoken(t)
    await report(match, t.tom)
    one = await t.ines.choose("1", await t.ines.slash("/moderate person", person=t.mara))
    done = await t.ines.tap("Remove the text", one)
    await t.settled()
    assert (await match.table()).steps[4].said == ""
    assert "**The text was removed.**" in done.text
    assert done.answers == {"Close it", "All reports"}, "what's left to do is offered"
    closed = await t.ines.tap("Close it", done)
    assert "closed" in closed.text
    assert LAST in (await t.ines.slash("/moderate person", person=t.mara)).text


@pytest.mark.slow
async def test_a_choice_that_is_no_report_s_number_opens_none(t: Table) -> None:
    await t.tom.slash("/report", person=t.mara)
    panel = await t.ines.slash("/moderate person", person=t.mara)
    (select,) = Seen(t.playground.world.messages[panel.id].payload).selects
    assert select["options"][0]["value"] == "1"
    for forged in ("one", "-1", "9" * 16):
        select["options"][0]["value"] = forged
        assert_refused(await t.ines.choose(forged, t.ines.again(panel)), "There's no report here")


@pytest.mark.slow
async def test_the_modal_says_what_is_reported_and_reports_just_that(t: Table) -> None:
    long = ("So patient, " * 16).strip()
    match = await spoken(t, LAST)
    await play(match, ["e6-e5", "d5-c5", "e5-e4", f"N@c3{{{long}}}"])
    modal = await t.tom.tap_for_modal("Report", await t.tom.tap("⋯", match.posts()[-1]))
    about = str(modal["components"][0]["description"])
    assert about.startswith("“So patient, ")
    assert about.endswith("…” · Only moderators read your report.")
    assert len(about) == 100
    await play(match, ["e4-e3", "c5-c6", "e3-e2", "N@b2{Sorry.}"])
    assert (await match.table()).steps[-1].said == "Sorry."
    await t.tom.submit(modal, words="")
    assert [text for _, _, _, text, *_ in await reports(t)] == [long]


@pytest.mark.slow
async def test_the_channel_for_reports_hears_of_each_once_without_its_reporter(t: Table) -> None:
    place = t.mara.actor.channel("quiet").id
    match = await spoken(t, HERS)
    async with t.database.write("all") as w:
        change, mara = server_settings.change, int(t.mara.id)
        await change(w, server_of(t), mara, lambda old: replace(old, reports=int(place)), "", 1)
    await report(match, t.tom, "Rude.")
    await t.settled()
    await t.restart_bot()
    await t.settled()
    posts = [seen for seen in t.ines.messages() if seen.channel == str(place)]
    assert len(posts) == 1
    assert f"{t.mara.name}" in posts[0].text
    assert LAST in posts[0].text
    assert f"{t.mara.name}" in posts[0].text.partition("They said")[0], "who said it is named"
    assert t.tom.id not in posts[0].text
    assert "Rude." not in posts[0].text, "what they wrote isn't there without their name"
    assert not in_private(t.ines)
    one = await t.ines.tap("Open", posts[0])
    assert "Report about" in one.text
    assert f"{t.tom.name} writes “Rude.”" in one.text
    assert {"Remove the text", "Close it"} < one.answers
    await t.ines.tap("Close it", one)
    assert (await t.ines.tap("Open", posts[0])).answers == {"Remove the text", "All reports"}
    assert_refused(await t.juri.tap("Open", posts[0]), "Only members who can manage messages")


async def told(reporter: str, moderator: str) -> list[list[str]]:
    """Return all that the players get when a person reports Mara's text and a moderator removes it."""
    async with moderated("ines", "juri") as t:
        await spoken(t)
        thread = t.threads()[-1]["id"]
        await getattr(t, reporter).slash("/report", channel=thread, person=t.mara, reason="Rude.")
        by: Person = getattr(t, moderator)
        panel = await by.slash("/moderate person", person=t.mara)
        one = await by.choose("1", panel)
        await by.tap("Remove the text", one)
        await by.tap("Close it", await by.choose("1", await by.slash("/moderate person", person=t.mara)))
        await t.settled()
        players = (t.mara, t.tom)
        return [
            [without_ids(seen.text) for seen in player.messages() if not seen.ephemeral] for player in players
        ]


@pytest.mark.slow
async def test_players_learn_neither_who_reported_nor_who_removed_it() -> None:
    usual = await told("juri", "ines")
    assert await told("ines", "juri") == usual
    assert await told("tom", "ines") == usual


@pytest.mark.slow
async def test_both_players_ask_for_the_end_of_a_pause_and_who_plays_in_it_reads_neither() -> None:
    async with moderated("ines", "tom") as t:
        match = await spoken(t)
        place = t.mara.actor.channel("quiet").id
        async with t.database.write("all") as w:
            change, mara = server_settings.change, int(t.mara.id)
            await change(w, server_of(t), mara, lambda old: replace(old, reports=int(place)), "", 1)
        own = await t.tom.slash("/moderate match", match=match.id)
        assert "You're in this yourself, so another moderator has to do it." in own.text
        assert not own.buttons
        await pause(match)
        thread = t.threads()[-1]["id"]
        assert (
            "you want its pause to end"
            in (await t.mara.slash("/report", channel=thread, reason="Long.")).text
        )
        assert "you want its pause to end" in (await t.tom.slash("/report", match=match.id)).text
        await t.settled()
        *_, first, _ = [seen for seen in t.ines.messages() if seen.channel == str(place)]
        assert "**Report** about the pause of a match in" in first.text
        assert t.mara.id not in first.text
        assert_refused(await t.tom.tap("Open", first), "There's no report here that you could open.")
        one = await t.ines.tap("Open", first)
        assert f"{t.mara.name} asks for the end of the pause: “Long.”" in one.text
        panel = await t.ines.tap("The match", one)
        assert {"Report #1", "Report #2"} < panel.answers
        await t.ines.tap("Resume the match", panel)
        assert "Close it" not in (await t.ines.tap("Open", first)).answers, "it's done by that"
        refused = await t.mara.slash("/report", channel=thread)
        assert_refused(refused, "Choose the person you want to report with the option `person`.")


# --- without Discord ----------------------------------------------------------------------------------


async def said(here: House) -> Match:
    """Play a match in which mara paid two compliments and tom one."""
    await here.set_on_server(own_words="free")
    match = await here.match(game="ccc", position=ROOM)
    await here.play(match, f"N@c3{{{HERS}}}", f"N@d7{{{HIS}}}", "d4-d5", "e7-e6", f"N@b2{{{LAST}}}")
    return match


async def reported(here: House, by: User, about: User, match: Match | None = None, action: int = 0) -> None:
    """Report a person on the server, and what they said in a match if one is given."""
    match_id = None if match is None else match.id
    await reporting.report(here.app, here.limits, GUILD, by, about, match_id, "Look.", action)


async def refuses(here: House, why: str, by: User, about: User, match: Match | None = None) -> None:
    """Check that a report is refused and changes nothing."""
    async with here.nothing_changes():
        with pytest.raises(UserError, match=why):
            await reported(here, by, about, match)


@pytest.mark.parametrize(
    ("about", "action", "number", "text"),
    [(MARA, 0, 5, LAST), (MARA, 1, 1, HERS), (MARA, 2, None, ""), (TOM, 0, 2, HIS)],
)
async def test_a_report_quotes_what_the_person_said_last_or_with_the_given_action(
    here: House, about: User, action: int, number: int | None, text: str
) -> None:
    match = await said(here)
    await reported(here, JURI, about, match, action)
    (kept,) = (await reporting.about(here.app, GUILD, about.id, 0, INES)).reports
    assert (kept.by_person, kept.match_id, kept.number, kept.text) == (JURI.id, match.id, number, text)
    assert (kept.reason, kept.closed_at) == ("Look.", None)


async def test_a_report_needs_no_match_and_in_one_only_its_players_are_reported(here: House) -> None:
    match = await said(here)
    await refuses(here, "They're not playing in this match", TOM, JURI, match)
    await reported(here, TOM, JURI)
    (kept,) = (await reporting.about(here.app, GUILD, JURI.id, 0, INES)).reports
    assert (kept.match_id, kept.number, kept.text) == (None, None, "")


async def test_the_same_twice_oneself_bots_and_too_many_are_refused(here: House) -> None:
    match = await said(here)
    await reported(here, MARA, TOM)
    await refuses(here, "You've already reported this, and the moderators still have it open", MARA, TOM)
    await refuses(here, "You can't report yourself", MARA, MARA)
    await refuses(here, "You can only report people", MARA, User(99, "games", is_bot=True))
    await reported(here, MARA, TOM, match)
    await sql(here.app.database, "UPDATE reports SET closed_at = 1")
    for about in (TOM, JURI, User(INES, "Ines")):
        await reported(here, MARA, about)
    await refuses(here, "You've made 5 reports within an hour", MARA, TOM, match)
    await reported(here, TOM, MARA)


async def reported_often(here: House, count: int) -> None:
    """Store this many reports of Mara, as long as they can be."""
    async with here.app.database.write() as w:
        for who in (MARA, TOM):
            await meet(w, who, here.app.now())
        for number in range(count):
            made = Report(
                guild=200,
                about=MARA.id,
                by_person=TOM.id,
                at=here.app.now() + number,
                text="x" * 200,
                reason="y" * reporting.LONGEST_REASON,
            )
            await tables.add(w, made)


async def test_five_reports_are_on_a_page_and_a_page_that_is_not_there_is_the_nearest(here: House) -> None:
    await reported_often(here, 7)
    for asked, number, count in ((-1, 0, 5), (0, 0, 5), (1, 1, 2), (2, 1, 2)):
        page = await reporting.about(here.app, 200, MARA.id, asked, INES)
        assert (page.number, page.pages, len(page.reports)) == (number, 2, count)


async def test_a_page_of_the_longest_reports_is_shown_whole(here: House) -> None:
    await reported_often(here, 9)
    page = await reporting.about(here.app, 200, MARA.id, 0, INES)
    shown = str(persons.screen(MARA.id, None, page).view.to_components())
    assert all(f"`#{report.id}`" in shown for report in page.reports)
    assert shown.count("y" * reporting.LONGEST_REASON) == len(page.reports)
