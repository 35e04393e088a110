"""What a feature registers: commands, buttons, scheduled jobs, kinds of messages, and more.

A feature is a folder of `bot/` with a module `feature`, whose FEATURE is a `Feature`; `bot/features.py` lists
them all.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.core.app_context import AppContext, Proof
from bot.core.hooks import Check, Hooks, LegStarted, MatchEnded
from bot.core.jobs import Job, Jobs
from bot.discord_kit.components.buttons import Button, verb_of
from bot.discord_kit.interactions.answers import Aside
from bot.discord_kit.interactions.context import (
    Interaction,
    PanelLine,
    Ports,
    ThreadCard,
    UiContext,
    no_thread_card,
)
from bot.discord_kit.interactions.exercise_kind import ExerciseKind
from bot.discord_kit.interactions.offers import Offer, Offers, Slot
from games import AnyGame
from storage.rows import DueJob, QueuedMessage

T = TypeVar("T")
Command = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
GameCommand = app_commands.Command[Any, ..., Any] | app_commands.Group
Tapped = Callable[[UiContext, Interaction, Any], Awaitable[None]]
"""Handles a tap; the last argument is the button."""
Typed = Callable[[UiContext, Interaction, Any, str], Awaitable[None]]
"""Handles a submitted modal; the last arguments are the modal's button and the text."""
Send = Callable[[UiContext, QueuedMessage], Awaitable[int | None]]
"""Sends a message of the outbox; returns the posted message's id, or None if there was nothing to say."""


@dataclass(frozen=True, kw_only=True)
class Feature:
    """Everything by which the rest of the bot knows a feature."""

    commands: tuple[Callable[[UiContext], Command], ...] = ()
    """Commands that belong to no game."""
    game_commands: tuple[Callable[[UiContext, AnyGame], GameCommand | None], ...] = ()
    """Commands in the group of each game; None if a game has none."""
    buttons: Mapping[type[Button], Tapped] = field(default_factory=dict)
    modals: Mapping[type[Button], Typed] = field(default_factory=dict)
    jobs: Jobs = field(default_factory=dict)
    """Scheduled jobs that don't use Discord, by the kind of their rows."""
    discord_jobs: Mapping[str, Callable[[UiContext, DueJob], Awaitable[None]]] = field(default_factory=dict)
    """Scheduled jobs that use Discord, by the kind of their rows."""
    messages: Mapping[str, Send] = field(default_factory=dict)
    """Senders of outbox messages, by the kind of their rows."""
    starts: tuple[Callable[[UiContext], Awaitable[object]], ...] = ()
    """Called once, before the gateway opens."""
    loops: Mapping[str, Callable[[UiContext], Coroutine[Any, Any, None]]] = field(default_factory=dict)
    """Background loops that run for the bot's lifetime, by name."""
    comes_back: tuple[Callable[[UiContext], Awaitable[object]], ...] = ()
    """Called after a lost database is back, before the loops resume."""
    ends: tuple[Callable[[UiContext], Awaitable[object]], ...] = ()
    """Called last at shutdown, when nothing else runs."""
    heard: tuple[Callable[[AppContext, int], Awaitable[None]], ...] = ()
    """Called before each interaction of a person is handled."""
    joined: tuple[Callable[[UiContext, discord.Guild], Awaitable[None]], ...] = ()
    """Called when the bot has been invited to a server."""
    checks: tuple[Check, ...] = ()
    """Checks before a match begins."""
    match_ended: tuple[MatchEnded, ...] = ()
    leg_started: tuple[LegStarted, ...] = ()
    patience: Mapping[str, int] = field(default_factory=dict)
    """Seconds for which a kind of messages lets others go first; 0 by default."""
    proofs: tuple[Proof, ...] = ()
    """Additional proofs of how the dice of a match came about."""
    thread_card: ThreadCard | None = None
    """Builds the card on which the thread of a match starts; only one feature has it."""
    asides: tuple[Aside, ...] = ()
    """Additional private texts for a person's answers."""
    lines: tuple[PanelLine, ...] = ()
    """Additional lines for a player's panel; empty for none."""
    taps: Mapping[Slot, Offer] = field(default_factory=dict)
    """Buttons offered for slots on a match's messages; `bot/features.py` has their order."""
    exercises: Mapping[str, ExerciseKind] = field(default_factory=dict)
    """Kinds of exercises, by the names in their rows."""


def _once(items: Iterable[tuple[str, T]]) -> dict[str, T]:
    """Return the items by name; raise ValueError if two features use the same name."""
    found: dict[str, T] = {}
    for name, item in items:
        if name in found:
            raise ValueError(f"two features use the name {name}")
        found[name] = item
    return found


class Features:
    """All features together; raises ValueError if two use the same name for buttons, messages or the like."""

    def __init__(self, features: Iterable[Feature], order: Mapping[Slot, tuple[str, ...]]) -> None:
        self.all = tuple(features)
        self.buttons = _once(
            (verb_of(kind), (kind, act)) for feature in self.all for kind, act in feature.buttons.items()
        )
        self.modals = _once(
            (verb_of(kind), (kind, act)) for feature in self.all for kind, act in feature.modals.items()
        )
        self.messages = _once(item for feature in self.all for item in feature.messages.items())
        self.joined = tuple(act for feature in self.all for act in feature.joined)
        self.hooks = Hooks(
            checks=tuple(check for feature in self.all for check in feature.checks),
            match_ended=tuple(hook for feature in self.all for hook in feature.match_ended),
            leg_started=tuple(hook for feature in self.all for hook in feature.leg_started),
            patience=_once(item for feature in self.all for item in feature.patience.items()),
        )
        self.ports = Ports(
            heard=tuple(act for feature in self.all for act in feature.heard),
            asides=tuple(aside for feature in self.all for aside in feature.asides),
            lines=tuple(line for feature in self.all for line in feature.lines),
            offers=Offers((item for feature in self.all for item in feature.taps.items()), order),
            proofs=tuple(proof for feature in self.all for proof in feature.proofs),
            thread_card=next(
                (feature.thread_card for feature in self.all if feature.thread_card), no_thread_card
            ),
            exercises=_once(item for feature in self.all for item in feature.exercises.items()),
        )

    def jobs(self, ctx: UiContext) -> Jobs:
        """Return all scheduled jobs by kind."""
        shown = {kind: act for feature in self.all for kind, act in feature.discord_jobs.items()}
        plain = {kind: job for feature in self.all for kind, job in feature.jobs.items()}
        return plain | {kind: Job(partial(_run_with_ui, act, ctx)) for kind, act in shown.items()}


async def _run_with_ui(
    act: Callable[[UiContext, DueJob], Awaitable[None]],
    ctx: UiContext,
    app: AppContext,
    due: DueJob,
) -> None:
    await act(ctx, due)


def features_of(client: discord.Client) -> Features:
    """Return all features of the bot's client."""
    known: Any = client
    found: Features = known.features
    return found
