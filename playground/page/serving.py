"""The page's files, its HTML document, and protection against other web pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from html import escape
from pathlib import Path

from aiohttp import ETag, web

from playground.model.world import World
from playground.rest.call import reply

HOST = "127.0.0.1"
WEB = Path(__file__).parents[1] / "web"
PAGE = r"/{path:(?!api/|control/|gateway|(?:ephemeral-)?attachments/).*}"
REVALIDATED = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def add_routes(app: web.Application, world: World, recording: bool = False) -> None:
    """Serve the page for this world; with `recording`, for one that can only be viewed."""

    async def first_page(request: web.Request) -> web.Response:
        return serve(request, document(world, recording).encode(), "text/html")

    app.router.add_get(r"/{path:(?:index\.html)?}", first_page)
    app.router.add_get(PAGE, serve_file)


def document(world: World, recording: bool = False) -> str:
    """Return the HTML document with the bot's name and, if set, the mark of a recording."""
    text = (WEB / "index.html").read_text(encoding="utf-8")
    text = text.replace("{bot}", escape(bot_name(world)))
    return text.replace("<body>", "<body data-recording>") if recording else text


def bot_name(world: World) -> str:
    """Return the name of the first bot user; a recording has users but no applications."""
    return next((user.payload["username"] for user in world.users.values() if user.bot), "Discord")


async def serve_file(request: web.Request) -> web.StreamResponse:
    """Serve a file of the page; raise 404 for a path that isn't one."""
    path = (WEB / request.match_info["path"]).resolve()
    if not path.is_relative_to(WEB) or not path.is_file():
        raise web.HTTPNotFound
    return serve(request, path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream"))


def serve(request: web.Request, data: bytes, content_type: str) -> web.Response:
    """Return a response that browsers keep but ask about each time: 304 if unchanged, or else the data.

    The data is compressed for browsers that take gzip.
    """
    etag = ETag(sha256(data).hexdigest(), is_weak=True)
    if etag.value in {known.value for known in request.if_none_match or ()}:
        response = web.Response(status=304, headers=REVALIDATED)
    else:
        response = web.Response(body=data, content_type=content_type, charset="utf-8", headers=REVALIDATED)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response.enable_compression(web.ContentCoding.gzip)
    response.etag = etag
    return response


@web.middleware
async def refuse_foreign(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests of other web pages on every path (403); bots and the page come from this machine."""
    if is_foreign(request):
        return reply(403, {"message": "Only this computer's own bots and pages may do this.", "code": 0})
    return await handler(request)


async def forbid_framing(request: web.Request, response: web.StreamResponse) -> None:
    """Forbid other pages to show the playground in a frame, where they could steal clicks."""
    response.headers["X-Frame-Options"] = "DENY"
    policy = [response.headers.get("Content-Security-Policy"), "frame-ancestors 'none'"]
    response.headers["Content-Security-Policy"] = "; ".join(filter(None, policy))


def is_foreign(request: web.Request) -> bool:
    """Return whether another web page made the request, even one whose host name points to this machine."""
    origin = request.headers.get("Origin")
    if request.host.rsplit(":", 1)[0] not in (HOST, "localhost"):
        return True
    return origin is not None and origin.split("://", 1)[-1] != request.host
