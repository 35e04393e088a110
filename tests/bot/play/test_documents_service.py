"""Documents that players make and keep for a game: the use cases without Discord, with a game for tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import UserError
from bot.discord_kit.text import markdown
from bot.play.documents import documents
from bot.play.wording import matches
from games import GAMES
from games.core.vocabulary.documents import MOST_BYTES, Faulty
from tests.kit.hosts.house import MARA, TOM, House, house
from tests.kit.matches.sketches import SHIPPED, SKETCHES, Doodle, a_sketch, play_doodle_here

DOODLE = Doodle()
OWN = {"strokes": [1, 2]}
OXEN = json.dumps({"deck": ["ox"] * 30}).encode()


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    """A house that has met Mara and Tom."""
    async with house(tmp_path) as opened:
        await opened.match()
        yield opened


async def keep_many(home: House, how_many: int) -> None:
    """Keep this many documents for Mara, slowly enough for the limits."""
    for number in range(how_many):
        await keep(home, f"n{number}", number % 9)
        home.clock.advance(360)


async def keep(home: House, name: str, *strokes: int, person: int = MARA.id) -> documents.Kept:
    return await documents.keep(home.app, home.limits, DOODLE, person, name, a_sketch(*strokes))


async def refusal(asked: Any) -> str:
    with pytest.raises(UserError) as refused:
        await asked
    return str(refused.value)


async def test_what_is_kept_is_listed_shown_and_chosen(home: House) -> None:
    kept = await keep(home, "winter", 1, 2)
    assert (kept.document.name, kept.document.content, kept.replaced) == ("winter", OWN, False)
    await keep(home, "autumn", 3)
    assert await documents.names_of(home.app, DOODLE, MARA.id) == ["autumn", "winter"]
    assert (await documents.all_of(home.app, DOODLE, MARA.id))[1] == kept.document
    assert await documents.get(home.app, DOODLE, MARA.id, "winter") == kept.document
    assert await documents.resolve_name(home.app, DOODLE, MARA.id, "winter") == OWN


async def test_a_shipped_one_is_chosen_by_its_name(home: House) -> None:
    assert await documents.resolve_name(home.app, DOODLE, MARA.id, "wild") == "wild"


async def test_a_phones_capital_and_spaces_change_no_name(home: House) -> None:
    await keep(home, " Winter ", 1, 2)
    assert await documents.resolve_name(home.app, DOODLE, MARA.id, " WINTER") == OWN
    assert await documents.resolve_name(home.app, DOODLE, MARA.id, "Wild ") == "wild"


async def test_the_same_name_again_takes_the_place_of_the_older_one_and_says_so(home: House) -> None:
    await keep(home, "winter", 1)
    home.clock.advance(60)
    kept = await keep(home, "winter", 2)
    assert kept.replaced
    (found,) = await documents.all_of(home.app, DOODLE, MARA.id)
    assert found.content == {"strokes": [2]}
    assert found.changed_at - found.created_at == 60


async def test_twenty_are_kept_and_no_more_but_one_may_be_replaced(home: House) -> None:
    await keep_many(home, 20)
    assert "You already have 20. Delete one first" in await refusal(keep(home, "one-more", 1))
    assert (await keep(home, "n3", 5)).replaced
    assert len(await documents.names_of(home.app, DOODLE, MARA.id)) == 20
    await keep(home, "one-more", 1, person=TOM.id)
    await documents.delete(home.app, DOODLE, MARA.id, "n3")
    home.clock.advance(360)
    await keep(home, "one-more", 1)


async def test_of_two_at_once_only_one_gets_the_last_place(home: House) -> None:
    await keep_many(home, 19)
    both = (keep(home, name, 1) for name in ("this", "that"))
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["Kept", "UserError"]
    assert len(await documents.names_of(home.app, DOODLE, MARA.id)) == 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("my deck", "my-deck"),
        ("Größe", "groe"),
        ("a" * 33, "a" * 32),
        ("a_b", "a-b"),
        ("", "my-sketch"),
        ("@everyone", "everyone"),
        ("рисунок", "my-sketch"),
        ("a\nb", "a-b"),
        ("plain", "my-plain"),
        ("Wild", "my-wild"),
    ],
)
async def test_a_name_that_is_not_allowed_is_refused_with_one_that_is(
    home: House, name: str, instead: str
) -> None:
    told = await refusal(keep(home, name, 1))
    assert f"Choose another name, such as “{instead}”." in told
    assert documents.check_name(DOODLE, instead) == instead
    assert await documents.names_of(home.app, DOODLE, MARA.id) == []


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("winter.json", "winter"),
        ("Winter_Nights (2).JSON", "winter-nights-2"),
        ("café.txt", "cafe"),
        ("plain.json", "my-plain"),
        (".json", "my-sketch"),
        ("зима.json", "my-sketch"),
        ("a.b.json", "a-b"),
        ("x" * 31 + " y.json", "x" * 31),
    ],
)
def test_a_files_name_is_made_fit(file: str, name: str) -> None:
    assert documents.suggest_name(SKETCHES, file) == name


@pytest.mark.slow
@given(st.text())
def test_whatever_a_file_is_called_its_fitted_name_is_allowed(text: str) -> None:
    name = documents.suggest_name(SKETCHES, text)
    assert documents.check_name(DOODLE, name) == name
    assert name not in SHIPPED


async def test_a_file_that_is_too_large_is_not_read(home: House) -> None:
    read: list[bytes] = []
    kind = msgspec.structs.replace(SKETCHES, read=lambda content: read.append(content) or {})
    game = Doodle()
    game.documents = kind
    content = b" " * (MOST_BYTES + 1)
    told = await refusal(documents.keep(home.app, home.limits, game, MARA.id, "winter", content))
    assert told == "This file has 65,537 bytes; the limit is 64 KiB. Send a smaller one."
    assert read == []
    await documents.keep(home.app, home.limits, game, MARA.id, "winter", content[1:])
    assert len(read) == 1


async def test_a_faulty_one_tells_every_fault_and_leaves_the_older_one(home: House) -> None:
    await keep(home, "winter", 1, 2)
    with pytest.raises(Faulty) as faulty:
        await keep(home, "winter", 10, 3, 11)
    assert faulty.value.faults == ("strokes[0]: 10 is too long", "strokes[2]: 11 is too long")
    assert (await documents.get(home.app, DOODLE, MARA.id, "winter")).content == OWN


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["secret-plan", "secret-pla", "SECRET-PLAN"])
async def test_nothing_tells_whether_somebody_else_keeps_a_document(home: House, asked: str) -> None:
    """Tom hears the same before Mara keeps a document and after."""
    heard = [await what_is_heard(home, TOM.id, asked)]
    await keep(home, "secret-plan", 1)
    heard.append(await what_is_heard(home, TOM.id, asked))
    assert heard[0] == heard[1]
    assert (await documents.get(home.app, DOODLE, MARA.id, "secret-plan")).content == {"strokes": [1]}


async def what_is_heard(home: House, person: int, name: str) -> list[Any]:
    """Return every answer that a person can get about a document's name."""
    asking = (documents.get, documents.delete, documents.resolve_name)
    told = [await refusal(ask(home.app, DOODLE, person, name)) for ask in asking]
    lists = (
        await documents.all_of(home.app, DOODLE, person),
        await documents.names_of(home.app, DOODLE, person),
    )
    return [*told, *lists]


async def test_the_same_name_for_another_game_is_another_document(home: House) -> None:
    other = Doodle()
    other.key = "doodle-two"
    await keep(home, "winter", 1, 2)
    assert await documents.names_of(home.app, other, MARA.id) == []
    await documents.keep(home.app, home.limits, other, MARA.id, "winter", a_sketch(7))
    assert (await documents.get(home.app, DOODLE, MARA.id, "winter")).content == OWN


async def test_a_name_that_nothing_has_is_answered_with_the_one_that_may_be_meant(home: House) -> None:
    await keep(home, "winter", 1)
    for name, meant in (("wintr", "winter"), (" WLID\n", "wild")):
        told = await refusal(documents.resolve_name(home.app, DOODLE, MARA.id, name))
        assert told == (
            f"There's no sketch named “{name.strip().lower()}” here. Did you mean “{meant}”? "
            "/doodle sketch list shows what there is."
        )
    assert "Did you mean" not in await refusal(documents.resolve_name(home.app, DOODLE, MARA.id, "zzz"))
    assert "Did you mean" not in await refusal(documents.delete(home.app, DOODLE, MARA.id, "wlid"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["<@123456789012345678>", "**bold**", "[a](https://b.c)", "x" * 5000])
async def test_what_is_no_name_is_not_repeated(home: House, name: str) -> None:
    told = await refusal(documents.resolve_name(home.app, DOODLE, MARA.id, name))
    assert told == "There's no sketch with that name here. /doodle sketch list shows what there is."


async def test_what_is_deleted_is_gone_and_cannot_be_deleted_twice(home: House) -> None:
    await keep(home, "winter", 1)
    await keep(home, "winter", 2, person=TOM.id)
    await documents.delete(home.app, DOODLE, MARA.id, "Winter")
    assert await documents.names_of(home.app, DOODLE, MARA.id) == []
    assert await documents.names_of(home.app, DOODLE, TOM.id) == ["winter"]
    assert "There's no sketch named “winter”" in await refusal(
        documents.delete(home.app, DOODLE, MARA.id, "winter")
    )


@pytest.mark.slow
async def test_what_the_rules_no_longer_allow_cannot_be_chosen(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await keep(home, "winter", 5, 1)
    assert documents.faults_now(SKETCHES, kept.document) is None
    monkeypatch.setattr("tests.kit.matches.sketches.LONGEST_STROKE", 4)
    faulty = documents.faults_now(SKETCHES, kept.document)
    assert faulty is not None
    assert faulty.faults == ("strokes[0]: 5 is too long",)
    told = await refusal(documents.resolve_name(home.app, DOODLE, MARA.id, "winter"))
    assert "doesn't fit the current rules" in told


async def test_a_match_goes_on_when_its_document_is_replaced_or_deleted(home: House) -> None:
    alpha = GAMES["alpha"]
    kept = (alpha.documents or SKETCHES).example().encode()
    await documents.keep(home.app, home.limits, alpha, MARA.id, "wolf-pack", kept)
    raw = await documents.for_seats(home.app, alpha, MARA.id, ("wolf-pack", None), 0, {})
    match = await home.match_with_ai(0, game="alpha", options=raw)
    before = await home.app.match_state(match.id)
    await documents.keep(home.app, home.limits, alpha, MARA.id, "wolf-pack", OXEN)
    for gone in (False, True):
        if gone:
            await documents.delete(home.app, alpha, MARA.id, "wolf-pack")
        home.app.forget(match.id)
        state = await home.app.match_state(match.id)
        assert (state.game_state, state.match.options) == (before.game_state, before.match.options)
    await home.play(match, "end")


async def test_a_shipped_one_cannot_be_deleted(home: House) -> None:
    told = await refusal(documents.delete(home.app, DOODLE, MARA.id, "wild"))
    assert "There's no sketch named “wild”" in told


async def test_what_was_left_out_is_the_usual_one_and_each_seat_gets_its_own(home: House) -> None:
    await keep(home, "winter", 1, 2)

    async def raw(mine: str | None, other: str | None, seat: int | None) -> dict[str, Any]:
        return await documents.for_seats(home.app, DOODLE, MARA.id, (mine, other), seat, {})

    assert await raw(None, None, 0) == {}
    assert await raw("winter", None, 0) == {"sketches": [OWN, "plain"]}
    assert await raw("winter", None, 1) == {"sketches": ["plain", OWN]}
    assert await raw(None, "wild", 0) == {"sketches": ["plain", "wild"]}
    assert await raw("winter", "wild", 1) == {"sketches": ["wild", OWN]}
    assert await raw("wild", "wild", None) == {"sketches": ["wild", "wild"]}
    assert "Choose a side too" in await refusal(raw("winter", "wild", None))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "seat", "expected"),
    [
        (("winter", None), 0, [OWN, "wild"]),
        (("winter", None), 1, ["plain", OWN]),
        ((None, "winter"), 0, ["plain", OWN]),
        ((None, "winter"), 1, [OWN, "wild"]),
        (("wild", None), None, ["wild", "wild"]),
    ],
)
async def test_a_seat_that_is_left_out_gets_what_the_preset_has_for_it(
    home: House, texts: tuple[str | None, str | None], seat: int | None, expected: list[Any]
) -> None:
    await keep(home, "winter", 1, 2)
    preset = {"sketches": ["plain", "wild"]}
    found = await documents.for_seats(home.app, DOODLE, MARA.id, texts, seat, preset)
    assert found == {"sketches": expected}


async def test_a_game_for_which_nothing_is_kept_has_no_documents_and_no_such_options(home: House) -> None:
    game = GAMES["creators"]
    assert await documents.for_seats(home.app, game, MARA.id, (None, None), 0, {}) == {}
    assert "You can't save anything of your own for" in await refusal(
        documents.keep(home.app, home.limits, game, MARA.id, "winter", b"{}")
    )


@pytest.mark.parametrize(
    ("sketches", "line"),
    [
        (None, "Standard"),
        (["plain", "plain"], "Standard"),
        (["wild", "plain"], "Custom · sketch: wild against plain"),
        (("wild", OWN), "Custom · sketch: wild against a custom one"),
        ([OWN, OWN], "Custom · sketch: a custom one against a custom one"),
    ],
)
def test_the_line_about_options_names_shipped_ones_and_no_own_ones(sketches: Any, line: str) -> None:
    options = {} if sketches is None else {"sketches": sketches}
    assert matches.options_line(DOODLE, options) == line


def test_the_line_about_options_of_a_checked_match_says_what_differs() -> None:
    options = msgspec.to_builtins(DOODLE.options({"sketches": ["wild", OWN], "boardSize": 12}))
    assert (
        matches.options_line(DOODLE, options) == "Custom · sketch: wild against a custom one · board size: 12"
    )


@pytest.mark.parametrize(
    "text",
    ["[**b**](http://a_b/_c_)", "https://a.b/*c*_d_", "[a](x) [b](y)", "<@123456789012345678>", "||s|| `c`"],
)
def test_in_plain_words_no_markdown_is_left_even_where_there_was_a_link(text: str) -> None:
    told = markdown.plain((text,))
    assert "](" not in told
    assert "://" not in told
    assert "<@" not in told
    for sign in "*_`|":
        assert told.count(sign) == told.count(f"\\{sign}")


def test_the_game_of_these_tests_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    doodle = play_doodle_here(monkeypatch)
    state = doodle.new(doodle.options({"sketches": [OWN, "wild"]}), bytes(32))
    assert doodle.to_act(state) == (0,)
