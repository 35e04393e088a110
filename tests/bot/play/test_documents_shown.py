"""What's shown of documents, and of their mistakes, without sending it."""

from __future__ import annotations

import json

import pytest

from bot.discord_kit.components.items import MOST_TEXT, Screen
from bot.play.documents.documents import Kept
from bot.play.documents.ui import documents as pages
from bot.play.documents.ui.showing import build_saved_page, page_of
from games import GAMES
from games.core.vocabulary.documents import MOST_BYTES, DocumentKind, Faulty
from render.alt import alt_text
from storage.rows import Document
from tests.kit.hosts.house import MARA
from tests.kit.matches.sketches import SKETCHES, Doodle
from tests.kit.seen import Seen, seen

ALPHA = GAMES["alpha"]
DECKS = ALPHA.documents or SKETCHES
EXAMPLE = DECKS.example().encode()
LIVE = "<@123456789012345678> **b** `c` [d](https://e.f) @everyone"


def files(screen: Screen) -> dict[str, bytes]:
    """Return the content of the files that a screen shows as such, by name."""
    shown = [
        part["file"]["url"].removeprefix("attachment://")
        for part in seen(screen).parts()
        if part["type"] == 13
    ]
    there = {file.filename: file.fp.read() for file in screen.files}
    return {name: there[name] for name in shown}


def faults(content: bytes, kind: DocumentKind = DECKS) -> Screen:
    """Return the answer to a file with mistakes."""
    with pytest.raises(Faulty) as faulty:
        kind.read(content)
    game = ALPHA if kind is DECKS else Doodle()
    return pages._faults(game, f"This file isn't a {kind.noun} yet", faulty.value)


def lines(shown: Seen) -> list[str]:
    return [line for line in shown.text.splitlines() if line.startswith("• ")]


def kept(name: str, content: bytes = EXAMPLE) -> Document:
    return Document(
        person=MARA.id, game="alpha", name=name, content=DECKS.read(content), created_at=1, changed_at=5
    )


# --- mistakes -----------------------------------------------------------------------------------------


def test_every_mistake_of_a_file_is_told_with_how_to_go_on() -> None:
    cards = ["wlof", *["wolf"] * 28]
    screen = faults(json.dumps({"deck": cards, "desk": 1}).encode())
    shown = seen(screen)
    assert "This file isn't a deck yet: 3 mistakes\nFix the file, and send it again." in shown.text
    assert "Send a file" in shown.buttons
    assert lines(shown) == [
        '• "desk": unknown field; did you mean "deck"?',
        "• deck: 29 cards; it must be exactly 30",
        '• deck[0]: no card "wlof"; did you mean "wolf"?',
    ]
    assert files(screen) == {}


def test_one_mistake_is_one_mistake() -> None:
    assert "This file isn't a deck yet: 1 mistake\n" in seen(faults(b"not json")).text


def test_nothing_in_the_mistakes_is_live() -> None:
    cut = [LIVE[start : start + 40] for start in range(0, len(LIVE), 20)]
    said = seen(faults(json.dumps({"deck": cut}).encode())).text
    assert "no card" in said
    for live in ("<@", "](", "://", "@everyone", "**b"):
        assert live not in said
    assert "`" not in said.replace("\\`", "")


@pytest.mark.parametrize("card", ["wlof", "*_`|" * 10, "\u2603" * 40], ids=["short", "marked", "wide"])
def test_mistakes_that_do_not_fit_are_all_in_a_file(card: str) -> None:
    screen = faults(json.dumps({"deck": [card] * 199}, ensure_ascii=False).encode())
    shown = seen(screen)
    assert 5 <= len(lines(shown)) <= 20
    assert f"… and {200 - len(lines(shown))} more: the file has all of them." in shown.text
    assert len(shown.text) < MOST_TEXT
    [(name, content)] = files(screen).items()
    assert name == "mistakes.txt"
    written = content.decode().splitlines()
    assert len(written) == 200
    assert written[-1].startswith(f'deck[198]: no card "{card}"')


def test_of_84_003_mistakes_200_are_told_and_how_many_are_left_and_the_answer_is_small() -> None:
    screen = faults(b'{"cards":[' + b",".join([b"{}"] * 21_000) + b'],"deck":[]}')
    shown = seen(screen)
    assert "This file isn't a deck yet: 84,003 mistakes" in shown.text
    assert shown.text.endswith("… and 83,983 more: the file has the first 200.")
    [content] = files(screen).values()
    assert len(content) < 10_000
    written = content.decode().splitlines()
    assert len(written) == 201
    assert written[-1] == "… and 83,803 more"


@pytest.mark.parametrize(("unknown", "has_file"), [(19, False), (20, True)])
def test_twenty_mistakes_are_shown_and_the_twenty_first_makes_a_file(unknown: int, has_file: bool) -> None:
    screen = faults(json.dumps({"deck": ["zzzzzz"] * unknown + ["wolf"] * 9}).encode())
    assert f"{unknown + 1} mistakes" in seen(screen).text
    assert bool(files(screen)) == has_file


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"[" * 60_000, b'{"deck": ["\\ud800"]}', b"9" * 60_000]
)
def test_whatever_a_file_holds_the_answer_is_a_list_of_mistakes(content: bytes) -> None:
    assert "This file isn't a deck yet" in seen(faults(content)).text


def test_a_mistake_is_one_line_of_whole_characters_and_a_long_one_is_whole_in_the_file() -> None:
    content = json.dumps({"strokes": [], "titles": ["a\n# b\ud800c", "x" * 400]}).encode()
    screen = faults(content, SKETCHES)
    assert "• title: a # b?c\n• title: xxx" in seen(screen).text
    assert "x" * 301 not in seen(screen).text
    assert files(screen)["mistakes.txt"].decode().splitlines() == ["title: a # b?c", f"title: {'x' * 400}"]


def test_fewer_than_twenty_mistakes_are_shown_where_they_are_long() -> None:
    screen = faults(json.dumps({"strokes": [], "titles": ["*" * 200] * 15}).encode(), SKETCHES)
    shown = seen(screen)
    number = shown.text.count("• title: ")
    assert number == 3300 // len("• title: " + "\\*" * 200 + "\n")
    assert shown.text.endswith(f"… and {15 - number} more: the file has all of them.")
    assert files(screen)["mistakes.txt"].decode().splitlines() == [f"title: {'*' * 200}"] * 15


# --- documents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("replaced", [False, True])
async def test_what_was_saved_is_shown_with_how_to_play_with_it_and_what_it_replaces(replaced: bool) -> None:
    page = DECKS.page(json.loads(EXAMPLE))
    assert page.scene is not None
    screen = await build_saved_page(ALPHA, Kept(kept("wolf-pack"), replaced), "")
    shown = seen(screen)
    assert "Saved “wolf-pack”." in shown.text
    assert ("It replaces the older one with that name." in shown.text) == replaced
    assert "/alpha play deck:wolf-pack" in shown.text.replace("`", "")
    assert page.text in shown.text
    assert shown.alt_texts == [alt_text(page.scene)]


def test_the_list_names_each_shipped_one_and_each_own_one_and_says_what_is_in_it() -> None:
    own = [kept(f"n{number}") for number in range(20)]
    abouts = pages._describe_own(DECKS, own)
    listed = [*pages._with_the_game(DECKS), *pages._of_your_own(ALPHA, own, abouts)]
    assert listed[1] == ", ".join(DECKS.shipped)
    assert listed[-21] == "### Your own (20 of 20)"
    assert listed[-20:] == [f"**{document.name}** · changed <t:5:R>" for document in own]
    about = DECKS.about(json.loads(EXAMPLE))
    assert abouts == {document.name: about for document in own}
    assert pages._describe_shipped(DECKS) == {name: DECKS.about(name) for name in DECKS.shipped}


@pytest.mark.parametrize("name", DECKS.shipped)
async def test_the_file_of_a_shipped_one_can_be_read_as_one_s_own(name: str) -> None:
    file = pages._json_file(name, DECKS.shipped_document(name))
    screen = await page_of(DECKS, name, name, "It comes with the game.", file, theme="")
    [(filename, content)] = files(screen).items()
    assert filename == f"{name}.json"
    assert DECKS.read(content) == DECKS.shipped_document(name)
    assert "It comes with the game." in seen(screen).text
    assert len(seen(screen).alt_texts) == 1


def test_a_file_is_indented_unless_that_makes_it_too_large_to_be_sent_again() -> None:
    document = json.loads(EXAMPLE)
    written = pages._json_file("wolf-pack", document).fp.read()
    assert written.startswith(b'{\n  "cards": [')
    assert DECKS.read(written) == document
    large = {"deck": ["wolf"] * 8000}
    assert len(json.dumps(large, indent=2)) > MOST_BYTES >= len(pages._json_file("large", large).fp.read())


def test_what_fits_no_longer_is_listed_as_such_and_shown_with_its_mistakes_and_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    winter = Document(
        person=MARA.id, game="doodle", name="winter", content={"strokes": [5, 1]}, created_at=1, changed_at=5
    )
    about = pages._describe_own(SKETCHES, [winter])["winter"]
    assert pages._entry(winter, about) == "**winter** · changed <t:5:R>"
    monkeypatch.setattr("tests.kit.matches.sketches.LONGEST_STROKE", 4)
    about = pages._describe_own(SKETCHES, [winter])["winter"]
    assert pages._entry(winter, about).startswith("**winter** · doesn't fit the current rules")
    faulty = pages.documents.faults_now(SKETCHES, winter)
    assert faulty is not None
    file = pages._json_file("winter", winter.content)
    screen = pages._faults(Doodle(), "“winter” doesn't fit the current rules", faulty, file)
    assert "“winter” doesn't fit the current rules: 1 mistake" in seen(screen).text
    assert "• strokes[0]: 5 is too long" in seen(screen).text
    assert json.loads(files(screen)["winter.json"]) == {"strokes": [5, 1]}
