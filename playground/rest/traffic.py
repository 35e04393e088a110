"""Counts of the traffic between bots and the playground, for load runs."""

from __future__ import annotations

from collections import Counter

from aiohttp import web

from playground.model.events import Event
from playground.model.payload import Json, decode
from playground.model.world import World
from playground.rest.call import API, reply

COUNTED = ("INTERACTION_CREATE", "MESSAGE_CREATE", "MESSAGE_UPDATE")


class Traffic:
    """A counter of the bots' requests by route, of refused requests, and of some events in the world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._routes: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._events: Counter[str] = Counter()
        self._responses = 0
        world.listeners.append(self._hear)

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        """Count a request that was carried out, and its refusal."""
        resource = request.match_info.route.resource
        path = resource.canonical if resource else request.path
        self._routes[f"{request.method} {path.removeprefix(API)}"] += 1
        if response.status >= 400:
            self._refusals[f"{response.status} {_code(response)} {request.method} {path}"] += 1

    def dispatch(self, event: str, data: Json) -> None:
        """Ignore an event sent to a bot, since events are counted as they happen in the world."""

    def note_response(self, path: str, content_type: str, body: bytes) -> None:
        """Count an answer in the response to an interaction over HTTP, which is no request."""
        self._responses += 1

    def _hear(self, event: Event) -> None:
        if event.name in COUNTED:
            self._events[event.name] += 1

    def counts(self) -> Json:
        """Return the counts so far.

        Returns:
            {"requests", "routes": {"METHOD /path": n}, "refusals": {"STATUS CODE METHOD /path": n},
            "events": {name: n}, "responses": interactions answered over HTTP, "unknown_routes"}.
        """
        return {
            "requests": self._routes.total(),
            "routes": dict(self._routes),
            "refusals": dict(self._refusals),
            "events": {name: self._events[name] for name in COUNTED},
            "responses": self._responses,
            "unknown_routes": list(self._world.unknown_routes),
        }

    async def handle(self, request: web.Request) -> web.Response:
        """Answer GET /control/traffic with the counts."""
        return reply(200, self.counts())


def _code(response: web.StreamResponse) -> int:
    """Return Discord's error code in a refusal, or 0."""
    body = response.body if isinstance(response, web.Response) else None
    code: int = decode(body).get("code", 0) if isinstance(body, bytes) and body else 0
    return code
