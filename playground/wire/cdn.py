"""The CDN: attachments and default avatars."""

from __future__ import annotations

from io import BytesIO

from aiohttp import web
from PIL import Image

from playground.wire.call import WORLD

AVATAR_COLORS = ("#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f")


async def attachment(request: web.Request) -> web.Response:
    found = request.app[WORLD].files.get(request.match_info["id"])
    if found is None:
        return web.Response(status=404, text="This content is no longer available.")
    content_type, data = found
    headers = {"Content-Type": content_type, "Cache-Control": "private, max-age=31536000, immutable"}
    return web.Response(body=data, headers=headers)


async def default_avatar(request: web.Request) -> web.Response:
    color = AVATAR_COLORS[int(request.match_info["index"]) % len(AVATAR_COLORS)]
    buffer = BytesIO()
    Image.new("RGB", (64, 64), color).save(buffer, "PNG")
    return web.Response(body=buffer.getvalue(), headers={"Content-Type": "image/png"})


def add_routes(app: web.Application) -> None:
    """Put the CDN into the app."""
    app.router.add_get("/attachments/{channel}/{id}/{name}", attachment)
    app.router.add_get(r"/embed/avatars/{index:\d+}.png", default_avatar)
