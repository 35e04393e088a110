"""Texts fit their space, in letters that the font has."""

from __future__ import annotations

import pytest

from games.core.screen.scene import Scene
from render.alt import alt_text
from render.painter import png
from render.text import fit, legible, width
from tests.render.samples import board, opening


def said(alt: str) -> Scene:
    return Scene(title="Title", alt=alt, **board(2, 2))


def test_a_short_alt_text_is_left_as_it_is() -> None:
    assert alt_text(opening()) == opening().alt


def test_a_long_alt_text_is_cut_between_words() -> None:
    assert alt_text(said("one two three four"), limit=13) == "one two…"
    assert alt_text(said("one two three four"), limit=14) == "one two three…"


def test_an_alt_text_never_exceeds_its_limit() -> None:
    for text in ("word " * 500, "x" * 3000, "a, " * 900):
        for limit in (1, 2, 10, 1024):
            assert 0 < len(alt_text(said(text), limit)) <= limit


def test_a_scene_without_alt_text_is_described_by_its_title() -> None:
    assert alt_text(said(" ")) == "Title"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Mara", "Mara"),
        ("Zoë Müller", "Zoe Muller"),
        ("3 × 4", "3 x 4"),
        ("a – b", "a - b"),
        ("0 · 0", "0 · 0"),
        ("太郎", "…"),
        ("太郎 山田 wins", "… wins"),
        ("Łukasz Æther", "Lukasz AEther"),
        ("Tom 🎲", "Tom"),
        ("𝓜𝓪𝓻𝓪", "Mara"),
        ("a\n\tb", "a b"),
    ],
)
def test_a_letter_that_the_font_lacks_gets_a_stand_in(text: str, written: str) -> None:
    assert legible(text) == written


def test_a_text_with_room_keeps_its_size() -> None:
    assert fit("Mara", 500, 30, 20) == ("Mara", 30)


def test_a_text_becomes_smaller_before_it_is_cut() -> None:
    room = width("Creators vs Destroyers", 25)
    words, size = fit("Creators vs Destroyers", room, 30, 20)
    assert words == "Creators vs Destroyers"
    assert size == pytest.approx(25)


def test_a_text_too_long_even_when_small_is_cut() -> None:
    words, size = fit("Creators vs Destroyers", 100, 30, 20)
    assert words.endswith("…")
    assert words.startswith("Crea")
    assert size == 20
    assert width(words, size) <= 101


def test_no_room_at_all_writes_nothing() -> None:
    assert fit("Mara", 0, 30, 20)[0] == ""


def test_any_text_can_be_painted() -> None:
    for text in ("", " ", "🎲", "\u200f\u202e", "太郎", "\x00\x07", "e" + "\u0301" * 50):
        png(opening(title=text, subtitle=text, log=(text,)))
