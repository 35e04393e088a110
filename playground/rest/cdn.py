"""The CDN: attachments, whose addresses expire, and default avatars."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import quote

from aiohttp import web
from PIL import Image

from playground.model.errors import Form
from playground.model.media import StoredFile
from playground.model.payload import Json
from playground.rest.call import WORLD, Call

AVATAR_COLORS = ("#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f")


REFRESHED_AT_ONCE = 50


async def attachment(request: web.Request) -> web.Response:
    """Send an attachment, or 404 if its address has expired."""
    files = request.app[WORLD].files
    found = files.get(request.match_info["id"])
    if found is None or not files.links.is_valid(request.path, request.query):
        return web.Response(status=404, text="This content is no longer available.")
    return web.Response(body=found.data, headers=_headers(found))


def _headers(file: StoredFile) -> dict[str, str]:
    """Return headers that show images, save other files, and run no script on the page's origin."""
    way = "inline" if file.content_type.startswith("image/") else "attachment"
    return {
        "Content-Type": file.content_type,
        "Content-Disposition": f"{way}; filename*=UTF-8''{quote(file.name)}",
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, max-age=31536000, immutable",
    }


async def refresh_urls(call: Call) -> Json:
    """Return up to 50 addresses of the CDN with new signatures; raise DiscordError 50035 for a bad list."""
    given = (await call.json()).get("attachment_urls")
    form = Form()
    if form.length(("attachment_urls",), given, 1, REFRESHED_AT_ONCE):
        for number, url in enumerate(given):
            form.longest(("attachment_urls", number), url, 2048)
    form.refuse()
    links = call.world.files.links
    return {"refreshed_urls": [{"original": url, "refreshed": links.refresh(url)} for url in given]}


async def default_avatar(request: web.Request) -> web.Response:
    """Send one of the default avatars as a PNG image."""
    color = AVATAR_COLORS[int(request.match_info["index"]) % len(AVATAR_COLORS)]
    buffer = BytesIO()
    Image.new("RGB", (64, 64), color).save(buffer, "PNG")
    return web.Response(body=buffer.getvalue(), headers={"Content-Type": "image/png"})


def add_routes(app: web.Application) -> None:
    """Add the CDN's routes to the app."""
    for folder in ("attachments", "ephemeral-attachments"):
        app.router.add_get(f"/{folder}/{{channel}}/{{id}}/{{name}}", attachment)
    app.router.add_get(r"/embed/avatars/{index:\d+}.png", default_avatar)
