"""How long answers to interactions take, and what becomes of them: counted, never whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import discord

from bot.core.metrics import OTHER, Metrics

OUTCOME = "outcome"
"""Under which an interaction says what became of it, where the response doesn't tell."""
_BUTTON = discord.ComponentType.button.value


@contextmanager
def measured(metrics: Metrics, interaction: discord.Interaction[Any]) -> Iterator[None]:
    """Around all that one brings about."""
    began = perf_counter()
    try:
        yield
    finally:
        metrics.interaction(kind_of(interaction), outcome_of(interaction), perf_counter() - began)


def kind_of(interaction: discord.Interaction[Any]) -> str:
    """One of `KINDS`; not which button, since which one is tapped may be secret."""
    if interaction.type is discord.InteractionType.component:
        data: Any = interaction.data
        return "button" if data.get("component_type") == _BUTTON else "select"
    if interaction.type is discord.InteractionType.application_command:
        return "command"
    return "words" if interaction.type is discord.InteractionType.modal_submit else OTHER


def outcome_of(interaction: discord.Interaction[Any]) -> str:
    """One of `OUTCOMES`."""
    outcome: str = interaction.extras.get(OUTCOME) or (
        "answered" if interaction.response.is_done() else "unanswered"
    )
    return outcome
