"""The compliments that the AI levels pay when a Nice Flag moves. CCC-42."""

from __future__ import annotations

import random

import msgspec

from games.ccc.rules.compliments import READY, READY_FOR_THE_GAME


class Voice(msgspec.Struct, frozen=True):
    """The compliments of an AI level on the last move and on the whole game."""

    of_the_move: tuple[str, ...]
    of_the_game: tuple[str, ...]


WARM = Voice(READY, READY_FOR_THE_GAME)
TIMID = Voice(
    (
        "Wow.",
        "Ooh, that was pretty.",
        "I want to learn that one.",
        "How did you do that?",
        "That one made me look twice, and smile.",
        "You're fun to play with.",
    ),
    ("I learn something from you every time.", "You play the way I'd like to."),
)
SHY = Voice(
    (
        "Oh, nice one.",
        "Oh! I like what you did there.",
        "That was good. Really good.",
        "May I say? Lovely move.",
        "I hope one day I can do that too.",
        "Hello. Well played.",
    ),
    ("I like playing with you.", "You are very good at this, and so nice to play with."),
)
BRIEF = Voice(
    (
        "Good. Very good.",
        "Well found.",
        "I had to look at that one twice, with pleasure.",
        "That was the best move on the board.",
        "Strong, and pretty too.",
        "You should tell people about that one.",
    ),
    ("A tidy game, and a clever one.", "I like your plan better than mine."),
)
GENEROUS = Voice(
    (
        "I would frame that move and hang it over my desk.",
        "Eight arms, and none of them could have put that better.",
        "What a beautiful idea; I'll borrow it one day, and say whose it was.",
        "The board looks finer since you touched it.",
        "Whoever taught you this should be very proud, and so should you.",
        "I could look at that move for an hour and still find something to admire.",
    ),
    (
        "However this game ends, it's better for your part in it.",
        "From your first move to this one, a pleasure to watch.",
    ),
)


def choose_compliment(voice: Voice, mode: str, rng: random.Random, of_the_game: bool = False) -> str:
    """Return a random compliment in a voice that is legal with the option `compliments`; empty for “off”."""
    if mode == "off":
        return ""
    said = WARM if mode == "list" else voice
    return rng.choice(said.of_the_game if of_the_game else said.of_the_move)
