"""The context of every interaction handler, and how answers are sent."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

import aiohttp
import discord

from bot.core import seats
from bot.core.app_context import AppContext, Proof
from bot.core.errors import Onlooker, Unknown, UserError
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.move_request import Answering
from bot.core.seats import Place, User
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen, Tap
from bot.discord_kit.interactions import answers, live_panels
from bot.discord_kit.interactions.answers import OUTCOME, Aside, measure_handling
from bot.discord_kit.interactions.exercise_kind import ExerciseKind
from bot.discord_kit.interactions.interaction_dedup import (
    Freshness,
    Heard,
    HeardOnce,
    Settling,
    UnderWay,
    keeping,
)
from bot.discord_kit.interactions.offers import Offers, Slot, TapContext
from bot.discord_kit.requests.direct import DirectMessages
from bot.discord_kit.requests.rest_health import RestHealth
from bot.discord_kit.requests.servers import Servers
from bot.discord_kit.text import markdown
from bot.discord_kit.text.markdown import CommandLinks
from storage.engine.database import Commits, count_commits
from storage.engine.turns import BegunElsewhere, Claim, TooLate, Waiting, is_in_vain, note_waiting
from storage.rows import Match

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
T = TypeVar("T")
NO_PINGS = discord.AllowedMentions.none()
_FAULT = "Something went wrong here, and nothing has changed. Please try again in a moment."
_NO_DATABASE = "I can't reach my data right now, and nothing has changed. Please try again in a moment."
_LATE_FAULT = (
    "Something went wrong here, but what you did may have counted. Check `/matches` before you try again."
)
_ANSWER_IS_LOST = (
    "I already got this, but my answer was lost on the way. `/matches` shows how things are now."
)
NOT_A_MEMBER = "I'm not a member of this server. Ask an admin to add me."
_UNSHOWN = "I couldn't show you the answer, but what you did counts. `/matches` shows how things are now."
KEEPS_MESSAGE = "keeps message"
"""The key of an interaction's extras that keeps the tapped message unchanged."""


Arrival = Callable[[AppContext, int], Awaitable[None]]
"""Reacts to a person's interaction before it is handled; the last argument is the person's id."""
PanelLine = Callable[["UiContext", MatchState, int], Awaitable[str]]
"""Returns an additional line for the panel of the player in a seat; empty for none."""
ThreadCard = Callable[[AppContext, Match], Awaitable[Screen | None]]
"""Returns the card on which the thread of a match starts, or None if it needs no card."""


async def no_thread_card(_: AppContext, match: Match) -> Screen | None:
    """Raise a LookupError, because no feature provides a card."""
    raise LookupError(f"no feature has a card for {match.id}")


@dataclass(frozen=True, kw_only=True)
class Ports:
    """What features register for shared screens and handlers; `Hooks` is the same for use cases."""

    heard: tuple[Arrival, ...] = ()
    asides: tuple[Aside, ...] = ()
    lines: tuple[PanelLine, ...] = ()
    offers: Offers = field(default_factory=lambda: Offers((), {}))
    proofs: tuple[Proof, ...] = ()
    thread_card: ThreadCard = no_thread_card
    exercises: Mapping[str, ExerciseKind] = field(default_factory=dict)


class UiContext:
    """The bot as the handlers of interactions see it.

    Args:
        external_engines: Game and name of each of the operator's own AI players.
        tap_seconds: Seconds for which `Settling` ignores hasty taps.
        faces: Paths of font files for names in pictures.
    """

    def __init__(
        self,
        app: AppContext,
        bots: Answering,
        client: discord.AutoShardedClient,
        external_engines: Iterable[tuple[str, str]],
        ports: Ports,
        tap_seconds: float,
        faces: tuple[str, ...] = (),
    ) -> None:
        self.app = app
        self.bots = bots
        self.client = client
        self.ports = ports
        self.faces = faces
        self._engines = tuple(external_engines)
        self.limits = Limits(app.database, app.now)
        self.under_way = UnderWay()
        self.fresh = Freshness(app.clock.now)
        self.rest = RestHealth(app, client)
        self.heard = HeardOnce()
        self.direct = DirectMessages(app, client)
        self.links = CommandLinks()
        """Links to the commands; empty until Discord has stored them."""
        self.settling = Settling(app.clock.now, tap_seconds)

    async def taps(self, slot: Slot, context: TapContext) -> list[Tap]:
        """Return the buttons that features offer for a slot, in their order."""
        return await self.ports.offers.taps(self.app, slot, context)

    def engines_of(self, game_key: str) -> tuple[str, ...]:
        """Return the names of the operator's own AI players of a game, offered beside the game's levels."""
        return tuple(name for game, name in self._engines if game == game_key)

    async def as_new(self, screen: Screen) -> dict[str, Any]:
        """Return the arguments for sending a screen, with names in place of mentions."""
        return (await items.name_people(self.app.database, screen)).as_new(self.links)

    async def as_edit(self, screen: Screen) -> dict[str, Any]:
        """Return the arguments for editing a message to a screen, with names in place of mentions."""
        return (await items.name_people(self.app.database, screen)).as_edit(self.links)

    async def meet(self, interaction: Interaction) -> User:
        """Store the acting person's name, and return the person."""
        person = person_of(interaction)
        async with self.app.database.write() as w:
            await seats.meet(w, person, self.app.now())
        return person


class _Client(Protocol):
    ctx: UiContext
    servers: Servers


def user_of(user: discord.abc.User, locale: str | None = None) -> User:
    """Return a Discord user as the use cases' User.

    The name is the global one, since a server's nickname is private to that server, or the username if the
    global name has no visible characters.
    """
    called = user.global_name or user.name
    name = called if markdown.visible(called) else user.name
    return User(user.id, name, user.bot, locale, user.name)


def person_of(interaction: Interaction) -> User:
    """Return the acting person, with the language of their Discord client, known from interactions alone."""
    return user_of(interaction.user, interaction.locale.value)


def place_of(interaction: Interaction) -> Place:
    """Return the place of an interaction; without a server if the bot isn't a member of it.

    A server can have the commands without the bot, and its interactions look alike, so only servers that
    Discord has reported count.
    """
    known = _client_of(interaction).servers.get(interaction.guild_id)
    guild = interaction.guild_id if known is not None and interaction.is_guild_integration() else None
    return Place(interaction.channel_id or 0, guild, _parent_of(interaction), _roles_of(interaction))


def _parent_of(interaction: Interaction) -> int | None:
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _roles_of(interaction: Interaction) -> tuple[int, ...]:
    # The private ids, because `member.roles` looks them up in a server that this process may not know.
    member = interaction.user
    return tuple(member._roles) if isinstance(member, discord.Member) else ()


def is_without_bot(interaction: Interaction) -> bool:
    """Return whether the interaction comes from a server that the bot isn't a member of."""
    return interaction.guild_id is not None and place_of(interaction).guild is None


def is_with_bot(interaction: Interaction) -> bool:
    """Return whether the interaction comes from the person's DM with the bot.

    A DM between two people doesn't count, even if one has installed the app, as the other can read it.
    """
    return interaction.guild_id is None and interaction.context.dm_channel


def is_private(interaction: Interaction) -> bool:
    """Return whether the tapped message is seen by its reader alone, and may be changed in place.

    What's sent silently, such as the home message, and messages of buttons that keep theirs stay unchanged.
    """
    message = interaction.message
    if message is None or message.flags.suppress_notifications or interaction.extras.get(KEEPS_MESSAGE):
        return False
    return message.flags.ephemeral or is_with_bot(interaction)


async def show(interaction: Interaction, screen: Screen) -> None:
    """Answer privately: in place if the tapped message is private, else in a new ephemeral one."""
    screen = await answers.with_asides(_ctx_of(interaction), interaction, screen)
    is_first = not interaction.response.is_done() or answers.is_awaited(interaction)
    with keeping(interaction, screen):
        if is_private(interaction):
            _keep_clear(interaction, screen)
            await answers.change(interaction, screen)
            _ctx_of(interaction).settling.note_change(interaction.message, screen)
        else:
            await answers.beside(interaction, screen)
    if is_first:
        await _note_panel(interaction, screen)


async def show_later(interaction: Interaction, screen: Screen) -> None:
    """Replace the screen of the answer."""
    if is_private(interaction):
        _keep_clear(interaction, screen)
    await answers.change_later(interaction, screen)
    if is_private(interaction):
        _ctx_of(interaction).settling.note_change(interaction.message, screen)
    await _note_panel(interaction, screen)


async def _note_panel(interaction: Interaction, screen: Screen) -> None:
    """Take the buttons from an older panel of the match that the answer shows, if it shows one."""
    if screen.panel is not None:
        in_place = is_private(interaction)
        await live_panels.note_answer(_ctx_of(interaction), interaction, screen.panel, in_place=in_place)


def _keep_clear(interaction: Interaction, screen: Screen) -> None:
    """Move buttons that end a turn away from the place of the tap."""
    data: Any = interaction.data or {}
    _ctx_of(interaction).settling.changing(interaction.message, data.get("custom_id", ""), screen)


def _ctx_of(interaction: Interaction) -> UiContext:
    return _client_of(interaction).ctx


def _client_of(interaction: Interaction) -> _Client:
    return cast("_Client", interaction.client)


async def say(interaction: Interaction, sentence: str) -> None:
    """Send one private sentence in a new message."""
    await _beside(interaction, Screen(items.sentence(sentence)))


async def _beside(interaction: Interaction, screen: Screen) -> None:
    """Send a new ephemeral message, and keep it for a second delivery if it doesn't arrive."""
    with keeping(interaction, screen):
        await answers.beside(interaction, screen)


def harmless(text: str) -> str:
    """Return a text that may quote people, with its markdown and mentions disabled."""
    return markdown.plain((text,))


def _refusal(error: UserError) -> str:
    """Return the error's text; only the moment, names, option and command that it sets keep their markup."""
    told = harmless(str(error))
    if error.moment is not None:
        told = told.replace(harmless(f"<t:{error.moment}:R>"), f"<t:{error.moment}:R>")
    for name in error.live:
        told = told.replace(harmless(name), name)
    if error.option is not None:
        told = told.replace(harmless(f"`{error.option}`"), f"`{error.option}`")
    if error.command is not None:
        told = told.replace(harmless(f"/{error.command}"), f"`/{error.command}`")
    return told


async def run_guarded(interaction: Interaction, handling: Coroutine[Any, Any, None]) -> None:
    """Run a handler once per interaction; any failure is answered with one clear private sentence."""
    ctx = _ctx_of(interaction)
    answers.begin()
    try:
        with ctx.under_way.answer(), measure_handling(ctx.app.metrics, interaction):
            heard = ctx.heard.before(interaction.id)
            if heard is not None:
                interaction.extras[OUTCOME] = "repeated"
                await _run_and_answer(interaction, _again(interaction, heard))
                return
            with ctx.heard.first(interaction):
                await _run_and_answer(interaction, _in_time(ctx, interaction, handling))
    finally:
        # Avoids a warning about a coroutine that was never awaited.
        handling.close()
        answers.nothing_more()


async def _in_time(ctx: UiContext, interaction: Interaction, handling: Awaitable[None]) -> None:
    """Run the handler ahead of background work, unless Discord no longer waits for the answer.

    Then nothing is done, since the person was told that it failed and will try again. Once anything has been
    written, the handler runs to its end.
    """
    created, response = interaction.created_at.timestamp(), interaction.response
    ctx.fresh.note_arrival(created)
    claim = _claim(ctx, interaction)
    waiting = Waiting(lambda: not response.is_done(), lambda: ctx.fresh.is_too_old(created), claim)
    with note_waiting(waiting):
        if is_in_vain():
            raise TooLate
        await _resume_and_run(ctx, interaction, handling)


def _claim(ctx: UiContext, interaction: Interaction) -> Claim | None:
    """Return a claim for an interaction that another process may get, too; only those over HTTP can be."""
    may_come_twice = answers.is_over_http() and len(ctx.app.hosts) > 1
    return Claim(interaction.id, ctx.app.now()) if may_come_twice else None


async def _again(interaction: Interaction, heard: Heard) -> None:
    """Answer a second delivery with the lost answer of the first; nothing is done twice."""
    if heard.done is not None:
        await heard.done.wait()
    if heard.lost is not None:
        await _beside(interaction, heard.lost)
    elif not heard.answered:
        await say(interaction, _ANSWER_IS_LOST)


async def _resume_and_run(ctx: UiContext, interaction: Interaction, handling: Awaitable[None]) -> None:
    """Resume clocks that were stopped because the person couldn't be notified, then run the handler."""
    if ctx.app.database.lost.is_set():
        raise UserError(_NO_DATABASE)
    try:
        for act in ctx.ports.heard:
            await act(ctx.app, interaction.user.id)
        if is_with_bot(interaction) and interaction.channel_id is not None:
            await ctx.direct.learn(interaction.user.id, interaction.channel_id)
    except TooLate:
        raise
    except Exception:
        log.exception("the clocks of %s stay stopped for now", interaction.user.id)
    await handling


async def _run_and_answer(interaction: Interaction, handling: Awaitable[None]) -> None:
    try:
        with count_commits() as commits:
            sentence = await _run_handler(interaction, handling, commits)
        if sentence is not None:
            await say(interaction, sentence)
        elif (aside := await answers.aside(_ctx_of(interaction), interaction)) is not None:
            await answers.beside(interaction, aside)
    except discord.HTTPException as error:
        _ctx_of(interaction).rest.note_failure(error)
        log.warning("Discord refused an answer: %s", error)
        await answers.tell_who_waits(interaction, _UNSHOWN)


async def _run_handler(interaction: Interaction, handling: Awaitable[None], commits: Commits) -> str | None:
    """Run a handler; return the sentence to send if it failed, else None."""
    try:
        await handling
    except BegunElsewhere:
        interaction.extras[OUTCOME] = "repeated"
        return _ANSWER_IS_LOST
    except TooLate:
        _ctx_of(interaction).fresh.drop()
        interaction.extras[OUTCOME] = "late"
        return None
    except Onlooker as error:
        # Outside its server, a match's existence is secret.
        here = place_of(interaction).guild
        return str(error if here is not None and error.guild == here else Unknown())
    except UserError as error:
        return _refusal(error)
    except discord.HTTPException:
        raise
    except (aiohttp.ClientError, ConnectionError) as error:
        _ctx_of(interaction).rest.note_failure(error)
        log.info("an answer didn't reach Discord: %s", error)
        return None
    except Exception:
        log.exception("an interaction failed")
        return _LATE_FAULT if commits.number else _FAULT
    return None
