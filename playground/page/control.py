"""The control API: what the page and other programs request of the playground over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from playground.gateway.intents import PRIVILEGED
from playground.gateway.server import Gateway
from playground.model import locales
from playground.model.errors import ControlError, DiscordError
from playground.model.events import Event
from playground.model.payload import Json, encode
from playground.model.records import Guild
from playground.model.world import World
from playground.page import conditions
from playground.page.forms import are_texts, body_of, check_overwrites, options_of, text_of
from playground.page.program import Program
from playground.people.actor import Actor
from playground.places import channels, members, roles, threads
from playground.posts import messages
from playground.rest.call import LIMITS, WORLD, reply, reply_failure
from playground.rest.endpoints import Endpoints
from playground.rest.faults import Faults

Answer = Callable[[web.Request], Awaitable[object]]


class Control:
    """The handlers of the control API; every action of a person calls a method of `Actor`."""

    def __init__(self, world: World, gateway: Gateway, faults: Faults, endpoints: Endpoints) -> None:
        self.world = world
        self.gateway = gateway
        self.faults = faults
        self.endpoints = endpoints
        self.program: Program | None = None
        self._streams: set[asyncio.Queue[Json | None]] = set()
        world.clock.listeners.append(self._clock_moved)
        faults.listeners.append(self._faults_changed)

    def actor(self, user: str) -> Actor:
        """Return the person with this id or user name; raise ControlError 404 if there is none."""
        found = self.world.users.get(user) or next(
            (candidate for candidate in self.world.users.values() if candidate.payload["username"] == user),
            None,
        )
        if found is None or found.bot:
            raise ControlError("There's nobody by that name.", 404)
        return Actor(self.world, self.gateway, found.id)

    def clock(self) -> Json:
        """Return the clock's time (epoch seconds) and offset (seconds)."""
        return {"now": self.world.clock.now(), "offset": self.world.clock.offset}

    def _clock_moved(self) -> None:
        threads.archive_idle(self.world)
        self.world.emit(Event(name="CLOCK", data=self.clock(), bots=False))
        for stream in self._streams:
            stream.put_nowait(self.clock())

    def _faults_changed(self) -> None:
        self.world.emit(Event(name="FAULTS", data=self.faults.state(), bots=False))

    def close(self) -> None:
        """End the open clock streams."""
        for stream in self._streams:
            stream.put_nowait(None)

    async def state(self, request: web.Request) -> Json:
        """Return the state of the whole playground, except channels and messages."""
        users = [
            {
                **{name: user.payload[name] for name in ("id", "username", "global_name")},
                "bot": user.bot,
                "dms_open": user.dms_open,
                "avatar_color": user.avatar_color,
                "locale": user.locale,
            }
            for user in self.world.users.values()
        ]
        guilds = [
            {
                "id": guild.id,
                "name": guild.payload["name"],
                "owner_id": guild.payload["owner_id"],
                "member_ids": list(guild.members),
                "members": {id: member["roles"] for id, member in guild.members.items()},
                "roles": [
                    {name: role[name] for name in ("id", "name", "managed")}
                    for id, role in guild.roles.items()
                    if id != guild.id
                ],
            }
            for guild in self.world.guilds.values()
        ]
        return {
            "users": users,
            "guilds": guilds,
            "clock": self.clock(),
            "applications": self.gateway.applications(),
            "faults": self.faults.state(),
            **self.endpoints.state(),
            "rate_limits": request.app[LIMITS].on,
            "conditions": self.world.conditions.state(),
            "locales": locales.LOCALES,
        }

    async def home(self, request: web.Request) -> Json:
        """Return a person's servers, channels, DMs and unread marks."""
        return self._who(request).home()

    async def read_messages(self, request: web.Request) -> list[Json]:
        """Return the last `limit` messages (by default 100) of a channel, optionally `before` one."""
        limit = max(int(request.query.get("limit", 100)), 1)
        channel, before = request.match_info["channel"], request.query.get("before")
        return self._who(request).read_messages(channel, limit, before)

    async def phone(self, request: web.Request) -> list[Json]:
        """Return the notifications on a person's lock screen."""
        return self._who(request).phone()

    async def pins(self, request: web.Request) -> list[Json]:
        """Return the pinned messages of a channel."""
        return self._who(request).pins(request.match_info["channel"])

    async def commands(self, request: web.Request) -> list[Json]:
        """Return the commands that a person is offered in a channel."""
        return self._who(request).commands(request.query.get("channel", ""))

    async def say(self, request: web.Request) -> Json:
        """Send a message as a person."""
        body = await body_of(request)
        return await self._who(request).say(text_of(body, "channel"), text_of(body, "content"))

    async def open_dm(self, request: web.Request) -> Json:
        """Open a person's DM with the `recipient`."""
        return await self._who(request).open_dm(text_of(await body_of(request), "recipient"))

    async def slash(self, request: web.Request) -> Json:
        """Use a slash command as a person."""
        body = await body_of(request)
        place, name = text_of(body, "channel"), text_of(body, "command")
        return await self._who(request).slash(place, name, options_of(body))

    async def use(self, request: web.Request) -> Json:
        """Use a command from the context menu of a user or a message."""
        body = await body_of(request)
        place, name = text_of(body, "channel"), text_of(body, "command")
        if "message" in body:
            return await self._who(request).use_on_message(place, name, text_of(body, "message"))
        return await self._who(request).use_on_user(place, name, text_of(body, "user"))

    async def autocomplete(self, request: web.Request) -> Json:
        """Return the autocomplete choices for the focused option."""
        body = await body_of(request)
        place, name = text_of(body, "channel"), text_of(body, "command")
        found = await self._who(request).autocomplete(place, name, options_of(body))
        return {"choices": found}

    async def press(self, request: web.Request) -> Json:
        """Press a button, or choose `values` in a select."""
        body = await body_of(request)
        place, message = text_of(body, "channel"), text_of(body, "message")
        values = body.get("values")
        if values is not None and not are_texts(values):
            raise ControlError('Give "values" as a list of texts.')
        return await self._who(request).press(place, message, text_of(body, "custom_id"), values)

    async def submit(self, request: web.Request) -> Json:
        """Submit the modal of an interaction."""
        body = await body_of(request)
        values = body.get("values") or {}
        if not isinstance(values, dict):
            raise ControlError('Give "values" as an object: custom id and what was filled in.')
        return await self._who(request).submit(text_of(body, "interaction"), values)

    async def read(self, request: web.Request) -> Json:
        """Clear a person's unread marks in a channel."""
        await self._who(request).read(text_of(await body_of(request), "channel"))
        return {}

    async def dismiss(self, request: web.Request) -> Json:
        """Dismiss an ephemeral message."""
        body = await body_of(request)
        await self._who(request).dismiss(text_of(body, "channel"), text_of(body, "message"))
        return {}

    async def settings(self, request: web.Request) -> Json:
        """Change whether a person accepts DMs, or the language of the person's client, or both."""
        body = await body_of(request)
        dms_open, locale = body.get("dms_open"), body.get("locale")
        if not isinstance(dms_open, bool | None) or not isinstance(locale, str | None):
            raise ControlError('Give "dms_open" as true or false, and "locale" as a text.')
        if dms_open is None and locale is None:
            raise ControlError('Give "dms_open" or "locale".')
        await self._who(request).settings(dms_open=dms_open, locale=locale)
        return {}

    async def rename(self, request: web.Request) -> Json:
        """Change a person's display name."""
        name = (await body_of(request)).get("name")
        if not isinstance(name, str):
            raise ControlError('Give "name" as a text.')
        await self._who(request).rename(name)
        return {}

    async def install(self, request: web.Request) -> Json:
        """Add an application to a person's account."""
        await self._who(request).install(request.match_info["application"])
        return {}

    async def uninstall(self, request: web.Request) -> Json:
        """Remove an application from a person's account."""
        await self._who(request).uninstall(request.match_info["application"])
        return {}

    async def get_clock(self, request: web.Request) -> Json:
        """Return the clock's time and offset."""
        return self.clock()

    async def advance(self, request: web.Request) -> Json:
        """Advance the clock by a number of seconds."""
        seconds = (await body_of(request)).get("advance")
        if not isinstance(seconds, int | float) or isinstance(seconds, bool) or seconds < 0:
            raise ControlError('Give "advance" as a number of seconds, 0 or more.')
        self.world.clock.advance(float(seconds))
        return self.clock()

    async def clock_stream(self, request: web.Request) -> web.StreamResponse:
        """Stream the clock as JSON lines: now, and after every change."""
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        stream: asyncio.Queue[Json | None] = asyncio.Queue()
        self._streams.add(stream)
        try:
            line: Json | None = self.clock()
            while line is not None:
                await response.write(encode(line) + b"\n")
                line = await stream.get()
        finally:
            self._streams.discard(stream)
        return response

    async def drop(self, request: web.Request) -> Json:
        """Close the gateway connections of all shards or of one, with or without resumable sessions."""
        body = await body_of(request)
        shard = body.get("shard")
        if shard is not None and type(shard) is not int:
            raise ControlError('Give "shard" as a number.')
        self.gateway.drop(bool(body.get("resume", True)), shard)
        return {}

    async def reconnect(self, request: web.Request) -> Json:
        """Ask every gateway client to reconnect."""
        self.gateway.reconnect()
        return {}

    async def invalidate(self, request: web.Request) -> Json:
        """Tell every gateway client that its session is invalid."""
        resumable = (await body_of(request)).get("resumable")
        if not isinstance(resumable, bool):
            raise ControlError('Give "resumable" as true or false.')
        self.gateway.invalidate(resumable)
        return {}

    async def order_fault(self, request: web.Request) -> Json:
        """Order a fault for coming requests, as `Faults.order` reads it."""
        self.faults.order(await body_of(request))
        return {}

    async def clear_faults(self, request: web.Request) -> Json:
        """Clear all ordered faults and the delay."""
        self.faults.clear()
        return {}

    async def limit_rates(self, request: web.Request) -> Json:
        """Switch all rate limits, and the spacing of session starts, on or off."""
        limits, on = request.app[LIMITS], (await body_of(request)).get("on")
        if not isinstance(on, bool):
            raise ControlError('Give "on" as true or false.')
        limits.on = limits.old_edits = limits.dm_openings = self.gateway.starts.spaced = on
        self.world.emit(Event(name="RATE_LIMITS", data={"on": on}, bots=False))
        return {}

    async def set_condition(self, request: web.Request) -> list[Json]:
        """Switch a condition on or off."""
        body = await body_of(request)
        key, on, subject = text_of(body, "key"), body.get("on"), body.get("of", "")
        if not isinstance(on, bool) or not isinstance(subject, str):
            raise ControlError('Give "on" as true or false, and "of" as an id.')
        conditions.change(self.world, key, subject, on)
        return self.world.conditions.state()

    async def set_endpoints(self, request: web.Request) -> Json:
        """Set the HTTP endpoints of an application; an empty list sends its interactions to the gateway."""
        urls = (await body_of(request)).get("urls")
        if not isinstance(urls, list) or not are_texts(urls):
            raise ControlError('Give "urls" as a list of texts, none for the gateway.')
        await self.endpoints.set(self.world.application(request.match_info["application"]), urls)
        return self.endpoints.state()

    async def grant_intents(self, request: web.Request) -> Json:
        """Set an application's privileged intents, as the developer portal does."""
        bits = (await body_of(request)).get("intents")
        if type(bits) is not int or bits & ~PRIVILEGED:
            raise ControlError('Give "intents" as the sum of privileged ones.')
        self.world.application(request.match_info["application"]).intents = bits
        self.gateway.tell_applications()
        return {}

    async def slow_down(self, request: web.Request) -> Json:
        """Set the delay of everything sent to bots, in seconds."""
        self.faults.slow_down((await body_of(request)).get("seconds"))
        return self.faults.state()

    async def get_program(self, request: web.Request) -> Json:
        """Return the state of the bot's program; its `running` is null if the playground runs none."""
        return self.program.state() if self.program else {"running": None, "status": None, "lines": []}

    async def start_program(self, request: web.Request) -> Json:
        """Start the bot's program again if it has ended."""
        if self.program is None:
            raise ControlError("The playground was started without --run, so it can't start your bot.", 409)
        try:
            await self.program.start()
        except OSError as error:
            raise ControlError(f"The bot can't be started: {error.strerror}.", 409) from error
        return self.program.state()

    async def add_member(self, request: web.Request) -> Json:
        """Add a user to a server; a bot gets GUILD_CREATE for it."""
        guild, user = self._membership(request)
        members.add(self.world, guild, user)
        app = self.world.application_of(user)
        if app is not None:
            self.gateway.introduce(guild, app)
        return {}

    async def remove_member(self, request: web.Request) -> Json:
        """Remove a user from a server."""
        members.remove(self.world, *self._membership(request))
        return {}

    async def edit_member(self, request: web.Request) -> Json:
        """Set a member's roles."""
        guild, user = self._membership(request)
        given = (await body_of(request)).get("roles")
        if not isinstance(given, list) or not are_texts(given):
            raise ControlError('Give "roles" as a list of ids.')
        members.set_roles(self.world, guild, user, given)
        return {}

    async def add_role(self, request: web.Request) -> Json:
        """Create a role in a server."""
        body = await body_of(request)
        permissions = text_of(body, "permissions")
        if not permissions.isdecimal():
            raise ControlError('Give "permissions" as the text of a number.')
        guild = self.world.guild(request.match_info["guild"])
        return roles.create(self.world, guild, text_of(body, "name").strip(), int(permissions))

    def _membership(self, request: web.Request) -> tuple[Guild, str]:
        """Return the server and the id of the user, person or bot, that the path names."""
        world, match = self.world, request.match_info
        return world.guild(match["guild"]), world.user(match["user"]).id

    async def delete_account(self, request: web.Request) -> Json:
        """Delete a person's account."""
        members.delete_account(self.world, self._who(request).id)
        return {}

    async def add_channel(self, request: web.Request) -> Json:
        """Create a text channel or a forum."""
        body = await body_of(request)
        if body.get("type", 0) not in (0, 15):
            raise ControlError('Give "type" as 0 for a text channel, or 15 for a forum.')
        guild = self.world.guild(request.match_info["guild"])
        return channels.create_text(self.world, guild.id, {"name": text_of(body, "name"), **body}).payload

    async def edit_channel(self, request: web.Request) -> Json:
        """Change a channel's name, permission overwrites, or archived or locked state."""
        body = await body_of(request)
        unknown = set(body) - {"archived", "locked", "name", "permission_overwrites"}
        if unknown:
            raise ControlError(
                'Only "archived", "locked", "name" and "permission_overwrites" can be changed.'
            )
        check_overwrites(body.get("permission_overwrites"))
        return channels.edit(self.world, self.world.channel(request.match_info["channel"]), body).payload

    async def delete_channel(self, request: web.Request) -> Json:
        """Delete a channel or thread, but not a DM."""
        channel = self.world.channel(request.match_info["channel"])
        if channel.is_dm:
            raise ControlError("You can't delete a DM.")
        channels.delete(self.world, channel)
        return {}

    async def delete_message(self, request: web.Request) -> Json:
        """Delete a message."""
        found = self.world.messages.get(request.match_info["message"])
        if found is None or found.channel_id != request.match_info["channel"]:
            raise ControlError("That message is gone.", 404)
        messages.delete(self.world, found)
        return {}

    def _who(self, request: web.Request) -> Actor:
        return self.actor(request.match_info["user"])


def _endpoint(answer: Answer) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        try:
            made = await answer(request)
        except ControlError as error:
            return reply(error.status, {"message": str(error)})
        except DiscordError as error:
            return reply(error.status, {**error.body(), "message": _sentence(error)})
        except ValueError:
            return reply(400, {"message": "This request isn't in the right form."})
        except web.HTTPException:
            raise
        except Exception as error:
            return reply_failure(request.app[WORLD], request, error)
        return made if isinstance(made, web.StreamResponse) else reply(200, made)

    return handle


def _sentence(error: DiscordError) -> str:
    """Return Discord's message, or the first fault of a form error."""
    node: Any = error.errors
    while isinstance(node, dict):
        if "_errors" in node:
            return str(node["_errors"][0]["message"])
        node = next(iter(node.values()))
    return error.message


def add_routes(app: web.Application, control: Control, only_looking: bool = False) -> None:
    """Add the control API's routes under /control; with `only_looking`, only those that change nothing."""
    user, channel = "/control/users/{user}", "/control/channels/{channel}"
    table: list[tuple[str, str, Answer]] = [
        ("GET", "/control/state", control.state),
        ("GET", user + "/home", control.home),
        ("GET", user + "/channels/{channel}/messages", control.read_messages),
        ("GET", user + "/channels/{channel}/pins", control.pins),
        ("GET", user + "/phone", control.phone),
        ("GET", user + "/commands", control.commands),
        ("POST", user + "/messages", control.say),
        ("POST", user + "/dms", control.open_dm),
        ("POST", user + "/slash", control.slash),
        ("POST", user + "/use", control.use),
        ("POST", user + "/autocomplete", control.autocomplete),
        ("POST", user + "/press", control.press),
        ("POST", user + "/submit", control.submit),
        ("POST", user + "/read", control.read),
        ("POST", user + "/dismiss", control.dismiss),
        ("POST", user + "/settings", control.settings),
        ("POST", user + "/name", control.rename),
        ("PUT", user + "/applications/{application}", control.install),
        ("DELETE", user + "/applications/{application}", control.uninstall),
        ("GET", "/control/clock", control.get_clock),
        ("POST", "/control/clock", control.advance),
        ("GET", "/control/clock/stream", control.clock_stream),
        ("POST", "/control/gateway/drop", control.drop),
        ("POST", "/control/gateway/reconnect", control.reconnect),
        ("POST", "/control/gateway/invalidate", control.invalidate),
        ("POST", "/control/faults", control.order_fault),
        ("DELETE", "/control/faults", control.clear_faults),
        ("GET", "/control/program", control.get_program),
        ("POST", "/control/program", control.start_program),
        ("POST", "/control/slow", control.slow_down),
        ("PUT", "/control/applications/{application}/endpoints", control.set_endpoints),
        ("PUT", "/control/applications/{application}/intents", control.grant_intents),
        ("POST", "/control/limits", control.limit_rates),
        ("POST", "/control/conditions", control.set_condition),
        ("PUT", "/control/guilds/{guild}/members/{user}", control.add_member),
        ("PATCH", "/control/guilds/{guild}/members/{user}", control.edit_member),
        ("DELETE", "/control/guilds/{guild}/members/{user}", control.remove_member),
        ("DELETE", user, control.delete_account),
        ("POST", "/control/guilds/{guild}/roles", control.add_role),
        ("POST", "/control/guilds/{guild}/channels", control.add_channel),
        ("PATCH", channel, control.edit_channel),
        ("DELETE", channel, control.delete_channel),
        ("DELETE", channel + "/messages/{message}", control.delete_message),
    ]
    for method, path, answer in table:
        if method == "GET" or not only_looking:
            app.router.add_route(method, path, _endpoint(answer))
