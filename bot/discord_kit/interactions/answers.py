"""How a screen goes out as the answer to an interaction, and what else is tried where Discord says no.

Where a server takes no uploads, its pictures are told in words. Where AutoMod keeps a public message from
being changed, the person who asked gets a new one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Set
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Any, Protocol, TypeVar, cast

import discord
from discord import ui
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.core.metrics import OTHER, Metrics
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.callbacks import Callbacks, Unread
from bot.discord_kit.interactions.http_responses import InBody
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.requests.calling import SendContext
from bot.discord_kit.text.markdown import CommandLinks

T = TypeVar("T")
Aside = Callable[[Any, discord.Interaction[Any]], Awaitable[str]]
"""Return what else a person is told with an answer, usually nothing. The first argument is the UiContext."""
_ROOM = 300
"""Characters that a line may take."""
_FILLED_IN = "filled in"
"""Under which an interaction says that the answer it was to wait for is there."""
_BROKEN = 500
_NO_ASIDES = "no asides"
"""Under which an interaction says that nothing else is to be told."""
_NOBODY = discord.AllowedMentions.none()


class _Asides(Protocol):
    @property
    def asides(self) -> tuple[Aside, ...]: ...


class AnswerContext(SendContext, Protocol):
    """The parts of the UiContext that an answer needs."""

    @property
    def ports(self) -> _Asides: ...


class _Client(Protocol):
    ctx: AnswerContext


async def sent(
    send: Callable[[Screen], Awaitable[T]], screen: Screen, refusals: Set[int] = discord_errors.NO_FILES
) -> T:
    """Send a screen; in words alone where it's refused for its files. `send` may be called twice."""
    try:
        return await send(screen)
    except discord.HTTPException as error:
        if not screen.files or error.code not in refusals:
            raise
    return await send(screen.in_words())


async def change(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Answer by changing the tapped message; by a new one where it can't be changed. What others see is
    changed in words rather than not at all."""
    screen = await _in_names(interaction, screen)
    response, links, message = interaction.response, _links(interaction), interaction.message
    is_public = message is not None and interaction.guild_id is not None and not message.flags.ephemeral
    refusals = EDITS if is_public else discord_errors.NO_FILES
    try:
        with _unread():
            await sent(
                lambda one: response.edit_message(**one.as_edit(links), allowed_mentions=_NOBODY),
                screen,
                refusals,
            )
    except discord.HTTPException as error:
        if error.code != discord_errors.BLOCKED and not _is_for_its_picture(error, screen):
            raise
        await _again_beside(interaction, screen)


async def change_later(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Put another screen where the answer is, or is about to be."""
    screen = await _in_names(interaction, screen)
    links, waits = _links(interaction), is_awaited(interaction)

    async def edit(one: Screen) -> None:
        await fill_in(interaction, **one.as_edit(links), allowed_mentions=_NOBODY)

    try:
        await sent(edit, screen, EDITS if waits else discord_errors.NO_FILES)
    except discord.HTTPException as error:
        if waits or not _is_for_its_picture(error, screen):
            raise
        await _again_beside(interaction, screen)


EDITS = discord_errors.NO_FILES | {discord_errors.NO_NEW_PICTURE}
"""What an edit may be refused with for its files alone."""


def _is_for_its_picture(error: discord.HTTPException, screen: Screen) -> bool:
    return bool(screen.files) and error.code == discord_errors.NO_NEW_PICTURE


async def _again_beside(interaction: discord.Interaction[Any], screen: Screen) -> None:
    for file in screen.files:
        file.reset()
    await beside(interaction, screen)


def is_awaited(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a person was told that the bot is thinking, and sees nothing else so far."""
    kind = interaction.response.type
    is_deferred = kind is discord.InteractionResponseType.deferred_channel_message
    return is_deferred and not interaction.extras.get(_FILLED_IN)


async def tell_who_waits(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Tell a person who was told that the bot is thinking; may fail."""
    if is_awaited(interaction):
        with suppress(*discord_errors.NETWORK):
            await beside(interaction, Screen(items.sentence(sentence)))


async def fill_in(interaction: discord.Interaction[Any], **said: Any) -> None:
    """Edit the answer that is there, or is awaited."""
    await interaction.edit_original_response(**said)
    interaction.extras[_FILLED_IN] = True


async def beside(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """A new message that only the person sees, or the one that they wait for."""
    if is_awaited(interaction):
        await change_later(interaction, screen)
        return
    screen = await _in_names(interaction, screen)
    links = _links(interaction)
    send: Any = (
        interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    )
    await sent(lambda one: send(**one.as_new(links), ephemeral=True, allowed_mentions=_NOBODY), screen)


async def landed(interaction: discord.Interaction[Any], error: Exception) -> int | None:
    """Return the id of a first answer that has arrived although Discord told of an error; None where it
    hasn't. Raises what says that it can't be known."""
    if isinstance(error, discord.HTTPException) and error.status < _BROKEN:
        return None
    try:
        return (await interaction.original_response()).id
    except discord.NotFound:
        return None


async def id_of(
    interaction: discord.Interaction[Any], answer: discord.InteractionCallbackResponse[Any]
) -> int:
    """Return the id of a first answer; Discord is asked where what it said of that was lost."""
    return answer.message_id or (await interaction.original_response()).id


async def for_everyone(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """A new message that everybody sees where the person is; nobody is pinged."""
    screen = await _in_names(interaction, screen)
    links, send = _links(interaction), interaction.response.send_message
    await sent(lambda one: send(**one.as_new(links), allowed_mentions=_NOBODY), screen)


def is_over_http() -> bool:
    """Whether the interaction that is handled here has come over HTTP."""
    return isinstance(async_context.get(), InBody)


@contextmanager
def _unread() -> Iterator[None]:
    """Meanwhile Discord needn't tell what has become of a message; over HTTP it never does."""
    if is_over_http():
        yield
        return
    adapter = async_context.get()
    token = async_context.set(Unread(adapter.until if isinstance(adapter, Callbacks) else None))
    try:
        yield
    finally:
        async_context.reset(token)


def begin() -> None:
    """Answer the interaction that is handled here as `Callbacks` says, unless another way is set already."""
    if type(async_context.get()) is AsyncWebhookAdapter:
        async_context.set(Callbacks())


def nothing_more() -> None:
    """The interaction that is handled here has been dealt with: its request needn't wait for an answer."""
    adapter = async_context.get()
    if isinstance(adapter, InBody):
        adapter.give_up()


async def _in_names(interaction: discord.Interaction[Any], screen: Screen) -> Screen:
    return await items.name_people(_context_of(interaction).app.database, screen, met=_chosen_in(interaction))


def _chosen_in(interaction: discord.Interaction[Any]) -> dict[int, str]:
    """Return the names of people chosen in an option or a select: the bot may never have met them."""
    data: Any = interaction.data or {}
    chosen = (data.get("resolved") or {}).get("users") or {}
    return {int(id): one.get("global_name") or one["username"] for id, one in chosen.items()}


def _links(interaction: discord.Interaction[Any]) -> CommandLinks:
    return _context_of(interaction).links


def _context_of(interaction: discord.Interaction[Any]) -> AnswerContext:
    return cast("_Client", interaction.client).ctx


# --- what else is told --------------------------------------------------------------------------------


def without_asides(interaction: discord.Interaction[Any]) -> None:
    """Nothing else is told with this answer: what is told once is written down, and this leaves no trace."""
    interaction.extras[_NO_ASIDES] = True


async def _asides(ctx: AnswerContext, interaction: discord.Interaction[Any]) -> str:
    """What there is to be told."""
    if interaction.extras.get(_NO_ASIDES):
        return ""
    return "\n".join([line for aside in ctx.ports.asides if (line := await aside(ctx, interaction))])


async def with_asides(ctx: AnswerContext, interaction: discord.Interaction[Any], screen: Screen) -> Screen:
    """A screen with what there is to be told, if there's room for it."""
    if _has_room(screen.view) and (said := await _asides(ctx, interaction)):
        screen.view.add_item(items.text(said))
    return screen


async def aside(ctx: AnswerContext, interaction: discord.Interaction[Any]) -> Screen | None:
    """What is still to be told once somebody has their answer; None where that's nothing, and while they
    write into a modal."""
    response = interaction.response
    if not response.is_done() or response.type is discord.InteractionResponseType.modal:
        return None
    said = await _asides(ctx, interaction)
    return Screen(items.sentence(said)) if said else None


def _has_room(view: ui.LayoutView) -> bool:
    parts = list(view.walk_children())
    words = sum(len(part.content) for part in parts if isinstance(part, ui.TextDisplay))
    return len(parts) < items.MOST and words + _ROOM <= items.MOST_TEXT


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
