"""Files of messages: the store behind the CDN, and the resolution of `attachment://` addresses."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image

from playground.model.clock import Clock, Snowflakes
from playground.model.errors import DiscordError, form_error
from playground.model.links import Links
from playground.model.payload import Json
from playground.model.records import Upload

SPOILER_NAME, IS_SPOILER = "SPOILER_", 1 << 3
SCHEME = "attachment://"
TEXTUAL = ("text/", "application/json", "application/xml", "application/javascript")
Files = dict[str, Json]


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of the CDN."""

    name: str
    content_type: str
    data: bytes


class FileStore:
    """A store of attachments in memory. Its addresses are bare; `links` signs them."""

    def __init__(self, ids: Snowflakes, clock: Clock) -> None:
        self.links = Links(clock)
        self._ids = ids
        self._files: dict[str, StoredFile] = {}

    @property
    def base(self) -> str:
        """The base address of the CDN, set once the port is known."""
        return self.links.base

    @base.setter
    def base(self, address: str) -> None:
        self.links.base = address

    def __len__(self) -> int:
        return len(self._files)

    def put(
        self,
        channel_id: str,
        upload: Upload,
        description: str | None,
        ephemeral: bool,
        spoiler: bool = False,
    ) -> Json:
        """Store an upload and return its attachment object.

        An `ephemeral` file belongs to an ephemeral message or a command and has a different address. A
        `spoiler`, which a file can also be by its name, is hidden until it is clicked.
        """
        id, name = self._ids.next(), safe_name(upload.filename)
        content_type = _content_type(name, upload.data)
        self._files[id] = StoredFile(name, content_type, upload.data)
        folder = "ephemeral-attachments" if ephemeral else "attachments"
        url = f"{self.base}/{folder}/{channel_id}/{id}/{name}"
        made: Json = {"id": id, "filename": name, "size": len(upload.data), "url": url, "proxy_url": url}
        made |= {"content_type": content_type, **_dimensions(content_type, upload.data)}
        if description:
            made["description"] = description
        if spoiler or name.startswith(SPOILER_NAME):
            made["flags"] = IS_SPOILER
        return {**made, "ephemeral": True} if ephemeral else made

    def get(self, id: str) -> StoredFile | None:
        """Return the file with this id, or None."""
        return self._files.get(id)

    def drop(self, ids: Sequence[str]) -> None:
        """Delete these files, skipping unknown ids."""
        for id in ids:
            self._files.pop(id, None)


def safe_name(filename: str) -> str:
    """Return a file name as Discord stores it: letters, digits, dots, dashes and underscores."""
    return re.sub(r"[^\w.\-]", "_", filename.rsplit("/", 1)[-1])[:255] or "file"


def _content_type(name: str, data: bytes) -> str:
    """Return the MIME type by the name's extension; Discord adds the charset to UTF-8 text."""
    found = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{found}; charset=utf-8" if found.startswith(TEXTUAL) and _is_utf8(data) else found


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _dimensions(content_type: str, data: bytes) -> Json:
    if not content_type.startswith("image/"):
        return {}
    try:
        with Image.open(BytesIO(data)) as image:
            return {"width": image.width, "height": image.height}
    except OSError:
        return {}


def choose_files(
    store: FileStore, channel_id: str, kept: Files, sent: Json, uploads: Sequence[Upload], ephemeral: bool
) -> Files:
    """Return the files a message has after the request `sent`, by attachment id: kept ones and uploads.

    Without an `attachments` list, all `kept` files stay; with one, only those it names. Uploads are added.

    Raises:
        DiscordError: 50035 if the list names a file that is neither kept nor uploaded.
    """
    listed: list[Json] | None = sent.get("attachments")
    details = {str(entry.get("id")): entry for entry in listed or []}
    new_numbers = {upload.number for upload in uploads}
    for index, entry in enumerate(listed or []):
        if str(entry.get("id")) not in kept and str(entry.get("id")) not in new_numbers:
            raise form_error(
                ("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Referenced attachment not found"
            )
    files = {
        id: _redescribe(file, details.get(id)) for id, file in kept.items() if listed is None or id in details
    }
    for upload in uploads:
        detail = details.get(upload.number, {})
        spoiler = detail.get("is_spoiler") is True
        made = store.put(channel_id, upload, detail.get("description"), ephemeral, spoiler)
        files[made["id"]] = made
    return files


def _redescribe(attachment: Json, detail: Json | None) -> Json:
    """Return a kept attachment with the description and spoiler mark of an edit."""
    detail = detail or {}
    made = {**attachment, "description": detail["description"]} if detail.get("description") else attachment
    if detail.get("is_spoiler") is None:
        return made
    return {**made, "flags": made.get("flags", 0) & ~IS_SPOILER | IS_SPOILER * bool(detail["is_spoiler"])}


def _find_named(files: Files, url: str) -> Json | None:
    """Return the newest file that an `attachment://` address names, or None."""
    wanted = safe_name(url.removeprefix(SCHEME))
    return next((file for file in reversed(files.values()) if file["filename"] == wanted), None)


def resolve_media(files: Files, named: Files, media: Json, id: str) -> tuple[Json, Json]:
    """Return a media object with its address, size and attachment id, and its file's name and size.

    `files` are all files of the message, `named` those that an `attachment://` address may name.

    Raises:
        DiscordError: 50035 if the address names a missing file.
    """
    url: str = media["url"]
    if url.startswith(SCHEME):
        found = _find_named(named, url)
        if found is None:
            raise not_found()
    else:
        found = next((file for file in files.values() if file["url"] == url), None)
    if found is None:
        return _media(id, url), {"name": url.rsplit("/", 1)[-1].split("?")[0], "size": 0}
    details = {name: found.get(name) for name in ("width", "height", "content_type")}
    made = {**_media(id, found["url"]), **details, "attachment_id": found["id"]}
    return made, {"name": found["filename"], "size": found["size"]}


def _media(id: str, url: str) -> Json:
    unknown = dict.fromkeys(("width", "height", "content_type"))
    return {"id": id, "url": url, "proxy_url": url, **unknown, "flags": 0, "loading_state": 2}


def not_found() -> DiscordError:
    """Return the refusal of a component that names a missing file (50035)."""
    return form_error(
        ("components",),
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        "The referenced attachment was not found",
    )


def resolve_embeds(files: Files, embeds: list[Json]) -> list[Json]:
    """Return embeds in Discord's format with `attachment://` resolved; a missing picture is dropped."""
    return [_resolve_embed(files, embed) for embed in embeds]


def _resolve_embed(files: Files, embed: Json) -> Json:
    made = {"type": "rich", **{name: value for name, value in embed.items() if value is not None}}
    for name in ("image", "thumbnail"):
        if name in made:
            picture = _embed_picture(files, made.pop(name))
            made |= {name: picture} if picture else {}
    for name in ("footer", "author"):
        if name in made:
            made[name] = _with_icon(files, made[name])
    if "fields" in made:
        made["fields"] = [{"inline": False, **field} for field in made["fields"]]
    return made


def _embed_picture(files: Files, picture: Json) -> Json | None:
    url = picture.get("url") or ""
    if not url.startswith(SCHEME):
        return {"proxy_url": url, **picture} if url else None
    if (found := _find_named(files, url)) is None:
        return None
    sizes: Json = {name: found[name] for name in ("width", "height", "content_type") if name in found}
    told = {"description": picture["description"]} if picture.get("description") else {}
    return {"url": found["url"], "proxy_url": found["url"], **sizes, **told, "flags": 0}


def _with_icon(files: Files, part: Json) -> Json:
    url = part.get("icon_url") or ""
    if not url.startswith(SCHEME):
        return part
    found = _find_named(files, url)
    rest = {name: value for name, value in part.items() if name != "icon_url"}
    return {**rest, "icon_url": found["url"], "proxy_icon_url": found["url"]} if found else rest


def embed_urls(embeds: list[Json]) -> set[str]:
    """Return the addresses of all pictures and icons in embeds; it also contains None if any is missing."""
    found: set[Any] = set()
    for embed in embeds:
        found |= {(embed.get(name) or {}).get("url") for name in ("image", "thumbnail")}
        found |= {(embed.get(name) or {}).get("icon_url") for name in ("footer", "author")}
    return found
