"""The editor of a layout as its player reads it: labels, questions, pictures, and how many taps it takes."""

from __future__ import annotations

import pytest

from tests.games.decoy.table import GAME, start
from tests.kit.games.drafts import Asked

FORTRESS = "S2DCD3S/1D1GDG1D2/2I4I2"
EMPTY = "10/10/10"


def asked(seat, *taps, draft=()):
    return Asked(GAME, GAME.view(start(), seat), draft).tap(*taps)


def kinds_on(question):
    """Return the layout that the picture's alt text describes."""
    return question.scene.alt.removeprefix("Decoy Patrol. Your layout: ").rstrip(".")


def pieces(question):
    """Return the labels of the list: the choices that aren't buttons of their own."""
    return [choice.label for choice in question.prompt.choices if not choice.button]


@pytest.mark.parametrize("seat", [0, 1], ids=["Cyan", "Magenta"])
def test_a_ready_layout_is_committed_after_one_question(seat):
    opened = asked(seat)
    assert "Set up your twelve pieces." in opened.prompt.question
    assert pieces(opened) == ["1 Fortress", "2 Spearhead", "3 Shell game"]
    editor = opened.tap("1 Fortress")
    assert "All twelve are placed" in editor.prompt.question
    question = editor.tap("Confirm")
    assert "You can't change it afterward" in question.prompt.question
    assert question.labels == ["Confirm"]
    assert question.tap("Back").prompt == editor.prompt
    assert question.plays("Confirm") == f"setup {FORTRESS}"


@pytest.mark.parametrize(("seat", "rows"), [(0, "210"), (1, "789")], ids=["Cyan", "Magenta"])
def test_a_layout_is_built_from_the_empty_board_piece_by_piece(seat, rows):
    """The front row is filled first; rows and squares are tapped as the player's panel shows them."""
    editor = asked(seat, "Empty board")
    for number, letter in enumerate("CSSGGIIDDDDD"):
        assert "Confirm" not in editor.labels
        assert f"{12 - number} piece" in editor.prompt.question
        row, column = ("front", rows[0]) if number < 10 else ("back", rows[2]), "abcdefghij"[number % 10]
        editor = editor.tap(letter, f"Row {row[1]} ({row[0]})", column + row[1])
    assert editor.tap("Confirm").plays("Confirm") == "setup DD8/10/CSSGGIIDDD"


def test_pieces_are_swapped_moved_taken_away_and_cleared():
    row = asked(1, "1 Fortress", "e9", "Row 9 (back)")
    assert "j9 ⇄ S" in row.labels
    editor = row.tap("j9 ⇄ S")
    assert "Commander j9" in kinds_on(editor)
    assert "Scout e9" in kinds_on(editor)
    editor = editor.tap("j9", "Row 7 (front)", "d7")
    assert "Commander d7" in kinds_on(editor)
    assert "j9" not in kinds_on(editor)
    editor = editor.tap("d7", "Remove")
    assert "Commander" not in kinds_on(editor)
    assert "1 piece to place" in editor.prompt.question
    assert "Confirm" not in editor.labels
    assert pieces(editor)[0] == "Commander"
    editor = editor.tap("Clear")
    assert kinds_on(editor) == "no pieces yet"
    assert editor.tap("Back").prompt == asked(1).prompt


def test_a_layout_is_mirrored_and_the_last_change_is_taken_back():
    editor = asked(0, "1 Fortress")
    ready = kinds_on(editor)
    assert "Undo" not in editor.labels
    turned = editor.tap("Mirror")
    assert "Commander f0" in kinds_on(turned)
    assert kinds_on(turned.tap("Undo")) == kinds_on(turned.tap("Back")) == ready
    assert kinds_on(turned.tap("Undo", "Mirror", "Back")) == ready
    swapped = turned.tap("j0", "Row 0 (back)", "f0 ⇄ C")
    assert "Commander j0" in kinds_on(swapped)
    removed = swapped.tap("a0", "Remove")
    assert "1 piece to place" in removed.prompt.question
    assert kinds_on(removed.tap("Undo")) == kinds_on(swapped)


def test_a_ready_layout_changed_in_two_places_is_sent_in_ten_taps():
    taps = ["1 Fortress", "Mirror", "c2", "Row 2 (front)", "d2", "h2", "Row 2 (front)", "g2", "Confirm"]
    assert asked(0, *taps).plays("Confirm") == "setup S3DCD2S/2D1GDG1D1/3I2I3"
    assert len([*taps, "Confirm"]) == 10


def test_a_piece_cannot_be_put_where_it_stands():
    row = asked(0, "1 Fortress", "e1", "Row 1 (middle)")
    assert not any(label.startswith("e1") for label in row.labels)
    assert len(row.labels) == 9


@pytest.mark.parametrize(
    "text",
    [
        "",
        "~",
        "~~~~",
        "nonsense",
        "random",
        "random~",
        "random~x",
        "random~-1",
        "random~²",
        "random~٣",
        "random~" + "1" * 60,
        "x" * 70,
        f"{EMPTY}~C~0~a9",
        f"{EMPTY}~C~0~" + "1" * 50,
        f"{EMPTY}~a0",
        f"{EMPTY}~commit",
        f"{EMPTY}~commit~yes",
        "CCCCCCCCCC/CCCCCCCCCC/CCCCCCCCCC~commit~yes",
        "DDDDDDDDDD/CSSGGII3/10~commit~yes",
        f"{FORTRESS}~yes",
        f"{FORTRESS}~" + "1" * 50,
        f"{FORTRESS}~a0~" + "1" * 50,
        f"{FORTRESS}~commit~no",
        f"{FORTRESS}~zz~0~a0",
        f"{FORTRESS}~a0~9~a9",
        f"{FORTRESS}~e1~1~e1",
        f"setup setup {FORTRESS}~commit~yes",
        f"resign {FORTRESS}~commit~yes",
        "end",
        "a0~n",
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_draft_that_leads_nowhere_asks_on(seat, text):
    question = asked(seat, draft=tuple(text.split("~")) if text else ())
    assert question.labels
    assert question.draft or "Random layout" in question.labels, "there's a way on or back"
    actions = [choice.action for choice in question.prompt.choices if choice.action is not None]
    assert actions in ([], [f"setup {FORTRESS}"])
