"""A person's copy of their data: complete, and nothing in it that they may not know.

Two worlds differ only in what the owner of the copy can't know: their copies are the same bytes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.community.privacy import exporting
from bot.community.privacy.inventory import KINDS
from bot.community.privacy.ui import showing
from bot.core import match_record
from bot.core.seats import User
from bot.matchmaking.contests.log.events import Paired, Substituted, write_event
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import entering, making
from bot.play.endings import draws
from bot.play.matches import ending
from games import GAMES
from storage import Match
from tests.kit.hosts.house import MARA, PLACE, TOM, House, house
from tests.kit.matches.creators_twins import CREATORS, twin_patterns
from tests.kit.sql import sql
from tests.kit.table import table
from tests.kit.worlds.running_matches import (
    MUCH,
    WORLDS,
    Begin,
    begun,
    copy_of,
    decoy,
    files_in,
)


def test_every_game_has_its_twin_worlds() -> None:
    assert set(WORLDS) == set(GAMES)


async def twins(folder: Path, begin: Begin, person: User) -> tuple[bytes, bytes]:
    """Return a person's copies from both worlds."""
    found = list[bytes]()
    for world in (0, 1):
        (folder / str(world)).mkdir(parents=True)
        async with house(folder / str(world)) as here:
            await begin(here, world)
            found.append(await copy_of(here, person))
    return found[0], found[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
async def test_a_copy_of_a_running_match_depends_on_nothing_its_owner_cannot_know(
    name: str, tmp_path: Path
) -> None:
    one, other = await twins(tmp_path, WORLDS[name], TOM)
    assert files_in(one) == files_in(other)
    assert one == other


async def sealed(here: House, world: int) -> Match:
    """Play a first leg to its end with the pattern and result of this world; the second leg is under way.

    The actions are the same in both worlds.
    """
    match = await begun(here, "creators", pattern=twin_patterns()[world], legs=2, **CREATORS)
    while (state := await here.app.match_state(match.id)).to_act:
        first = next(iter(state.game.actions(state.view(state.to_act[0]))))
        await here.act(match, state.game.format(first))
    assert state.sealed
    async with here.open() as hearing:
        await hearing.rest()
    other = (
        "UPDATE matches SET winner = 1 - winner, reason = 'rebuilt', ended_at = ended_at + 60 WHERE id = :id"
    )
    if world:
        await sql(here.app.database, other, id=match.id)
    return match


BESIDE = (
    "UPDATE offers SET status = 'declined', closed_at = 9 WHERE match_id = :match",
    'INSERT INTO conditions VALUES (:match, 0, 0, \'[["b1-b4","g8-g5"]]\')',
    "UPDATE seats SET recalled = 'a1', briefed_at = 7, bank = 8 WHERE match_id = :match AND seat = 0",
    "UPDATE people SET dm_channel = 7, dms_open = 0, settings = '{\"hidden\":true}' WHERE id = :mara",
    "INSERT INTO outbox (lane, kind, payload, nonce, created_at, due_at, match_id) "
    "VALUES ('person:11', 'ping', '{\"person\":11,\"seat\":0}', 'p', 5, 5, :match)",
    "INSERT INTO deadlines (kind, subject, due_at) VALUES ('remind', :match || ':0:6h', 9999999999)",
    "INSERT INTO documents VALUES (:mara, 'alpha', 'mine', '{}', 1, 2)",
    "INSERT INTO uses (person, what, at, times) VALUES (:mara, 'hints', 5, 1)",
)
"""Statements that add what's private to Mara in a match under way, and the outcome of Tom's offer.

These are plans, marks, settings and messages.
"""


async def beside(here: House, world: int) -> Match:
    match = await begun(here, "ccc")
    for _ in range(3):
        await here.act(match)
    await draws.offer_draw(here.app, match.id, TOM.id)
    for row in BESIDE if world else ():
        known = {"match": match.id, "mara": MARA.id}
        await sql(here.app.database, row, **{k: v for k, v in known.items() if f":{k}" in row})
    here.app.forget(match.id)
    return match


@pytest.mark.slow
@pytest.mark.parametrize("begin", [sealed, beside])
async def test_nor_on_how_a_sealed_leg_ended_or_on_what_the_opponent_has_beside_the_board(
    begin: Begin, tmp_path: Path
) -> None:
    one, other = await twins(tmp_path, begin, TOM)
    assert files_in(one) == files_in(other)
    assert one == other
    hers = await twins(tmp_path / "hers", begin, MARA)
    assert begin is sealed or files_in(hers[0]) != files_in(hers[1]), "it's all in her own copy"


async def test_what_one_has_offered_and_planned_is_in_it_while_the_match_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await beside(here, 1)
        found = files_in(await copy_of(here, TOM))
        hers = files_in(await copy_of(here, MARA))
        (offer,) = json.loads(found["matches.json"])["draw offers and takebacks"]
        assert (offer["match"], "status" in offer) == (match.id, False)
        assert json.loads(hers["matches.json"])["conditional moves"][0]["lines"] == [["b1-b4", "g8-g5"]]
        await ending.resign(here.app, match.id, TOM.id)
        (offer,) = json.loads(files_in(await copy_of(here, TOM))["matches.json"])["draw offers and takebacks"]
        assert offer["status"] == "declined"


async def test_a_copy_is_no_way_to_see_a_preview_early(tmp_path: Path) -> None:
    async def unseen(here: House, world: int) -> Match:
        return await begun(here, "creators", pattern=twin_patterns()[world], **CREATORS)

    one, other = await twins(tmp_path, unseen, MARA)
    assert files_in(one) == files_in(other)
    assert "You haven't looked at your preview" in str(files_in(one))


async def test_a_copy_with_the_actions_in_it_is_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_record, "file_of", lambda state, who: ("record.txt", " ".join(state.texts)))
    one, other = await twins(tmp_path, decoy, TOM)
    assert one != other


@pytest.mark.slow
async def test_a_copy_does_not_say_who_blocked_or_reported_its_owner(tmp_path: Path) -> None:
    async def left_alone(here: House, world: int) -> Match:
        match = await begun(here, "ccc")
        for row in ROWS_ABOUT_MARA if world else ():
            await sql(here.app.database, row, mara=MARA.id, tom=TOM.id, guild=PLACE.guild, match=match.id)
        return match

    one, other = await twins(tmp_path, left_alone, MARA)
    assert files_in(one) == files_in(other)
    assert one == other
    one, other = await twins(tmp_path / "tom", left_alone, TOM)
    assert files_in(one) != files_in(other), "his own blocks and reports are in his"


ROWS_ABOUT_MARA = (
    "INSERT INTO blocks (person, blocked, at) VALUES (:tom, :mara, 5)",
    "INSERT INTO reports (guild, about, by_person, at, match_id, reason) "
    "VALUES (:guild, :mara, :tom, 5, :match, 'Rude.')",
    "INSERT INTO server_log (guild, at, person, about, text) VALUES (:guild, 5, :tom, :mara, 'Looked.')",
)

PAIRED = Paired(at=5, round=1, first=TOM.id, second=13, match="abc")
SUBSTITUTED = Substituted(at=6, out=TOM.id, person=13, number=7, rating=1500.0, by=MARA.id)

# --- what's in it ------------------------------------------------------------------------------------------


async def test_a_copy_holds_everything_about_its_owner(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        over, running = await begun(here, "ccc"), await begun(here, "ccc")
        for _ in range(2):
            await here.act(over)
        await ending.resign(here.app, over.id, TOM.id)
        for row in ROWS_ABOUT_MARA:
            await sql(here.app.database, row, mara=MARA.id, tom=TOM.id, guild=PLACE.guild, match=over.id)
        put = "INSERT INTO documents VALUES (:tom, 'alpha', 'mine', '{\"cards\": []}', 1, 2)"
        await sql(here.app.database, put, tom=TOM.id)
        cup = await making.create(here.app, MARA, Terms(kind="swiss", name="Cup", game="ccc"), PLACE)
        await entering.join(here.app, cup.id, TOM, 907, PLACE)
        for number, event in enumerate((PAIRED, SUBSTITUTED), 8):
            row = "INSERT INTO contest_events (contest, number, event) VALUES (:cup, :number, :event)"
            await sql(here.app.database, row, cup=cup.id, number=number, event=write_event(event))
        begun_analysis = "INSERT INTO analyses (match_id, version, began_at) VALUES (:match, 1, 5)"
        await sql(here.app.database, begun_analysis, match=over.id)
        found, hers = files_in(await copy_of(here, TOM)), files_in(await copy_of(here, MARA))
        await sql(here.app.database, "UPDATE challenges SET rematch_of = :match", match=over.id)
        again = files_in(await copy_of(here, MARA))
    assert json.loads(found["profile.json"])["id"] == TOM.id
    listed = {listing["match"]: listing for listing in json.loads(found["matches.json"])["matches"]}
    assert listed[over.id]["outcome"] == "lost"
    assert listed[over.id]["moved"] == ["2026-09-21 14:13:20 UTC"], "tom has acted once"
    asked = json.loads(found["challenges.json"])
    assert all("options" not in challenge for challenge in asked), "mara has chosen them"
    assert json.loads(hers["challenges.json"])[0]["options"]["flatRows"] == 1
    assert all("options" not in challenge for challenge in json.loads(again["challenges.json"])), (
        "a rematch's"
    )
    assert {challenge["from"] for challenge in asked} == {MARA.name}
    assert {challenge["to"] for challenge in json.loads(hers["challenges.json"])} == {TOM.name}
    assert json.loads(hers["analyses.json"])["of your matches"] == [], "it isn't done"
    (his_cup,), (her_cup,) = json.loads(found["contests.json"]), json.loads(hers["contests.json"])
    assert (his_cup["organized"], his_cup["entered"]) == (False, True)
    assert (her_cup["organized"], her_cup["entered"]) == (True, False)
    happened = his_cup["what happened"]
    assert [(entry["type"], entry["you are"]) for entry in happened] == [
        ("joined", "person"),
        ("substituted", "out"),
    ]
    assert not any({"person", "out", "by"} & entry.keys() for entry in happened), "no ids of others"
    assert [entry["you are"] for entry in her_cup["what happened"]] == ["by"], "that he has entered is his"
    assert "outcome" not in listed[running.id]
    assert over.seed.hex() in found[f"records/ccc-{over.id}.txt"]
    assert "as you know it so far" in found[f"records/ccc-{running.id}.txt"]
    assert json.loads(found["documents/alpha/1.json"])["content"] == {"cards": []}
    assert json.loads(found["blocks.json"])[0]["blocked"] == MARA.name
    assert json.loads(found["reports.json"])[0]["reason"] == "Rude."
    assert "Looked." in found["servers.json"]
    assert all(name in found["README.txt"] for name in ("blocks.json", "documents", "Kept: "))


async def test_what_has_no_room_is_counted_and_the_archive_stays_below_the_limit(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        for _ in range(4):
            await begun(here, "ccc")
        whole = await exporting.archive(here.app, TOM.id, MUCH)
        most = len(whole.data) + 12_000 if whole else 0
        cut = await exporting.archive(here.app, TOM.id, most)
    assert whole is not None
    assert cut is not None
    assert whole.missing == 0 < cut.missing
    assert len(cut.data) < most
    assert f"{cut.missing} records didn't fit" in files_in(cut.data)["README.txt"]


async def test_when_time_is_up_no_more_matches_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        for _ in range(4):
            await begun(here, "ccc")
        read = here.app.match_state

        async def slowly(match_id: str) -> Any:
            here.clock.advance(exporting.SECONDS / 2)
            return await read(match_id)

        monkeypatch.setattr(here.app, "match_state", slowly)
        began = here.app.now()
        found = await exporting.archive(here.app, TOM.id, MUCH)
        assert found is not None
        assert (found.missing, here.app.now() - began) == (2, exporting.SECONDS)


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        (0, ""),
        (1, " 1 record didn't fit; you can get each with `/export`."),
        (3, " 3 records didn't fit; you can get each with `/export`."),
    ],
)
def test_whoever_gets_a_copy_is_told_what_is_not_in_it(missing: int, sentence: str) -> None:
    told = showing._format_done(exporting.Archive(b"", missing))
    assert told == f"Here's everything I store about you. README.txt explains the files.{sentence}"


# --- by command ---------------------------------------------------------------------------------------------


async def test_the_command_hands_out_a_copy_in_private_and_to_a_stranger_nothing() -> None:
    async with table("mara", "tom") as t:
        await sql(t.database, "DELETE FROM people")
        stranger = await t.tom.slash("/privacy export")
        assert stranger.ephemeral
        assert stranger.text == "I know nothing about you."
        assert not await sql(t.database, "SELECT id FROM people UNION SELECT person FROM uses")
        await t.mara.slash("/matches")
        await t.mara.slash("/creators challenge", opponent=t.tom)
        answer = await t.mara.slash("/privacy export")
        await t.settled()
        answer = t.mara.again(answer)
        assert answer.ephemeral
        (file,) = answer.attachments
        assert file["filename"] == exporting.NAME


async def test_the_pages_tell_what_is_stored_and_what_happens_when() -> None:
    async with table("mara", "tom") as t:
        await sql(t.database, "DELETE FROM people")
        page = await t.mara.slash("/privacy show")
        assert page.ephemeral
        assert "Kept until you delete it." in page.text
        seen = page.text
        while "▶" in page.buttons:
            page = await t.mara.tap("▶", page)
            seen += page.text
        assert "Kept for good" in seen
        assert "30 days" in seen
        assert all(kind.name in seen for kind in KINDS)
        assert "You leave a server" in seen
        assert not await sql(t.database, "SELECT id FROM people"), "looking leaves no trace"
