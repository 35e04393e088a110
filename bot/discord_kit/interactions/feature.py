"""What a feature brings along: its commands, buttons, scheduled jobs and kinds of messages.

A feature is a folder of `bot/` with a module `feature`, whose FEATURE is one of these. `bot/features.py` is
the list of all."""

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
Command = app_commands.Command[Any, ..., Any] | app_commands.Group
Tapped = Callable[[UiContext, Interaction, Any], Awaitable[None]]
"""What a tap does; the last argument is the button."""
Typed = Callable[[UiContext, Interaction, Any, str], Awaitable[None]]
"""What words written into a modal do; the last arguments are the modal's button and the words."""
Send = Callable[[UiContext, QueuedMessage], Awaitable[int | None]]
"""Sends one message of the outbox; the id of what was posted, None when nothing had to be said."""


@dataclass(frozen=True, kw_only=True)
class Feature:
    """Everything by which the rest of the bot knows a feature."""

    commands: tuple[Callable[[UiContext], Command], ...] = ()
    """Commands that belong to no game."""
    game_commands: tuple[Callable[[UiContext, AnyGame], Command | None], ...] = ()
    """Commands in the group of each game; None where a game has none."""
    buttons: Mapping[type[Button], Tapped] = field(default_factory=dict)
    modals: Mapping[type[Button], Typed] = field(default_factory=dict)
    jobs: Jobs = field(default_factory=dict)
    """Scheduled jobs that need no Discord, by the kind of their rows."""
    discord_jobs: Mapping[str, Callable[[UiContext, DueJob], Awaitable[None]]] = field(default_factory=dict)
    """Those that do."""
    messages: Mapping[str, Send] = field(default_factory=dict)
    """The kinds of rows of the outbox."""
    starts: tuple[Callable[[UiContext], Awaitable[object]], ...] = ()
    """Done once, before the gateway opens."""
    loops: Mapping[str, Callable[[UiContext], Coroutine[Any, Any, None]]] = field(default_factory=dict)
    """What goes on as long as the bot runs, by its name."""
    comes_back: tuple[Callable[[UiContext], Awaitable[object]], ...] = ()
    """Done when the database was lost and is there again, before the loops go on."""
    ends: tuple[Callable[[UiContext], Awaitable[object]], ...] = ()
    """Done last, when nothing works any more."""
    heard: tuple[Callable[[AppContext, int], Awaitable[None]], ...] = ()
    """What is done first whenever a person does something here."""
    joined: tuple[Callable[[UiContext, discord.Guild], Awaitable[None]], ...] = ()
    """Done when the bot has been invited to a server."""
    checks: tuple[Check, ...] = ()
    """What is asked before a match begins."""
    match_ended: tuple[MatchEnded, ...] = ()
    leg_started: tuple[LegStarted, ...] = ()
    patience: Mapping[str, int] = field(default_factory=dict)
    """Seconds for which its kinds of messages let others go first; by default none."""
    proofs: tuple[Proof, ...] = ()
    """What else proves how the dice of a match came about."""
    thread_card: ThreadCard | None = None
    """The card on which the thread of a match starts; one feature alone has it."""
    asides: tuple[Aside, ...] = ()
    """What else somebody is told in private, with what they asked for."""
    lines: tuple[PanelLine, ...] = ()
    """What else is said to the player in a seat, on their panel; empty: nothing."""
    taps: Mapping[Slot, Offer] = field(default_factory=dict)
    """Buttons offered for places on the messages of a match; their order is in `bot/features.py`."""
    exercises: Mapping[str, ExerciseKind] = field(default_factory=dict)
    """The kinds of exercises, by the names in their rows."""


def _once(items: Iterable[tuple[str, T]]) -> dict[str, T]:
    """The items by their names; ValueError where two features use the same one."""
    found: dict[str, T] = {}
    for name, item in items:
        if name in found:
            raise ValueError(f"two features use the name {name}")
        found[name] = item
    return found


class Features:
    """All features together; ValueError where two of them use one name for buttons or messages."""

    def __init__(self, features: Iterable[Feature], order: Mapping[Slot, tuple[str, ...]]) -> None:
        self.all = tuple(features)
        self.buttons = _once(
            (verb_of(kind), (kind, act)) for one in self.all for kind, act in one.buttons.items()
        )
        self.modals = _once(
            (verb_of(kind), (kind, act)) for one in self.all for kind, act in one.modals.items()
        )
        self.messages = _once(item for one in self.all for item in one.messages.items())
        self.joined = tuple(act for one in self.all for act in one.joined)
        self.hooks = Hooks(
            checks=tuple(check for one in self.all for check in one.checks),
            match_ended=tuple(hook for one in self.all for hook in one.match_ended),
            leg_started=tuple(hook for one in self.all for hook in one.leg_started),
            patience=_once(item for one in self.all for item in one.patience.items()),
        )
        self.ports = Ports(
            heard=tuple(act for one in self.all for act in one.heard),
            asides=tuple(aside for one in self.all for aside in one.asides),
            lines=tuple(line for one in self.all for line in one.lines),
            offers=Offers((item for one in self.all for item in one.taps.items()), order),
            proofs=tuple(proof for one in self.all for proof in one.proofs),
            thread_card=next((one.thread_card for one in self.all if one.thread_card), no_thread_card),
            exercises=_once(item for one in self.all for item in one.exercises.items()),
        )

    def jobs(self, ctx: UiContext) -> Jobs:
        """All scheduled jobs by their kinds."""
        shown = {kind: act for one in self.all for kind, act in one.discord_jobs.items()}
        plain = {kind: job for one in self.all for kind, job in one.jobs.items()}
        return plain | {kind: Job(partial(_shown, act, ctx)) for kind, act in shown.items()}


async def _shown(
    act: Callable[[UiContext, DueJob], Awaitable[None]],
    ctx: UiContext,
    app: AppContext,
    due: DueJob,
) -> None:
    await act(ctx, due)


def features_of(client: discord.Client) -> Features:
    """All features of the bot's client."""
    known: Any = client
    found: Features = known.features
    return found
