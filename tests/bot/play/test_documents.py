"""Documents of players over the whole bot: uploaded, listed, shown, deleted, and played with."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.http import HTTPClient

from bot.core.match_state import MatchState
from games import GAMES
from games.core.vocabulary.documents import MOST_BYTES
from render.alt import alt_text
from storage.tables import documents
from tests.kit.matches.documents import EXAMPLE, KIND, upload
from tests.kit.matches.sketches import a_sketch, play_doodle_here
from tests.kit.matches.tapped import assert_refused, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic

pytestmark = pytest.mark.table("mara", "tom")

assert KIND is not None
SHOWN = KIND.page(json.loads(EXAMPLE))
LIVE = "<@123456789012345678> **b** `c` [d](https://e.f) @everyone"


def files(seen: Seen) -> dict[str, dict[str, Any]]:
    """Return the files that a message shows as such, by file name."""
    shown = [part for part in seen.parts() if part["type"] == 13]
    return {part["name"]: part["file"] for part in shown}


async def kept(t: Table, person: Person) -> list[str]:
    async with t.database.read() as r:
        return await documents.names_of(r, int(person.id), "alpha")


async def folded(t: Table) -> MatchState:
    return await t.running.bot.ctx.app.match_state(await newest_match(t))


# --- upload -------------------------------------------------------------------------------------------


async def test_a_file_that_is_right_is_kept_and_shown_with_how_to_play_with_it(t: Table) -> None:
    seen = await upload(t, t.mara)
    assert seen.ephemeral
    assert "Saved “wolf-pack”." in seen.text
    assert "/alpha play `deck:wolf-pack`" in seen.text
    assert SHOWN.text in seen.text
    assert list(seen.pictures) == ["deck.png"]
    assert SHOWN.scene is not None
    assert seen.alt_texts == [alt_text(SHOWN.scene)]
    assert await kept(t, t.mara) == ["wolf-pack"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "options", "name"),
    [
        ("Wolf_Pack (2).JSON", {}, "wolf-pack-2"),
        ("colony.json", {"name": "Ants"}, "ants"),
    ],
)
async def test_the_name_is_the_one_given_or_else_made_of_the_files(
    t: Table, file: str, options: dict[str, str], name: str
) -> None:
    seen = await upload(t, t.mara, file=file, **options)
    assert f"Saved “{name}”." in seen.text
    assert await kept(t, t.mara) == [name]


async def send(t: Table, on: Seen, content: bytes = EXAMPLE, words: str = "") -> Seen:
    """Send a file with the form behind a button, and return the final version of the answer."""
    form = await t.mara.tap_for_modal("Send a file", on)
    file = [{"filename": "wolf-pack.json", "data": base64.b64encode(content).decode()}]
    answer = await t.mara.submit(form, words=words, file=file)
    await t.settled()
    return t.mara.again(answer)


async def test_a_file_can_be_sent_in_a_form_and_again_after_mistakes(t: Table) -> None:
    faulty = await send(t, await t.mara.slash("/alpha deck list"), b'{"deck": ["wolf"]}')
    assert faulty.ephemeral
    assert "Fix the file, and send it again." in faulty.text
    assert "Saved “wolf-pack”." in (await send(t, faulty)).text
    assert "Saved “ants”." in (await send(t, faulty, words="Ants")).text
    assert_refused(await send(t, faulty, EXAMPLE.ljust(MOST_BYTES + 1)), "the limit is 64 KiB")
    assert await kept(t, t.mara) == ["ants", "wolf-pack"]


async def test_a_name_that_is_not_allowed_is_refused_with_one_that_is(t: Table) -> None:
    async with nothing_changes(t):
        assert_refused(await upload(t, t.mara, name="my deck"), "such as “my-deck”")
        assert_refused(await upload(t, t.mara, name="swarm"), "such as “my-swarm”")
    assert await kept(t, t.mara) == []


def watched_downloads(t: Table, monkeypatch: pytest.MonkeyPatch, *, there: bool = True) -> list[str]:
    """Collect the ids that are fetched from the CDN from now on; with `there=False` every file is missing."""
    store, fetched = t.playground.world.files, list[str]()
    find = store.get

    def get(id: str) -> Any:
        fetched.append(id)
        return find(id) if there else None

    monkeypatch.setattr(store, "get", get)
    return fetched


async def test_a_file_that_is_too_large_is_refused_without_being_fetched(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched = watched_downloads(t, monkeypatch)
    seen = await upload(t, t.mara, EXAMPLE.ljust(MOST_BYTES + 1))
    assert_refused(seen, "This file has 65,537 bytes; the limit is 64 KiB.")
    assert (fetched, await kept(t, t.mara)) == ([], [])
    await upload(t, t.mara, EXAMPLE.ljust(MOST_BYTES))
    assert (len(fetched), await kept(t, t.mara)) == (1, ["wolf-pack"])


async def test_a_file_that_is_not_there_any_more_is_told_in_one_sentence(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched_downloads(t, monkeypatch, there=False)
    assert_refused(await upload(t, t.mara), "I couldn't fetch your file from Discord.")
    assert await kept(t, t.mara) == []


@pytest.mark.slow
@pytest.mark.parametrize("error", [TimeoutError, aiohttp.ClientPayloadError, ConnectionResetError])
async def test_a_broken_download_is_told_in_one_sentence(
    t: Table, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    async def read(_: HTTPClient, url: str) -> bytes:
        raise error

    monkeypatch.setattr(HTTPClient, "get_from_cdn", read)
    assert_refused(await upload(t, t.mara), "please send it again")


async def test_a_download_that_never_ends_is_given_up(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(_: HTTPClient, url: str) -> bytes:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(HTTPClient, "get_from_cdn", read)
    monkeypatch.setattr("bot.discord_kit.components.pictures._FETCH_SECONDS", 0.0)
    assert_refused(await upload(t, t.mara), "I couldn't fetch your file from Discord.")


# --- faults -------------------------------------------------------------------------------------------


async def test_a_file_with_faults_is_answered_with_every_one_and_not_kept(t: Table) -> None:
    cards = ["wlof", *["wolf"] * 28]
    seen = await upload(t, t.mara, json.dumps({"deck": cards, "desk": 1}).encode())
    assert seen.ephemeral
    assert "This file isn't a deck yet: 3 mistakes" in seen.text
    assert "Fix the file, and send it again." in seen.text
    assert "Send a file" in seen.buttons
    told = [line.removeprefix("• ") for line in seen.text.splitlines() if line.startswith("• ")]
    assert told == [
        '"desk": unknown field; did you mean "deck"?',
        "deck: 29 cards; it must be exactly 30",
        'deck[0]: no card "wlof"; did you mean "wolf"?',
    ]
    assert files(seen) == {}
    assert await kept(t, t.mara) == []


@pytest.mark.slow
async def test_faults_that_do_not_fit_are_all_in_a_file(t: Table) -> None:
    card = "*_`|" * 10
    content = json.dumps({"deck": [card] * 199}, ensure_ascii=False).encode()
    seen = await upload(t, t.mara, content)
    shown = [line for line in seen.text.splitlines() if line.startswith("• ")]
    assert 5 <= len(shown) <= 20
    assert f"… and {200 - len(shown)} more: the file has all of them." in seen.text
    assert len(seen.text) < 4000
    (name,) = files(seen)
    assert name == "mistakes.txt"
    lines = (await t.download(files(seen)[name])).decode().splitlines()
    assert len(lines) == 200
    assert lines[-1].startswith(f'deck[198]: no card "{card}"')


# --- list and show ------------------------------------------------------------------------------------


async def test_who_has_none_is_given_an_example_that_can_be_sent_back_as_it_is(t: Table) -> None:
    seen = await t.mara.slash("/alpha deck list")
    assert seen.ephemeral
    assert "You don't have any yet." in seen.text
    (name,) = files(seen)
    example = await t.download(files(seen)[name])
    answer = await upload(t, t.mara, example, name)
    assert "Saved “example-deck”." in answer.text


@pytest.mark.slow
async def test_the_list_names_each_shipped_one_and_each_own_one_and_shows_what_is_chosen(t: Table) -> None:
    await upload(t, t.mara)
    await upload(t, t.mara, name="zoo")
    seen = await t.mara.slash("/alpha deck list")
    lines = seen.text.splitlines()
    assert ", ".join(KIND.shipped) in lines
    changed = "<t:1790000000:R>"
    assert f"**wolf-pack** · changed {changed}" in lines
    assert lines[-1] == f"**zoo** · changed {changed}"
    assert "Your own (2 of 20)" in seen.text
    assert files(seen) == {}
    shipped, own = ({o["value"]: o["description"] for o in select["options"]} for select in seen.selects)
    assert shipped == {name: KIND.about(name)[:100] for name in KIND.shipped}
    assert own == dict.fromkeys(("wolf-pack", "zoo"), KIND.about(json.loads(EXAMPLE))[:100])
    assert "It comes with the game." in (await t.mara.choose("swarm", seen)).text
    assert "Yours, changed" in (await t.mara.choose("zoo", await t.mara.slash("/alpha deck list"))).text


@pytest.mark.slow
async def test_one_is_shown_with_its_file_which_can_be_sent_back(t: Table) -> None:
    name = KIND.shipped[0]
    shipped = await t.mara.slash("/alpha deck show", name=name)
    assert "It comes with the game." in shipped.text
    answer = await upload(t, t.mara, await t.download(files(shipped)[f"{name}.json"]), f"{name}.json")
    assert f"Saved “my-{name}”." in answer.text
    await upload(t, t.mara)
    seen = await t.mara.slash("/alpha deck show", name="Wolf-Pack")
    assert seen.ephemeral
    assert "Yours, changed" in seen.text
    assert SHOWN.scene is not None
    assert seen.alt_texts == [alt_text(SHOWN.scene)]
    assert list(files(seen)) == ["wolf-pack.json"]
    taken = await t.download(files(seen)["wolf-pack.json"])
    assert json.loads(taken) == json.loads(EXAMPLE)
    assert taken.startswith(b'{\n  "cards": [')
    assert "It replaces the older one" in (await upload(t, t.mara, taken)).text


# --- delete -------------------------------------------------------------------------------------------


async def test_deleting_asks_once_more(t: Table) -> None:
    await upload(t, t.mara)
    question = await t.mara.slash("/alpha deck delete", name="wolf-pack")
    assert question.ephemeral
    assert "Do you want to delete the deck “wolf-pack”?" in question.text
    assert list(question.buttons) == ["Delete", "Keep it"]
    assert await kept(t, t.mara) == ["wolf-pack"]
    seen = await t.mara.tap("Delete", question)
    assert seen.text == "Deleted “wolf-pack”."
    assert not seen.buttons
    assert await kept(t, t.mara) == []


@pytest.mark.slow
async def test_keeping_it_shows_it(t: Table) -> None:
    await upload(t, t.mara)
    seen = await t.mara.tap("Keep it", await t.mara.slash("/alpha deck delete", name="wolf-pack"))
    assert "Yours, changed" in seen.text
    assert not seen.buttons
    assert await kept(t, t.mara) == ["wolf-pack"]


@pytest.mark.slow
async def test_the_question_can_be_answered_after_a_restart(t: Table) -> None:
    await upload(t, t.mara)
    question = await t.mara.slash("/alpha deck delete", name="wolf-pack")
    await t.restart_bot()
    await t.mara.tap("Delete", question)
    assert await kept(t, t.mara) == []


async def test_what_is_gone_already_cannot_be_deleted_again(t: Table) -> None:
    await upload(t, t.mara)
    first = await t.mara.slash("/alpha deck delete", name="wolf-pack")
    second = await t.mara.slash("/alpha deck delete", name="wolf-pack")
    await t.mara.tap("Delete", first)
    assert_refused(await t.mara.tap("Delete", second), "There's no deck named “wolf-pack” here.")
    assert_refused(await t.mara.slash("/alpha deck delete", name="swarm"), "There's no deck named “swarm”")


# --- whose documents ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_completion_offers_the_shipped_ones_and_ones_own_and_nobody_elses(t: Table) -> None:
    await upload(t, t.mara, name="wolf-pack")
    await upload(t, t.tom, name="toms-plan")
    shipped = list(KIND.shipped)
    for command, option in (
        ("/alpha deck show", "name"),
        ("/alpha play", "deck"),
        ("/alpha play", "opponent_deck"),
    ):
        assert await t.mara.complete(command, option, "") == ["wolf-pack", *shipped]
        assert await t.tom.complete(command, option, "") == ["toms-plan", *shipped]
        assert await t.mara.complete(command, option, "Wolf") == ["wolf-pack"]
        assert await t.tom.complete(command, option, "Wolf") == []
    assert await t.mara.complete("/alpha deck delete", "name", "") == ["wolf-pack"]
    assert await t.tom.complete("/alpha deck delete", "name", "wolf") == []


@pytest.mark.slow
async def test_another_persons_document_cannot_be_shown_deleted_or_played_with(t: Table) -> None:
    await upload(t, t.mara, name="secret-plan")
    for command, option in (
        ("/alpha deck show", "name"),
        ("/alpha deck delete", "name"),
        ("/alpha play", "deck"),
        ("/alpha play", "opponent_deck"),
    ):
        async with nothing_changes(t):
            answer = await t.tom.slash(command, **{option: "secret-pla"})
            assert_refused(answer, "There's no deck named “secret-pla” here. /alpha deck list")
            answer = await t.tom.slash(command, **{option: "secret-plan"})
            assert_refused(answer, "There's no deck named “secret-plan” here. /alpha deck list")
    assert "secret" not in (await t.tom.slash("/alpha deck list")).text


@pytest.mark.slow
async def test_everything_about_documents_goes_to_their_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "traffic.jsonl"
    async with table("mara", "tom", record=file) as t:
        await upload(t, t.mara, name="secret-plan")
        await upload(t, t.mara, b"{}", name="secret-plan")
        await upload(t, t.mara, b"x" * (MOST_BYTES + 1), name="secret-plan")
        await t.mara.slash("/alpha deck list")
        await t.mara.slash("/alpha deck show", name="secret-plan")
        await t.mara.complete("/alpha play", "deck", "")
        await t.mara.start("/alpha play", deck="secret-plan", public=True)
        await t.settled()
        await t.mara.tap("Keep it", await t.mara.slash("/alpha deck delete", name="secret-plan"))
        await t.mara.tap("Delete", await t.mara.slash("/alpha deck delete", name="secret-plan"))
        mara = t.mara.id
    telling = [sent for sent in Traffic(file).sent if "secret-plan" in f"{sent.body} {sent.files}"]
    assert len(telling) >= 6
    assert {sent.seer for sent in telling} == {mara}
    assert any("a custom one against" in sent.body for sent in Traffic(file).sent if sent.seer == EVERYBODY)


@pytest.mark.slow
async def test_it_works_in_a_private_message_too(t: Table) -> None:
    place = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    await upload(t, t.mara, channel=place)
    assert "wolf-pack" in (await t.mara.slash("/alpha deck list", place)).text
    question = await t.mara.slash("/alpha deck delete", place, name="wolf-pack")
    await t.mara.tap("Delete", question)
    assert await kept(t, t.mara) == []


# --- playing ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_an_own_document_is_played_with_and_the_card_does_not_name_it(t: Table) -> None:
    await upload(t, t.mara)
    card = await t.mara.slash("/alpha play", deck="wolf-pack", opponent_deck="Swarm", public=True)
    await t.mara.tap("Play", card)
    assert not card.ephemeral
    assert "deck: a custom one against swarm" in card.text
    assert "wolf-pack" not in card.text
    table = await folded(t)
    assert table.match.options["decks"] == [json.loads(EXAMPLE), "swarm"]
    assert table.seat_of(int(t.mara.id)) == 0


async def test_a_rematch_has_the_same_documents_even_when_they_are_deleted(t: Table) -> None:
    await upload(t, t.mara)
    await t.mara.start("/alpha play", deck="wolf-pack", opponent_deck="giants")
    await t.settled()
    first = await folded(t)
    await t.mara.tap("Delete", await t.mara.slash("/alpha deck delete", name="wolf-pack"))
    await t.mara.slash("/resign")
    await t.mara.tap("Resign")
    await t.settled()
    card = await t.mara.tap("Rematch")
    assert "deck: a custom one against giants" in card.text
    await t.mara.tap("Play", card)
    await t.settled()
    second = await folded(t)
    assert second.match.id != first.match.id
    assert second.match.options == first.match.options
    assert second.match.options["decks"] == [json.loads(EXAMPLE), "giants"]
    assert second.seat_of(int(t.mara.id)) == 0


# --- the commands -------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_commands_of_a_game_follow_from_what_it_says_of_itself(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_doodle_here(monkeypatch)
    await t.restart_bot()
    offered = {command["name"]: command for command in t.mara.actor.commands("games")}
    doodle = {command["name"]: command for command in offered["doodle"]["options"]}
    names = {option["name"] for option in doodle["challenge"]["options"]}
    assert {"sketch", "opponent_sketch", "side"} <= names
    for key, game in GAMES.items():
        commands = {command["name"]: command for command in offered[key]["options"]}
        play = {option["name"]: option for option in commands["play"].get("options", [])}
        assert ("challenge" in commands) == game.supports_pvp
        assert ("side" in play) == game.supports_pvp
        assert ("level" in play) == (len(game.players) > 1)
        noun = game.documents.noun if game.documents else None
        expected = {"leaderboard", "play", "rules", noun, *(["challenge"] if game.supports_pvp else [])}
        assert set(commands) == expected - {None}
        assert noun is None or {noun, f"opponent_{noun}"} <= set(play)
        assert not {spec.slug for spec in game.option_specs if spec.per_seat} & set(play)


@pytest.mark.slow
async def test_a_challenge_by_lot_with_two_different_documents_asks_for_the_side(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_doodle_here(monkeypatch)
    await t.restart_bot()
    await upload(t, t.mara, a_sketch(1, 2), "winter.json", "/doodle sketch upload")
    async with nothing_changes(t):
        answer = await t.mara.slash("/doodle challenge", opponent=t.tom, sketch="winter")
        assert_refused(answer, "Choose a side too")
    card = await t.mara.slash("/doodle challenge", opponent=t.tom, sketch="winter", side="Destroyer")
    assert "sketch: plain against a custom one" in card.text
    await t.tom.tap("Accept", card)
    await t.settled()
    table = await folded(t)
    assert table.match.options["sketches"] == ["plain", {"strokes": [1, 2]}]
    assert table.seat_of(int(t.mara.id)) == 1


async def test_help_says_where_ones_own_documents_are(t: Table) -> None:
    assert "/alpha deck list" in (await t.mara.tap("More", await t.mara.slash("/help"))).text
