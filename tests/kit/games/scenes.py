"""Checks that hold for every scene."""

from __future__ import annotations

import re


def squares_of(scene):
    return {file + rank for file in scene.files for rank in scene.ranks}


def assert_marks_are_on_the_board(scene, marks):
    known = squares_of(scene)
    for mark in marks:
        assert mark.squares
        assert set(mark.squares) <= known
        assert len(mark.text) <= 3 or mark.kind != "number"


def assert_scene_is_sound(scene):
    known = squares_of(scene)
    assert len(known) == len(scene.files) * len(scene.ranks)
    assert {token.square for token in scene.tokens} <= known
    assert len({token.square for token in scene.tokens}) == len(scene.tokens)
    assert all(set(tint.squares) <= known and 0 <= tint.strength <= 100 for tint in scene.tints)
    assert_marks_are_on_the_board(scene, scene.marks)
    assert [card.place for card in scene.hand] == [str(number + 1) for number in range(len(scene.hand))]
    for card in (*scene.hand, *(token.face for token in scene.tokens if token.face)):
        assert_card_is_sound(card)
    assert scene.title
    assert 0 < len(scene.alt) <= 1024
    assert scene.alt == scene.alt.strip()
    assert not re.search(r"(?<!\.)\.\.(?!\.)", scene.alt), "a sentence ends with one period"
    assert not scene.subtitle.endswith("."), "a subtitle is a label"


def assert_card_is_sound(card):
    """Check that a card has a name, a drawing, and either attack and health or a rules text."""
    assert card.name.strip() == card.name != ""
    assert card.art
    assert (card.attack is None) == (card.health is None)
    assert (card.text == "") == (card.health is not None)
