"""What every handler of an interaction has at hand, and how answers go out."""

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
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.answers import OUTCOME, Aside, measured
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
from storage.engine.database import Commits, counted_commits
from storage.engine.turns import BegunElsewhere, Claim, TooLate, Waiting, is_in_vain, waited_for
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
"""Under which an interaction says that the tapped message stays what it is."""


Arrival = Callable[[AppContext, int], Awaitable[None]]
"""Follow the first thing that a person does here; the last argument is the person."""
PanelLine = Callable[["UiContext", MatchState, int], Awaitable[str]]
"""Return what else the player in a seat reads on their panel; empty for nothing."""
ThreadCard = Callable[[AppContext, Match], Awaitable[Screen]]
"""Return the card on which the thread of a match starts."""


async def no_thread_card(_: AppContext, match: Match) -> Screen:
    """Raise a LookupError: no feature has a card."""
    raise LookupError(f"no feature has a card for {match.id}")


@dataclass(frozen=True, kw_only=True)
class Ports:
    """What features register for the screens and handlers below them; `Hooks` are those of the use cases."""

    heard: tuple[Arrival, ...] = ()
    asides: tuple[Aside, ...] = ()
    lines: tuple[PanelLine, ...] = ()
    offers: Offers = field(default_factory=lambda: Offers((), {}))
    proofs: tuple[Proof, ...] = ()
    thread_card: ThreadCard = no_thread_card
    exercises: Mapping[str, ExerciseKind] = field(default_factory=dict)


class UiContext:
    """The bot, seen from Discord. `external_engines`: game and name of the operator's own players;
    `tap_seconds`: as in `Settling`; `faces`: files of fonts for names in pictures."""

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
        """Those to the commands, known once Discord has taken them."""
        self.settling = Settling(app.clock.now, tap_seconds)

    async def taps(self, slot: Slot, context: TapContext) -> list[Tap]:
        """Return the buttons that features offer for a slot, in their order."""
        return await self.ports.offers.taps(self.app, slot, context)

    def engines_of(self, game_key: str) -> tuple[str, ...]:
        """The names of the host's own players of a game, which are levels beside the game's."""
        return tuple(name for game, name in self._engines if game == game_key)

    async def as_new(self, screen: Screen) -> dict[str, Any]:
        """Return the arguments of a send that brings a screen, with names in place of mentions."""
        return (await items.name_people(self.app.database, screen)).as_new(self.links)

    async def as_edit(self, screen: Screen) -> dict[str, Any]:
        """Return the arguments of an edit that brings a screen, with names in place of mentions."""
        return (await items.name_people(self.app.database, screen)).as_edit(self.links)

    async def meet(self, interaction: Interaction) -> User:
        """Remember the person who acts, so that names and private messages are known."""
        person = person_of(interaction)
        async with self.app.database.write() as w:
            await seats.meet(w, person, self.app.now())
        return person


class _Client(Protocol):
    ctx: UiContext
    servers: Servers


def user_of(user: discord.abc.User, locale: str | None = None) -> User:
    """A user as the use cases know them, by the name that they have everywhere: what one server calls them
    is no other's business. By their username where that name shows nothing."""
    called = user.global_name or user.name
    name = called if markdown.visible(called) else user.name
    return User(user.id, name, user.bot, locale, user.name)


def person_of(interaction: Interaction) -> User:
    """Who acts, with the language of their Discord, which nothing else tells."""
    return user_of(interaction.user, interaction.locale.value)


def place_of(interaction: Interaction) -> Place:
    """Where a match begun here is played; no server when the bot is not a member of it.

    A server can have the commands without the bot, and an interaction of it looks like any other: only the
    servers of which Discord has told us are ours."""
    known = _client_of(interaction).servers.get(interaction.guild_id)
    guild = interaction.guild_id if known is not None and interaction.is_guild_integration() else None
    return Place(interaction.channel_id or 0, guild, _parent_of(interaction), _roles_of(interaction))


def _parent_of(interaction: Interaction) -> int | None:
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def _roles_of(interaction: Interaction) -> tuple[int, ...]:
    # By their ids, which come along: the server itself may be known to another process alone.
    member = interaction.user
    return tuple(member._roles) if isinstance(member, discord.Member) else ()


def is_without_bot(interaction: Interaction) -> bool:
    """Whether it comes from a server where people use the bot without it being a member."""
    return interaction.guild_id is not None and place_of(interaction).guild is None


def is_with_bot(interaction: Interaction) -> bool:
    """Whether it comes from somebody's private channel with the bot. Two people's own channel, where one of
    them has installed the app, is none: the other one reads along."""
    return interaction.guild_id is None and interaction.context.dm_channel


def is_private(interaction: Interaction) -> bool:
    """Whether the tapped message is one that only its reader sees: it may be changed in place.

    Not so the home message, which alone was sent silently, and the message of a button that keeps it: both
    stay what they are."""
    message = interaction.message
    if message is None or message.flags.suppress_notifications or interaction.extras.get(KEEPS_MESSAGE):
        return False
    return message.flags.ephemeral or is_with_bot(interaction)


async def show(interaction: Interaction, screen: Screen) -> None:
    """Answer privately: in place where the tapped message is private, else in a new ephemeral one."""
    screen = await answers.with_asides(_ctx_of(interaction), interaction, screen)
    with keeping(interaction, screen):
        if is_private(interaction):
            _keep_clear(interaction, screen)
            await answers.change(interaction, screen)
            _ctx_of(interaction).settling.changed(interaction.message, screen)
        else:
            await answers.beside(interaction, screen)


async def show_later(interaction: Interaction, screen: Screen) -> None:
    """Put another screen where the answer is."""
    if is_private(interaction):
        _keep_clear(interaction, screen)
    await answers.change_later(interaction, screen)
    if is_private(interaction):
        _ctx_of(interaction).settling.changed(interaction.message, screen)


def _keep_clear(interaction: Interaction, screen: Screen) -> None:
    """What ends a turn doesn't come to stand where the finger is."""
    data: Any = interaction.data or {}
    _ctx_of(interaction).settling.changing(interaction.message, data.get("custom_id", ""), screen)


def _ctx_of(interaction: Interaction) -> UiContext:
    return _client_of(interaction).ctx


def _client_of(interaction: Interaction) -> _Client:
    return cast("_Client", interaction.client)


async def say(interaction: Interaction, sentence: str) -> None:
    """One private sentence beside everything else."""
    await _beside(interaction, Screen(items.sentence(sentence)))


async def _beside(interaction: Interaction, screen: Screen) -> None:
    """A new message that only the person sees."""
    with keeping(interaction, screen):
        await answers.beside(interaction, screen)


def harmless(text: str) -> str:
    """A text that may quote somebody, without its markdown and mentions taking effect."""
    return markdown.plain((text,))


def _refusal(error: UserError) -> str:
    """Why not; live in it are the moment, the option, the command and the places that a refusal names."""
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


async def guarded(interaction: Interaction, handling: Coroutine[Any, Any, None]) -> None:
    """Run a handler, once for each interaction; whatever goes wrong becomes one clear private sentence."""
    ctx = _ctx_of(interaction)
    answers.begin()
    try:
        with ctx.under_way.answer(), measured(ctx.app.metrics, interaction):
            heard = ctx.heard.before(interaction.id)
            if heard is not None:
                interaction.extras[OUTCOME] = "repeated"
                await _answered(interaction, _again(interaction, heard))
                return
            with ctx.heard.first(interaction):
                await _answered(interaction, _in_time(ctx, interaction, handling))
    finally:
        # One that was given up has never begun.
        handling.close()
        answers.nothing_more()


async def _in_time(ctx: UiContext, interaction: Interaction, handling: Awaitable[None]) -> None:
    """Do it before all that nobody waits for, unless Discord has given it up: then nothing is done, since
    who was told that it failed tries again. Once something is written, all of it is done."""
    created, response = interaction.created_at.timestamp(), interaction.response
    ctx.fresh.arrived(created)
    claim = _claim(ctx, interaction)
    waiting = Waiting(lambda: not response.is_done(), lambda: ctx.fresh.is_too_old(created), claim)
    with waited_for(waiting):
        if is_in_vain():
            raise TooLate
        await _resumed(ctx, interaction, handling)


def _claim(ctx: UiContext, interaction: Interaction) -> Claim | None:
    """What is signed for HTTP may be sent to another process once more; the gateway's comes to one."""
    may_come_twice = answers.is_over_http() and len(ctx.app.hosts) > 1
    return Claim(interaction.id, ctx.app.now()) if may_come_twice else None


async def _again(interaction: Interaction, heard: Heard) -> None:
    """A second delivery gets the answer of the first one, and brings nothing about."""
    await heard.done.wait()
    if heard.lost is not None:
        await _beside(interaction, heard.lost)
    elif not heard.answered:
        await say(interaction, _ANSWER_IS_LOST)


async def _resumed(ctx: UiContext, interaction: Interaction, handling: Awaitable[None]) -> None:
    """Whoever does something here hears of their turns: clocks that were stopped since they could not be told
    go on."""
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


async def _answered(interaction: Interaction, handling: Awaitable[None]) -> None:
    try:
        with counted_commits() as commits:
            sentence = await _handled(interaction, handling, commits)
        if sentence is not None:
            await say(interaction, sentence)
        elif (aside := await answers.aside(_ctx_of(interaction), interaction)) is not None:
            await answers.beside(interaction, aside)
    except discord.HTTPException as error:
        _ctx_of(interaction).rest.noticed(error)
        log.warning("Discord refused an answer: %s", error)
        await answers.tell_who_waits(interaction, _UNSHOWN)


async def _handled(interaction: Interaction, handling: Awaitable[None], commits: Commits) -> str | None:
    """What has to be said after a handler that could not do its work."""
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
        # Elsewhere than where it is played, a match sounds like one that does not exist.
        here = place_of(interaction).guild
        return str(error if here is not None and error.guild == here else Unknown())
    except UserError as error:
        return _refusal(error)
    except discord.HTTPException:
        raise
    except (aiohttp.ClientError, ConnectionError) as error:
        _ctx_of(interaction).rest.noticed(error)
        log.info("an answer didn't reach Discord: %s", error)
        return None
    except Exception:
        log.exception("an interaction failed")
        return _LATE_FAULT if commits.number else _FAULT
    return None
