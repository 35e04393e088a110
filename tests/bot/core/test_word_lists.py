"""A server's list of forbidden words: found in any disguise, refused without revealing the list."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from bot.community.moderation import word_lists
from bot.core import confusables, hooks, server_settings
from bot.core.confusables import can_be_found, has_listed_word
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from bot.core.seats import Place
from bot.core.terms import MatchTerms
from bot.core.time_controls import DEFAULT
from tests.kit.hosts.house import MARA, House
from tests.kit.matches.ccc import begin
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.roles.moderators import logged, moderated, server_of
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)

REFUSED = "This server doesn't allow a word in what you wrote."


@pytest.mark.parametrize(
    "text",
    [
        "You twit.",
        "TWIT!",
        "ｔｗｉｔ",
        "twіt",
        "τwιt",
        "tw1t and tw!t",
        "twiiiit",
        "t.w.i.t",
        "t w i t",
        "what a t-w-i-t you are",
        "tw\u200bit",
        "twi\u0301t",
        "well,twit,then",
        "ᴛᴡɪᴛ",
        "𝓽𝔀𝓲𝓽",
        "🆃🆆🅸🆃",
        "🇹 🇼 🇮 🇹",
        "ꓔꓪꓲꓔ",
        "ᎢᎳᎥᎢ",
        "ŧwɨŧ",
        "a big goose, you",
        "tw\u200ait",
        "t\u200aw\u200ai\u200at",
        "tw\u00a0it",
        "tw\u202fit",
        "tvvit",
        "tw\u0661t",
        "tw\u06f1t",
        "t\u0967w\u0967it and tw\u0967t",
        "tw\u3164it",
        "tw\uffa0it",
        "t\u115fwit",
        "tw\u2800it",
        "ba dword",
        "b adword",
        "badw ord!",
        "baðword",
        "ƃadword",
        "badwoяd",
        "ᏏADWORD",
        "bi ggoose",
        "biggoose",
    ],
)
def test_a_listed_word_is_found_in_every_disguise(text: str) -> None:
    assert has_listed_word(text, ["Twit", "big goose", "badword"])


@pytest.mark.parametrize(
    "text",
    ["A twitter.", "Two bits.", "Два твита.", "Ένα τιτ.", "🎲 ⓪ ★", "Big geese.", "as you like", "twt", ""],
)
def test_innocent_words_are_not_hit(text: str) -> None:
    assert not has_listed_word(text, ["twit", "big goose", "ass"])


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("Scunthorpe", "cunt"),
        ("tub a dword", "badword"),
        ("a badwording", "badword"),
        ("The pen is red", "penis"),
        ("as sure as that", "ass"),
        ("two it", "twit"),
        ("a savvy move", "saw"),
        ("a barn and a dam", "bam"),
        ("Ich weiß es", "weib"),
        ("مرحبا بالعالم", "twit"),
        ("안녕하세요", "twit"),
    ],
)
def test_neighboring_words_and_parts_of_words_are_not_hit(text: str, listed: str) -> None:
    assert not has_listed_word(text, [listed])


def test_a_longer_phrase_is_found_however_it_is_parted() -> None:
    assert has_listed_word("you ba dword you", ["bad word"])
    assert has_listed_word("b a d w o r d", ["bad word"])


def test_a_list_is_made_ready_once_however_much_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck may have hundreds of names, and a list hundreds of lines."""
    made, pattern = list[str](), confusables._pattern
    monkeypatch.setattr(confusables, "_pattern", lambda entry: made.append(entry) or pattern(entry))
    words = [f"nasty number {number}" for number in range(20)]
    assert not any(has_listed_word(f"Card {number}", words) for number in range(50))
    assert len(made) <= len(words)


def test_what_has_no_letters_is_on_no_list() -> None:
    assert not can_be_found("--")
    assert not has_listed_word("anything -- at all", ["--"])


async def write_list(t: Table, words: str) -> str:
    """Write the server's list as Ines."""
    asked = await t.ines.slash_for_modal("/moderate words")
    return (await t.ines.submit(asked, words=words)).text


async def test_moderators_write_the_list_and_it_holds_at_once(t: Table) -> None:
    await begin(t, t.mara, t.tom, ROOM)
    assert "The word list has 2 lines now." in await write_list(t, "twit\n\nbig goose\ntwit")
    async with t.database.read() as r:
        assert (await server_settings.settings_of(r, server_of(t))).word_list == ("twit", "big goose")
    assert await logged(t) == [("Changed the word list.", int(t.ines.id), None)]
    async with nothing_changes(t):
        answer = await t.mara.move("N@c3{You tw1t.}")
        assert_refused(answer, REFUSED)
        assert "goose" not in answer.text
        assert_refused(await t.mara.slash("/report", person=t.tom, reason="A big goose"), REFUSED)
    assert "Your Nice Flag goes to c3" in (await t.mara.move("N@c3{You twitter.}")).text


async def test_a_moderator_is_told_how_long_the_list_is_now(t: Table) -> None:
    for words, told in (("twit", "has 1 line now"), ("twit\ngoose", "has 2 lines now"), ("", "is empty now")):
        assert f"The word list {told}." in await write_list(t, words)


async def test_a_line_without_letters_is_refused(t: Table) -> None:
    async with nothing_changes(t):
        assert "There are no letters in “--”" in await write_list(t, "twit\n--")


def made_for(t: Table, name: str) -> Beginning:
    """Return the beginning of a match with a deck in which a card has this name."""
    deck = {"cards": [{"id": "one", "name": name}]}
    terms = MatchTerms("alpha", {"decks": [deck, "balanced"]}, DEFAULT, False)
    place = Place(channel=1, guild=server_of(t))
    return Beginning(person=1, other=None, level=None, place=place, terms=terms)


async def test_what_is_in_a_deck_is_read_too(t: Table) -> None:
    await write_list(t, "twit")
    checks = t.running.bot.ctx.app.hooks.checks
    async with t.database.read() as r:
        await hooks.check(r, checks, made_for(t, "Twitter"), 0)
        with pytest.raises(UserError, match=REFUSED):
            await hooks.check(r, checks, made_for(t, "Twit"), 0)


THAI = tuple(f"{number:03}{'ก' * 36}" for number in range(100))
"""3,900 letters of Thai, each of which takes 3 bytes."""
MOST_OF_A_FORM = 10_170


async def body_of_the_form(t: Table) -> tuple[int, dict[str, Any]]:
    """Open the modal for the list, and return its size in bytes and the modal itself."""
    asked = await t.ines.slash_for_modal("/moderate words")
    return len(json.dumps(asked, ensure_ascii=False).encode()), asked


async def test_the_form_always_fits_and_nothing_of_a_longer_list_from_before_is_lost(t: Table) -> None:
    await write_list(t, "")
    guild, ines = server_of(t), int(t.ines.id)
    async with t.database.write(f"guild:{guild}") as w:
        await server_settings.change(
            w, guild, ines, lambda old: msgspec.structs.replace(old, word_list=THAI), "", 0
        )
    size, asked = await body_of_the_form(t)
    assert size <= MOST_OF_A_FORM
    shown = word_lists.fitting(THAI)
    assert 0 < len(shown) < len(THAI)
    told = await t.ines.submit(asked, words="\n".join(shown[1:]))
    assert "The word list has 99 lines now." in told.text
    app = t.running.bot.ctx.app
    assert await word_lists.words_of(app, server_of(t)) == THAI[1:]


async def test_a_list_is_measured_in_bytes_and_one_from_before_gets_no_longer(here: House) -> None:
    with pytest.raises(UserError, match="9,000 fit into a form"):
        await word_lists.set_words(here.app, 200, MARA.id, "\n".join(THAI[:90]))
    assert await word_lists.set_words(here.app, 200, MARA.id, "\n".join(THAI[:79])) == 79
    for words in (THAI[:80], ('"' * 19 + "\\" * 20 + "a",) * 3):
        assert word_lists.size_of(word_lists.fitting(words)) <= word_lists.MOST_BYTES
