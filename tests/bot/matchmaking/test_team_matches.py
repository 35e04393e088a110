"""Team matches at a table: challenged, accepted with a code, and played; neither server sees the other."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.community.privacy import exporting, leaving
from bot.core.seats import Place, User
from bot.matchmaking.contests.organizing import entering
from games import GAMES
from playground.model.records import Guild
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.servers.contest_table import DAY, create
from tests.kit.servers.lobby_table import made_up
from tests.kit.servers.team_table import (
    FOXES,
    OWLS,
    agree,
    all_join,
    card,
    challenge,
    enter_code,
    everything,
    foxes_win,
    id_of,
    of_server,
    stands,
    two_teams,
    under_way,
)
from tests.kit.sql import sql
from tests.kit.table import Table

GAME = GAMES["ccc"].title
Two = tuple[Table, Guild, Guild]


@pytest.fixture
async def both() -> AsyncIterator[Two]:
    async with two_teams() as made:
        yield made


@asynccontextmanager
async def nothing_happens(t: Table) -> AsyncIterator[None]:
    """Assert that the block leaves the team match as it is."""
    before = await stands(t)
    yield
    assert await stands(t) == before


@pytest.mark.slow
async def test_two_servers_play_it_through_and_neither_is_shown_anything_of_the_other(both: Two) -> None:
    t, first, second = both
    code = await challenge(t)
    assert "Waiting for another server to agree." in card(t.ines).text
    await t.mara.tap("Join", card(t.mara))
    offer = await enter_code(t.tom, code)
    for words in (
        f"**Team match** · {GAME} · Standard",
        "The challenge comes from **Foxes**.",
        "SHA-256",
        "Begins <t:",
    ):
        assert words in offer.text, words
    assert str(t.mara.id) not in offer.text
    assert "mara" not in offer.text.lower()
    assert "where your members can join" in (await agree(t, code)).text
    assert "Owls will play you in Friday Clash." in (await t.ines.sees("will play you")).text
    for name in ("ines", *OWLS):
        await t.people[name].tap("Join", card(t.people[name]))
    await t.settled()
    assert f"**Foxes (2):** {t.mara.name}, {t.ines.name}\n**Owls:** 2 players" in card(t.mara).text
    assert f"**Foxes:** 2 players\n**Owls (2):** {t.tom.name}, {t.juri.name}" in card(t.juri).text
    t.advance(2 * 3600)
    await t.settled()
    contest = await stands(t)
    assert len(contest.open) == 4, "two boards with two matches each"
    assert "**Foxes 0 – 0 Owls**" in card(t.juri).text
    assert "Join" not in card(t.juri).buttons, "no one comes in late"
    playing = await t.mara.tap("Standings", card(t.mara))
    assert "**You play:**\nTom · " in playing.text
    one = contest.open[0]
    await foxes_win(t)
    t.advance(DAY)
    await t.settled()
    for person in (t.mara, t.juri):
        seen = card(person)
        assert "**Foxes 4 – 0 Owls** · Foxes won" in seen.text
        assert f"Team match · {GAME} · final score. Foxes 4 – 0 Owls. Board 1:" in seen.alt_texts[0]
        told = await person.sees("### Friday Clash is over")
        assert "**Final score**\n**Foxes 4 – 0 Owls** · Foxes won" in told.text
        assert told.payload["flags"] & 1 << 12, "silently"
        for what in ("Pairings", "Log"):
            await person.tap(what, await person.tap("Standings", card(person)))
        await person.slash("/compete")
        await person.slash("/matches")
        await from_their_dms(t, person)
    assert f"`1` {t.mara.name} **2 – 0** Tom" in card(t.mara).text
    assert f"`1` Mara **2 – 0** {t.tom.name}" in card(t.juri).text
    for name, match in (("mara", one.match), ("tom", one.match)):
        await t.people[name].slash("/replay", match=match)
    for mine, theirs, guild in ((FOXES, OWLS, second), (OWLS, FOXES, first)):
        told = everything(*(t.people[name] for name in mine))
        for secret in of_server(t, guild):
            assert secret not in told, secret
        for name in theirs:
            assert f"<@{t.people[name].id}>" not in told, "a mention says nothing there"


async def from_their_dms(t: Table, person: Person) -> None:
    """Let a person open the team match and its log in their DMs."""
    dm = await person.actor.open_dm(str(t.running.bot.application_id))
    seen = await made_up(t, person, f"sp|c-show|{await id_of(t)}", channel=str(dm["id"]))
    assert "**Foxes 4 – 0 Owls**" in seen.text
    await person.tap("Log", seen)


@pytest.mark.slow
async def test_a_captain_who_deletes_themselves_leaves_no_trace_and_the_match_goes_on(both: Two) -> None:
    t, _, _ = both
    await under_way(t)
    for name in ("tom", "ines"):
        captain = int(t.people[name].id)
        await leaving.ask(t.running.bot.ctx.app, captain, "resign")
        await t.settled()
        for table, column in (("contest_events", "event"), ("contests", "organizer"), ("contests", "terms")):
            found = await sql(t.database, f"SELECT {column} FROM {table}")
            assert not [text for (text,) in found if str(captain) in str(text)], table
    contest = await foxes_win(t)
    assert contest.status == "finished"
    assert [team.name for team in contest.teams] == ["Foxes", "Owls"]
    assert "Player " in card(t.juri).text


@pytest.mark.slow
async def test_a_code_that_is_not_right_says_so_and_changes_nothing(both: Two) -> None:
    t, _, _ = both
    code = await challenge(t)
    async with nothing_changes(t):
        assert_refused(await enter_code(t.tom, "nothing"), "I don't know this code.")
        assert_refused(await enter_code(t.tom, await id_of(t)), "I don't know this code.")
        assert_refused(await enter_code(t.ines, code), "This challenge comes from this server.")
    offer = await enter_code(t.tom, code)
    await agree(t, code)
    async with nothing_changes(t):
        assert_refused(await t.tom.tap("Agree", offer), "This server has agreed already.")
        assert_refused(await enter_code(t.tom, code), "This server has agreed already.")


async def test_only_organizers_challenge_and_agree_and_only_who_plays_sees_it(both: Two) -> None:
    t, _, _ = both
    code = await challenge(t)
    for person in (t.mara, t.juri):
        seen = await person.slash("/compete")
        assert not {"Challenge a server", "Answer a challenge"} & seen.buttons.keys()
    async with nothing_happens(t):
        for custom_id in ("c-answer", f"c-agree|{code}", "c-go|t"):
            assert_refused(await made_up(t, t.juri, f"sp|{custom_id}"), "Only members who can manage")
        for verb in ("c-show", "c-join", "c-pairs", "c-log", "c-run"):
            answer = await made_up(t, t.tom, f"sp|{verb}|{await id_of(t)}")
            assert_refused(answer, "This isn't played on this server.")


@pytest.mark.slow
async def test_organizers_look_after_their_own_people_and_can_only_give_points_away(both: Two) -> None:
    t, _, _ = both
    contest = await under_way(t, {"t": "1"})
    id, one = await id_of(t), next(pairing for pairing in contest.open if pairing.has(int(t.juri.id)))
    own = next(pairing for pairing in contest.open if pairing.has(int(t.tom.id)))
    given = "loss" if own.first == int(t.tom.id) else "win"
    panel = await t.tom.tap("Manage", card(t.tom))
    assert not {"Start now", "Call off"} & panel.buttons.keys()
    [people] = (await t.tom.tap("People", panel)).selects
    assert {option["value"] for option in people["options"]} == {t.tom.id, t.juri.id}
    async with nothing_happens(t):
        for forged, why in (
            (f"c-start|{id}", "Both captains agreed on its start"),
            (f"c-off|{id}|sure", "neither team can call it off"),
            (f"c-remove|{id}|{t.mara.id}", "You look after your own team only."),
            (f"c-void|{id}|{one.match}", "no match can be voided"),
            (f"c-decide|{id}|{one.match}|draw", "only give a match of your own team"),
            (f"c-decide|{id}|{own.match}|{given}", "You're in this yourself, so another organizer"),
        ):
            assert_refused(await made_up(t, t.tom, f"sp|{forged}"), why)
    seen = await t.tom.choose(one.match, await t.tom.tap("Matches", await t.tom.tap("Manage", card(t.tom))))
    assert {"½–½", "Void", "See it"} & seen.buttons.keys() == set()
    await t.tom.tap("Give the point", seen)
    await t.settled()
    assert "**Foxes 1 – 0 Owls**" in card(t.mara).text
    seen = await t.tom.choose(one.match, await t.tom.tap("Matches", await t.tom.tap("Manage", card(t.tom))))
    assert "The other team has the point" in seen.text
    assert seen.buttons.keys() == {"Back"}
    log = await t.mara.tap("Log", await t.mara.tap("Standings", card(t.mara)))
    assert "-# Owls ·" in log.text
    assert t.tom.id not in log.text
    log = await t.juri.tap("Log", await t.juri.tap("Standings", card(t.juri)))
    assert f"-# {t.tom.name} ·" in log.text
    assert t.ines.id not in log.text


@pytest.mark.slow
async def test_who_was_never_on_a_board_is_not_named_to_the_other_server(both: Two) -> None:
    t, _, _ = both
    await agree(t, await challenge(t))
    await all_join(t)
    chosen = await t.ines.choose(
        t.mara.id, await t.ines.tap("People", await t.ines.tap("Manage", card(t.ines)))
    )
    await t.ines.tap("Take them out", chosen)
    t.advance(2 * 3600)
    await t.settled()
    log = await t.tom.tap("Log", await t.tom.tap("Standings", card(t.tom)))
    assert "Took someone out." in log.text
    assert "Mara" not in log.text
    log = await t.ines.tap("Log", await t.ines.tap("Standings", card(t.ines)))
    assert f"Took {t.mara.name} out." in log.text


@pytest.mark.slow
async def test_files_tell_nothing_of_the_other_server_either(both: Two) -> None:
    t, first, _ = both
    await under_way(t)
    await foxes_win(t)
    await t.tom.tap("Export", await t.tom.tap("Manage", card(t.tom)))
    (file,) = (await t.tom.sees("Here's everything")).attachments
    own = await exporting.archive(t.running.bot.ctx.app, int(t.juri.id), 1 << 20)
    assert own is not None
    for data in (await t.download(file), own.data):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            texts = {name: archive.read(name).decode() for name in archive.namelist()}
        whole = "\n".join(text for name, text in texts.items() if not name.startswith("records/"))
        assert "Friday Clash" in whole or "Mara" in whole
        log = [json.loads(line) for line in texts.get("log.jsonl", "").splitlines()]
        rated = [entry["person"] for entry in log if "rating" in entry]
        assert rated == [int(t.people[name].id) for name in OWLS if log]
        for secret in (*of_server(t, first), *(t.people[name].id for name in FOXES)):
            assert secret not in whole, secret


async def test_both_servers_list_it_until_it_is_over_and_either_calls_it_off_before(both: Two) -> None:
    t, _, _ = both
    await agree(t, await challenge(t))
    await all_join(t)
    for person in (t.mara, t.juri):
        listed = (await person.slash("/compete")).text
        assert f"**Friday Clash** · Team match, {GAME} · Foxes – Owls · 4 players · **you're in**" in listed
    asked = await t.tom.tap("Call off", await t.tom.tap("Manage", card(t.tom)))
    await t.tom.tap("Call it off", asked)
    await t.settled()
    for person in (t.mara, t.juri):
        assert "**Called off**" in card(person).text
        assert "Friday Clash" not in (await person.slash("/compete")).text


@pytest.mark.slow
async def test_an_organizer_who_plays_on_another_server_organizes_nothing_there(both: Two) -> None:
    t, first, _ = both
    await create(t)
    ((contest,),) = await sql(t.database, "SELECT id FROM contests")
    app, channel = t.running.bot.ctx.app, int(t.mara.actor.channel("games").id)
    place = Place(channel=channel, guild=int(first.id))
    await entering.join(app, contest, User(int(t.tom.id), "Tom"), 5000, place)
    await t.settled()
    refused = await made_up(t, t.tom, f"sp|c-run|{contest}")
    assert_refused(refused, "Only members who can manage this server or its events can do that.")
