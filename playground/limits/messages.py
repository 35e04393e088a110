"""Limits of a message: text, embeds, attachments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.limits.components import check_components
from playground.limits.urls import check_picture, check_url
from playground.model.errors import DiscordError, Form, Path
from playground.model.payload import Json
from playground.model.records import Upload
from playground.model.shapes import FILE_SIZE_LIMIT, IS_COMPONENTS_V2

CONTENT = 2000
EMBEDS = 10
EMBED_TOTAL = 6000
ATTACHMENTS = 10
ATTACHMENT_DESCRIPTION = 1024
NONCE = 25
MENTIONS = 100
LEGACY_FIELDS = ("content", "embeds", "poll", "sticker_ids")


def check_message(sent: Json, result: Json, has_files: bool, prefix: Path = ()) -> None:
    """Refuse a message that breaks Discord's limits.

    Args:
        sent: The request body.
        result: The message's resulting content, embeds, components and flags.
        has_files: Whether the resulting message has any file.
        prefix: Path of the message within the request body, for form errors.

    Raises:
        DiscordError: 50035 with all form errors, 50006 for an empty message.
    """
    form = Form(prefix)
    uses_v2 = bool(result["flags"] & IS_COMPONENTS_V2)
    form.longest(("content",), result["content"], CONTENT)
    _check_nonce(form, sent.get("nonce"))
    _check_embeds(form, result["embeds"])
    _check_attachments(form, sent.get("attachments") or [])
    _check_allowed_mentions(form, sent.get("allowed_mentions") or {})
    if uses_v2:
        _check_legacy_fields(form, sent, result)
    elif sent.get("poll"):
        form.add(("poll",), "PLAYGROUND_HAS_NO_POLLS", "The playground has no polls. Discord has.")
    check_components(form, result["components"], uses_v2)
    form.refuse()
    if not (has_files or any(result[name] for name in ("content", "embeds", "components"))):
        raise DiscordError(400, 50006, "Cannot send an empty message")


def check_uploads(uploads: Sequence[Upload]) -> None:
    """Refuse a file over the size limit (413, 40005)."""
    if any(len(upload.data) > FILE_SIZE_LIMIT for upload in uploads):
        raise DiscordError(413, 40005, "Request entity too large")


def check_files(count: int) -> None:
    """Refuse more files than a message may have (30015), counting those an edit keeps."""
    if count > ATTACHMENTS:
        raise DiscordError(400, 30015, f"Maximum number of attachments in a message reached ({ATTACHMENTS})")


def _check_nonce(form: Form, nonce: Any) -> None:
    if isinstance(nonce, str):
        form.longest(("nonce",), nonce, NONCE)


def _check_allowed_mentions(form: Form, allowed: Json) -> None:
    for kind in ("users", "roles"):
        named = allowed.get(kind) or []
        if len(named) > MENTIONS:
            form.length(("allowed_mentions", kind), named, 0, MENTIONS)
        if named and kind in (allowed.get("parse") or []):
            form.add(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def _check_legacy_fields(form: Form, sent: Json, result: Json) -> None:
    for name in LEGACY_FIELDS:
        if sent.get(name) not in (None, []) or result.get(name):
            form.add(
                (name,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _check_attachments(form: Form, attachments: list[Json]) -> None:
    if len(attachments) > ATTACHMENTS:
        form.length(("attachments",), attachments, 0, ATTACHMENTS)
    for index, attachment in enumerate(attachments):
        if description := attachment.get("description"):
            form.longest(("attachments", index, "description"), description, ATTACHMENT_DESCRIPTION)


def _check_embeds(form: Form, embeds: list[Json]) -> None:
    if len(embeds) > EMBEDS:
        form.length(("embeds",), embeds, 0, EMBEDS)
    for index, embed in enumerate(embeds):
        _check_embed(form, ("embeds", index), embed)
    if sum(map(_embed_size, embeds)) > EMBED_TOTAL:
        form.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}")


def _check_embed(form: Form, path: Path, embed: Json) -> None:
    for steps, limit in (
        (("title",), 256),
        (("description",), 4096),
        (("footer", "text"), 2048),
        (("author", "name"), 256),
    ):
        text = _at(embed, steps)
        if text is not None:
            form.longest((*path, *steps), text, limit)
    for steps, check in (
        (("url",), check_url),
        (("author", "url"), check_url),
        (("author", "icon_url"), check_picture),
        (("footer", "icon_url"), check_picture),
        (("image", "url"), check_picture),
        (("thumbnail", "url"), check_picture),
    ):
        if (url := _at(embed, steps)) is not None:
            check(form, (*path, *steps), url)
    fields = embed.get("fields") or []
    if len(fields) > 25:
        form.length((*path, "fields"), fields, 0, 25)
    for index, field in enumerate(fields):
        for name, limit in (("name", 256), ("value", 1024)):
            _check_embed_field(form, (*path, "fields", index, name), field.get(name), limit)


def _check_embed_field(form: Form, path: Path, text: Any, limit: int) -> None:
    if not text:
        form.add_missing(path)
    else:
        form.longest(path, text, limit)


def _embed_size(embed: Json) -> int:
    texts = [_at(embed, steps) for steps in (("title",), ("description",), ("footer", "text"))]
    texts.append(_at(embed, ("author", "name")))
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(str(text)) for text in texts if text)


def _at(embed: Json, steps: tuple[str, ...]) -> Any:
    value: Any = embed
    for step in steps:
        value = (value or {}).get(step)
    return value
