"""The bot's own random draws."""

from __future__ import annotations

from bot.core.randomness import SystemRandomness


def test_what_makes_a_match_fair_is_long_and_never_the_same() -> None:
    drawn = [SystemRandomness().nonce() for _ in range(50)]
    assert {len(nonce) for nonce in drawn} == {32}
    assert len(set(drawn)) == 50


def test_a_number_drawn_has_up_to_nine_digits() -> None:
    drawn = [SystemRandomness().number() for _ in range(50)]
    assert all(0 <= number < 10**9 for number in drawn)
    assert max(drawn) > 10**6
