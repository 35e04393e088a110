"""Sending a screen as the answer to an interaction, with fallbacks for what Discord refuses.

Where a server takes no uploads, pictures become words. Where AutoMod blocks the edit of a public message, the
person who tapped gets a new one.
"""

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
"""Returns additional text for a person's answer, usually none; the first argument is the UiContext."""
_ROOM = 300
"""Characters reserved for asides in an answer."""
_FILLED_IN = "filled in"
"""The key of an interaction's extras that says that the awaited answer has been filled in."""
_BROKEN = 500
_NO_ASIDES = "no asides"
"""The key of an interaction's extras that keeps asides off its answer."""
_NOBODY = discord.AllowedMentions.none()


class _Asides(Protocol):
    @property
    def asides(self) -> tuple[Aside, ...]:
        """The registered asides, in order."""
        ...


class AnswerContext(SendContext, Protocol):
    """The parts of the UiContext that an answer needs."""

    @property
    def ports(self) -> _Asides:
        """What features have registered."""
        ...


class _Client(Protocol):
    ctx: AnswerContext


async def send_with_fallback(
    send: Callable[[Screen], Awaitable[T]], screen: Screen, refusals: Set[int] = discord_errors.NO_FILES
) -> T:
    """Send a screen, or its words alone if its files are refused, and return the result of `send`.

    Args:
        send: Sends a screen; called again with the words alone if the files are refused.
        screen: The screen to send.
        refusals: Discord's error codes that mean that the files are refused.

    Raises:
        discord.HTTPException: If Discord refuses for another reason, or the words, too.
    """
    try:
        return await send(screen)
    except discord.HTTPException as error:
        if not screen.files or error.code not in refusals:
            raise
    return await send(screen.in_words())


async def change(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Answer by changing the tapped message, or with a new one if it can't be changed.

    A public message is changed in words alone rather than not at all.
    """
    screen = await _in_names(interaction, screen)
    response, links, message = interaction.response, _links(interaction), interaction.message
    is_public = message is not None and interaction.guild_id is not None and not message.flags.ephemeral
    refusals = EDITS if is_public else discord_errors.NO_FILES
    try:
        with _unread():
            await send_with_fallback(
                lambda one: response.edit_message(**one.as_edit(links), allowed_mentions=_NOBODY),
                screen,
                refusals,
            )
    except discord.HTTPException as error:
        if error.code != discord_errors.BLOCKED and not _is_for_its_picture(error, screen):
            raise
        await _again_beside(interaction, screen)


async def change_later(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Replace the screen of the answer, or fill in the answer that is awaited."""
    screen = await _in_names(interaction, screen)
    links, waits = _links(interaction), is_awaited(interaction)

    async def edit(one: Screen) -> None:
        await fill_in(interaction, **one.as_edit(links), allowed_mentions=_NOBODY)

    try:
        await send_with_fallback(edit, screen, EDITS if waits else discord_errors.NO_FILES)
    except discord.HTTPException as error:
        if waits or not _is_for_its_picture(error, screen):
            raise
        await _again_beside(interaction, screen)


EDITS = discord_errors.NO_FILES | {discord_errors.NO_NEW_PICTURE}
"""Discord's error codes for an edit that is refused because of its files alone."""


def _is_for_its_picture(error: discord.HTTPException, screen: Screen) -> bool:
    return bool(screen.files) and error.code == discord_errors.NO_NEW_PICTURE


async def _again_beside(interaction: discord.Interaction[Any], screen: Screen) -> None:
    for file in screen.files:
        file.reset()
    await beside(interaction, screen)


def is_awaited(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the person still sees nothing but “is thinking”."""
    kind = interaction.response.type
    is_deferred = kind is discord.InteractionResponseType.deferred_channel_message
    return is_deferred and not interaction.extras.get(_FILLED_IN)


async def tell_who_waits(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Send a sentence if the person still sees “is thinking”; network errors are ignored."""
    if is_awaited(interaction):
        with suppress(*discord_errors.NETWORK):
            await beside(interaction, Screen(items.sentence(sentence)))


async def fill_in(interaction: discord.Interaction[Any], **said: Any) -> None:
    """Edit the answer that is there, or is awaited."""
    await interaction.edit_original_response(**said)
    interaction.extras[_FILLED_IN] = True


async def beside(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Send a new message that only the person sees, or fill in the one they wait for."""
    if is_awaited(interaction):
        await change_later(interaction, screen)
        return
    screen = await _in_names(interaction, screen)
    links = _links(interaction)
    send: Any = (
        interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    )
    await send_with_fallback(
        lambda one: send(**one.as_new(links), ephemeral=True, allowed_mentions=_NOBODY), screen
    )


async def find_landed(interaction: discord.Interaction[Any], error: Exception) -> int | None:
    """Return the id of a first answer that arrived despite an error, or None if it didn't arrive.

    Raises:
        discord.HTTPException: Discord can't say whether it arrived.
    """
    if isinstance(error, discord.HTTPException) and error.status < _BROKEN:
        return None
    try:
        return (await interaction.original_response()).id
    except discord.NotFound:
        return None


async def id_of(
    interaction: discord.Interaction[Any], answer: discord.InteractionCallbackResponse[Any]
) -> int:
    """Return the id of a first answer; ask Discord if its response had none."""
    return answer.message_id or (await interaction.original_response()).id


async def for_everyone(interaction: discord.Interaction[Any], screen: Screen) -> None:
    """Send a new public message in the person's channel, silently: in a DM it would push an empty text."""
    screen = await _in_names(interaction, screen)
    links, send = _links(interaction), interaction.response.send_message
    await send_with_fallback(
        lambda one: send(**one.as_new(links), silent=True, allowed_mentions=_NOBODY), screen
    )


def is_over_http() -> bool:
    """Return whether the interaction handled in this task came over HTTP."""
    return isinstance(async_context.get(), InBody)


@contextmanager
def _unread() -> Iterator[None]:
    """Skip reading Discord's responses within the block; over HTTP there are none."""
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
    """Answer the interaction handled in this task through `Callbacks`, unless another way is set."""
    if type(async_context.get()) is AsyncWebhookAdapter:
        async_context.set(Callbacks())


def nothing_more() -> None:
    """End the wait of the HTTP request whose interaction this task has handled without an answer."""
    adapter = async_context.get()
    if isinstance(adapter, InBody):
        adapter.give_up()


async def _in_names(interaction: discord.Interaction[Any], screen: Screen) -> Screen:
    return await items.name_people(
        _context_of(interaction).app.database, screen, met=_find_chosen_names(interaction)
    )


def _find_chosen_names(interaction: discord.Interaction[Any]) -> dict[int, str]:
    """Return the names of people chosen in an option or a select: the bot may never have met them."""
    data: Any = interaction.data or {}
    chosen = (data.get("resolved") or {}).get("users") or {}
    return {int(id): user.get("global_name") or user["username"] for id, user in chosen.items()}


def _links(interaction: discord.Interaction[Any]) -> CommandLinks:
    return _context_of(interaction).links


def _context_of(interaction: discord.Interaction[Any]) -> AnswerContext:
    return cast("_Client", interaction.client).ctx


# --- asides -------------------------------------------------------------------------------------------


def without_asides(interaction: discord.Interaction[Any]) -> None:
    """Keep asides off this answer, which mustn't leave a trace: each aside is recorded as shown."""
    interaction.extras[_NO_ASIDES] = True


async def _asides(ctx: AnswerContext, interaction: discord.Interaction[Any]) -> str:
    """Return the asides for an answer, a line each; empty if there are none."""
    if interaction.extras.get(_NO_ASIDES):
        return ""
    return "\n".join([line for aside in ctx.ports.asides if (line := await aside(ctx, interaction))])


async def with_asides(ctx: AnswerContext, interaction: discord.Interaction[Any], screen: Screen) -> Screen:
    """Add the asides to a screen if it has room for them, and return it."""
    if _has_room(screen.view) and (said := await _asides(ctx, interaction)):
        screen.view.add_item(items.text(said))
    return screen


async def aside(ctx: AnswerContext, interaction: discord.Interaction[Any]) -> Screen | None:
    """Return the asides that follow an answer, as a screen.

    None before the answer, while the person writes into a modal, and if there are no asides.
    """
    response = interaction.response
    if not response.is_done() or response.type is discord.InteractionResponseType.modal:
        return None
    said = await _asides(ctx, interaction)
    return Screen(items.sentence(said)) if said else None


def _has_room(view: ui.LayoutView) -> bool:
    words = sum(len(part.content) for part in items.list_texts(view))
    return view.total_children_count < items.MOST and words + _ROOM <= items.MOST_TEXT


OUTCOME = "outcome"
"""The key of an interaction's extras for its outcome, where the response doesn't tell."""
_BUTTON = discord.ComponentType.button.value


@contextmanager
def measure_handling(metrics: Metrics, interaction: discord.Interaction[Any]) -> Iterator[None]:
    """Measure the outcome and the seconds of an interaction handled within the block."""
    began = perf_counter()
    try:
        yield
    finally:
        metrics.interaction(kind_of(interaction), outcome_of(interaction), perf_counter() - began)


def kind_of(interaction: discord.Interaction[Any]) -> str:
    """Return one of `KINDS`; it never names the button, because the choice of a button may be secret."""
    if interaction.type is discord.InteractionType.component:
        data: Any = interaction.data
        return "button" if data.get("component_type") == _BUTTON else "select"
    if interaction.type is discord.InteractionType.application_command:
        return "command"
    return "words" if interaction.type is discord.InteractionType.modal_submit else OTHER


def outcome_of(interaction: discord.Interaction[Any]) -> str:
    """Return one of `OUTCOMES`."""
    outcome: str = interaction.extras.get(OUTCOME) or (
        "answered" if interaction.response.is_done() else "unanswered"
    )
    return outcome
