"""Names in pictures: in a font that has all their letters, or replaced by the username; never `?`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageFont

import render.names
from render import graph, standings
from render.names import Lettering, faces_in, lettering
from render.text import drawable

DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
needs_dejavu = pytest.mark.skipif(not DEJAVU.is_dir(), reason="DejaVu isn't installed here")
SANS = str(DEJAVU / "DejaVuSans.ttf")
ZALGO = "M" + "\u0301" * 31


@pytest.mark.parametrize(
    ("name", "username", "written"),
    [
        ("Mara", "m", "Mara"),
        ("Zoë Łuć", "z", "Zoe Luc"),
        ("山田太郎", "taro", "taro"),
        ("مها", "maha.ali", "maha.ali"),
        ("สมชาย", "somchai", "somchai"),
        ("Юля", "yulya", "yulya"),
        ("🦊🌙", "fox_moon", "fox_moon"),
        ("Tom 🎲", "t", "Tom"),
        ("𝓜𝓪𝓻𝓪 ♡", "m", "Mara"),
        (ZALGO, "z", "M"),
        ("\u0301" * 32, "marks", "marks"),
        ("\u200b\u3164", "ghost", "ghost"),
        ("^_^", "smile", "^_^"),
    ],
)
def test_a_name_that_has_unknown_letters_is_replaced_by_the_username(
    name: str, username: str, written: str
) -> None:
    assert lettering((name, username)) == Lettering(written)


def test_without_a_username_what_is_legible_is_written_and_else_nothing() -> None:
    assert lettering(("太郎 Taro",)) == Lettering("Taro")
    assert lettering(("太郎",)) is None
    assert lettering(("🦊",)) is None
    assert lettering(()) is None


@needs_dejavu
def test_a_font_that_has_all_letters_writes_the_name() -> None:
    for name in ("Юля", "Ελένη", "دانا"):
        assert lettering((name, "plain"), (SANS,)) == Lettering(name, SANS)
    assert lettering(("山田太郎", "taro"), (SANS,)) == Lettering("taro")
    assert lettering(("Юля 🦊 太", "yulya"), (SANS,)) == Lettering("yulya")


@needs_dejavu
def test_without_raqm_what_must_be_joined_or_turned_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render.names, "_has_raqm", lambda: False)
    lettering.cache_clear()
    assert lettering(("دانا", "dana"), (SANS,)) == Lettering("dana")
    assert lettering(("Юля", "yulya"), (SANS,)) == Lettering("Юля", SANS)
    lettering.cache_clear()


@needs_dejavu
def test_of_a_folder_the_upright_fonts_of_usual_weight_are_used() -> None:
    names = [Path(path).name for path in faces_in(DEJAVU)]
    assert names[0] == "DejaVuSans.ttf"
    assert not [name for name in names if "Bold" in name or "Mono" in name]
    assert faces_in(DEJAVU / "nowhere") == ()


def test_a_file_that_is_no_font_has_no_letters(tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    assert lettering(("太郎", "taro"), faces_in(tmp_path)) == Lettering("taro")


def test_the_missing_letter_itself_is_never_drawn() -> None:
    assert not drawable("太")
    assert drawable("T")


def table(name: str, face: str = "") -> bytes:
    row = standings.StandingsRow(
        place=1, name=name, rating=1500, spread=100, said="1500 ± 50", note="3", face=face
    )
    return standings.png(standings.Standings("Game", "Here", "matches", (row,)))


@needs_dejavu
def test_a_table_shows_a_name_in_its_font_and_a_figure_for_none() -> None:
    assert len({table(""), table("Юля", SANS), table("?"), table(" ")}) == 4


@needs_dejavu
def test_a_graph_shows_a_name_in_its_font() -> None:
    moments = (graph.Moment(1, 1500, 50), graph.Moment(90_000, 1600, 50))
    drawn = {
        graph.png(graph.Graph("Game", "Now", moments, name, face))
        for name, face in (("", ""), ("Tom", ""), ("Юля", SANS), ("مها", SANS))
    }
    assert len(drawn) == 4


@needs_dejavu
def test_a_long_name_in_another_font_is_cut() -> None:
    words, size = render.text.cut_to_fit("Юлия" * 8, 200, 27, 20, SANS)
    assert words.endswith("…")
    assert size == 20
    assert ImageFont.truetype(SANS, 20).getlength(words) <= 201
