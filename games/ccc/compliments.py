"""Compliments: what is said when a Nice Flag moves. CCC-42."""

from __future__ import annotations

import json
import random

import msgspec

READY: tuple[str, ...] = (
    "Cool move.",
    "I did not see that coming.",
    "That was a lovely idea.",
    "You make this look easy.",
    "What a patient plan.",
    "Beautifully stacked.",
    "I would never have found that.",
    "You keep me thinking, and I like it.",
)
"""Ready ones, for the last move."""
READY_FOR_THE_GAME: tuple[str, ...] = (
    "Bold plan, all game long.",
    "Your whole game hangs together.",
    "I have learnt something from every move of yours.",
)
"""Ready ones, for the whole game, when a Flag is put back."""
LONGEST = 200


class Voice(msgspec.Struct, frozen=True):
    """How a level of the AI talks: about the last move, and about the whole game."""

    of_the_move: tuple[str, ...]
    of_the_game: tuple[str, ...]


WARM = Voice(READY, READY_FOR_THE_GAME)
SHY = Voice(
    (
        "Um, nice one.",
        "Oh! I like what you did there.",
        "That was good. I think.",
        "Sorry to interrupt. Lovely move.",
        "I hope one day I can do that too.",
        "Hello. Well played.",
    ),
    ("I like playing with you.", "You are very good at this, and you never quack."),
)
DRY = Voice(
    (
        "Not bad. Not bad at all.",
        "Annoyingly good.",
        "I had to look at that one twice.",
        "I have seen worse. Most days, in fact.",
        "Fine. That was a real move.",
        "You may tell people about that one.",
    ),
    ("A tidy game. I checked.", "I had other plans. Yours are better company."),
)
GENEROUS = Voice(
    (
        "I would frame that move and hang it over my desk.",
        "Eight arms, and none of them could have put that better.",
        "What a beautiful idea; I'll borrow it one day, and say whose it was.",
        "The board looks finer since you touched it.",
        "Whoever taught you this should be very proud, and so should you.",
        "One could look at that move for an hour and still find something to admire.",
    ),
    (
        "Whatever becomes of this game, it is the better for your part in it.",
        "From your first move to this one, a pleasure to watch.",
    ),
)


def chosen(voice: Voice, mode: str, rng: random.Random, of_the_game: bool = False) -> str:
    """A compliment in a voice, legal in a match with this option."""
    if mode == "off":
        return ""
    said = WARM if mode == "list" else voice
    return rng.choice(said.of_the_game if of_the_game else said.of_the_move)


def what_is_wrong(text: str, mode: str) -> str | None:
    """What keeps a text from being a compliment in a match with this option; None when all is well."""
    if mode == "off":
        return "In this match, Flags move without words; leave the braces empty." if text else None
    if not text.strip():
        return f"A Nice Flag needs a compliment of 1 to {LONGEST} characters."
    if len(text) > LONGEST:
        return f"A compliment can have at most {LONGEST} characters; this one has {len(text)}."
    if not text.isprintable():
        return "A compliment must be one line of visible characters."
    if mode == "list" and text not in READY + READY_FOR_THE_GAME:
        return "In this match, you choose compliments from the list."
    return None


def escaped(text: str) -> str:
    """A text as it stands between the braces: JSON without its quotes, no braces inside."""
    plain = json.dumps(text, ensure_ascii=False)[1:-1]
    return plain.replace("{", "\\u007b").replace("}", "\\u007d")


def unescaped(text: str) -> str:
    """The text that stands between the braces; ValueError when it is no JSON string content."""
    value = json.loads(f'"{text}"')
    if not isinstance(value, str):
        raise ValueError("not a string")
    return value
