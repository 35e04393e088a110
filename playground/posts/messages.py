"""Messages: creating, forwarding, changing and deleting them. Only their reader sees ephemeral ones."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from playground import limits
from playground.model import media, shapes
from playground.model.errors import DiscordError, Path, unknown_message
from playground.model.events import Event
from playground.model.links import PARTS
from playground.model.payload import Json, without_nulls
from playground.model.records import Channel, Message, Upload
from playground.model.world import NONCE_SECONDS, World
from playground.places import channels, threads
from playground.places.mentions import mentions_of
from playground.posts import components, forwards, phones

MUTABLE_FLAGS = shapes.SUPPRESS_EMBEDS | shapes.IS_COMPONENTS_V2
SENDABLE_FLAGS = MUTABLE_FLAGS | shapes.SUPPRESS_NOTIFICATIONS
WITH_WORDS = ("content", "components", "message_reference")
"""The fields that can mention users: an edit without any of them leaves the mentions unchanged."""


def create(
    world: World,
    channel: Channel,
    author_id: str,
    sent: Json,
    uploads: Sequence[Upload] = (),
    *,
    type: int = 0,
    extra: Json | None = None,
    reader: str | None = None,
    prefix: Path = (),
    loading: bool = False,
    id: str | None = None,
) -> Message:
    """Create a message in a channel and send it to everyone who sees it.

    If `sent` has the nonce of a recent message and enforces it, that message is returned instead.

    Args:
        world: The world.
        channel: The channel, thread or DM.
        author_id: The user who writes it.
        sent: Discord's request body.
        uploads: The files sent with it.
        type: The message type.
        extra: Further fields of the payload.
        reader: The only person who sees it, which makes it ephemeral.
        prefix: The path of the message within the request body, for form errors.
        loading: Whether it's the empty message of a deferred answer.
        id: The id for the first message of a post in a forum, that of the post.

    Raises:
        DiscordError: 50035 for wrong contents, 50006 for none, 50083, 160005 or 160006 in threads, 40005 for
            too large a file, 30015 for too many, 400001 for any where there are no uploads, 10008 if the
            message with the nonce is gone.
    """
    if duplicate := _same_nonce(world, channel, author_id, sent):
        return duplicate
    threads.check_writable(world, channel, author_id)
    if reader is None:
        threads.check_room_to_wake(world, channel)
    flags = int(sent.get("flags") or 0) & SENDABLE_FLAGS
    flags |= (shapes.EPHEMERAL if reader else 0) | (shapes.LOADING if loading else 0)
    id = id or world.ids.next()
    shell = shapes.message(id, channel.id, world.users[author_id].payload, type, world.now())
    shell |= {"flags": flags, "tts": bool(sent.get("tts")), **(extra or {})}
    message = Message(shell["id"], channel.id, shell, reader=reader)
    if not loading:
        _fill(world, channel, message, sent, uploads, prefix)
    if reader is None:
        threads.wake(world, channel)
    _store(world, channel, message, sent)
    _announce(world, channel, message)
    return message


def forward(world: World, channel: Channel, author_id: str, sent: Json, original: Message) -> Message:
    """Create a message without content that shows the current state of another message.

    Raises:
        DiscordError: 50083, 160005 or 160006 in threads, 10008 if the message with the nonce is gone.
    """
    if duplicate := _same_nonce(world, channel, author_id, sent):
        return duplicate
    threads.check_writable(world, channel, author_id)
    threads.check_room_to_wake(world, channel)
    shell = shapes.message(world.ids.next(), channel.id, world.users[author_id].payload, 0, world.now())
    found, files = forwards.snapshots(world.files, channel.id, original)
    shell |= {"message_reference": reference(world, original, forwards.FORWARD), "message_snapshots": found}
    shell["flags"] = forwards.HAS_SNAPSHOT | int(sent.get("flags") or 0) & shapes.SUPPRESS_NOTIFICATIONS
    if sent.get("nonce") is not None:
        shell["nonce"] = sent["nonce"]
    message = Message(shell["id"], channel.id, shell, files)
    threads.wake(world, channel)
    _store(world, channel, message, sent)
    _announce(world, channel, message)
    return message


def reference(world: World, message: Message, type: int) -> Json:
    """Return the `message_reference` to a message: type 0 for a reply, 1 for a forward."""
    made: Json = {"type": type, "channel_id": message.channel_id, "message_id": message.id}
    guild_id = world.channel(message.channel_id).guild_id
    return {**made, "guild_id": guild_id} if guild_id else made


def note(world: World, channel: Channel, author_id: str, type: int, extra: Json) -> Message:
    """Create a system message without content about what `author_id` did; in a thread it adds no members."""
    shell = shapes.message(world.ids.next(), channel.id, world.users[author_id].payload, type, world.now())
    message = Message(shell["id"], channel.id, {**shell, **extra})
    _store(world, channel, message, {})
    _tell(world, channel, message)
    return message


def edit(
    world: World, message: Message, sent: Json, uploads: Sequence[Upload] = (), prefix: Path = ()
) -> Message:
    """Change a message and tell everyone who sees it; its interaction stays, a deferred answer ends.

    Raises:
        DiscordError: 50083 or 160005 in a locked thread, or a refusal of the contents as in `create`.
    """
    channel = world.channel(message.channel_id)
    threads.check_writable(world, channel, message.payload["author"]["id"])
    was_loading = bool(message.payload["flags"] & shapes.LOADING)
    before = set(message.files)
    _fill(world, channel, message, sent, uploads, prefix)
    if channel.is_thread and message.reader is None:
        threads.take_in_called(world, channel, message)
    flags = message.payload["flags"] & ~shapes.LOADING
    edited = None if was_loading else world.now()
    message.payload = {**message.payload, "flags": flags, "edited_timestamp": edited}
    world.files.drop(list(before - set(message.files)))
    emit(world, channel, message, "MESSAGE_UPDATE")
    if was_loading and message.reader is None:
        phones.tell(world, channel, message)
    return message


def delete(world: World, message: Message) -> None:
    """Remove a message and tell everyone who saw it."""
    channel = world.channel(message.channel_id)
    _remove(world, channel, message)
    data = {"id": message.id, "channel_id": message.channel_id}
    if message.reader is None:
        with_guild = {**data, "guild_id": channel.guild_id} if channel.guild_id else data
        world.dispatch(channel, "MESSAGE_DELETE", with_guild)
    else:
        world.emit(Event(name="MESSAGE_DELETE", data=data, channel=channel.id, user=message.reader))


def delete_many(world: World, channel: Channel, ids: Sequence[str]) -> None:
    """Remove a server channel's messages with these ids, as far as they exist, in a single event."""
    wanted = (world.messages.get(id) for id in dict.fromkeys(ids))
    found = [
        message
        for message in wanted
        if message and message.channel_id == channel.id and message.reader is None
    ]
    for message in found:
        _remove(world, channel, message)
    if found:
        data = {
            "ids": [message.id for message in found],
            "channel_id": channel.id,
            "guild_id": channel.guild_id,
        }
        world.dispatch(channel, "MESSAGE_DELETE_BULK", data)


def _remove(world: World, channel: Channel, message: Message) -> None:
    del world.messages[message.id]
    world.files.drop(list(message.files))
    timeline = channel.timeline if message.reader is None else world.ephemerals[message.reader, channel.id]
    del timeline[bisect_left(timeline, int(message.id))]
    channel.pins.pop(message.id, None)
    if message.reader is None:
        threads.count_message(channel, message, -1)


def get(world: World, channel_id: str, message_id: str) -> Message:
    """Return a message of a channel, or raise DiscordError 10008, also for an ephemeral one."""
    found = world.messages.get(message_id)
    if found is None or found.channel_id != channel_id or found.reader is not None:
        raise unknown_message()
    return found


def quote_message(message: Message) -> Json:
    """Return this message's payload for one that refers to it: its current state, with no reference."""
    return {name: value for name, value in message.payload.items() if name != "referenced_message"}


def render_message(world: World, message: Message) -> Json:
    """Return the payload to send now; the addresses of its files are valid for about a day."""
    links, payload = world.files.links, message.payload
    hour, made = links.slot(), message.shown
    if made is None or made[0] is not payload or made[1] != hour:
        parts = {name: links.fresh(payload[name]) for name in PARTS if payload.get(name)}
        made = message.shown = (payload, hour, {**payload, **parts})
    return made[2]


def emit(world: World, channel: Channel, message: Message, name: str) -> None:
    """Emit an event about a message, with the fields that only the gateway adds."""
    if message.reader is not None:
        # Discord's gateway documentation: ephemeral messages go to the reader and to the bot that
        # sent them, under the intent for direct messages and without guild_id and member.
        author = world.application_of(message.payload["author"]["id"])
        world.emit(
            Event(
                name=name,
                data=render_message(world, message),
                channel=channel.id,
                user=message.reader,
                application=author.id if author else None,
            )
        )
        return
    world.dispatch(channel, name, gateway_payload(world, channel, message))


def gateway_payload(world: World, channel: Channel, message: Message) -> Json:
    """Return the payload of MESSAGE_CREATE: in a server with `guild_id` and the author as `member`."""
    if channel.guild_id is None:
        return render_message(world, message)
    member = world.guilds[channel.guild_id].members.get(message.payload["author"]["id"])
    payload = {**render_message(world, message), "guild_id": channel.guild_id}
    if member is None:
        return payload
    return {**payload, "member": {name: value for name, value in member.items() if name != "user"}}


def _same_nonce(world: World, channel: Channel, author_id: str, sent: Json) -> Message | None:
    nonce = sent.get("nonce")
    if nonce is None or not sent.get("enforce_nonce"):
        return None
    found = world.nonces.get((channel.id, author_id, str(nonce)))
    if found is None or world.clock.now() - found[1] > NONCE_SECONDS:
        return None
    # Nor is a message sent again that was deleted meanwhile (pull request 6647 of Discord's documentation).
    if (first := world.messages.get(found[0])) is None:
        raise unknown_message()
    return first


def _fill(
    world: World, channel: Channel, message: Message, sent: Json, uploads: Sequence[Upload], prefix: Path
) -> None:
    """Check the request body and apply it to the message; a refusal leaves the message unchanged."""
    given = {name: without_nulls(sent[name]) for name in PARTS if sent.get(name)}
    sent = {**sent, **{name: world.files.links.strip_signatures(part) for name, part in given.items()}}
    result = _result(message.payload, sent)
    limits.check_uploads(uploads)
    _check_may_upload(world, channel, message, uploads)
    _check_new_pictures(world, message, uploads)
    kept = message.files if sent.get("attachments") is None else _list_kept(message, sent)
    limits.check_message(sent, result, bool(uploads or kept), prefix)
    limits.check_files(len(kept) + len(uploads))
    files = media.choose_files(
        world.files, channel.id, message.files, sent, uploads, message.reader is not None
    )
    try:
        _resolve(world, message, result, sent, files)
    except DiscordError:
        world.files.drop([id for id in files if id not in message.files])
        raise
    if not sent.keys().isdisjoint(WITH_WORDS):
        message.payload |= _mentions(world, channel, message, sent)


def _check_may_upload(world: World, channel: Channel, message: Message, uploads: Sequence[Upload]) -> None:
    is_answer = "interaction_metadata" in message.payload
    if not uploads or (is_answer and not world.beliefs.answers_may_not_upload):
        return
    if world.conditions.holds("no_uploads", channel.guild_id or ""):
        raise DiscordError(400, 400001, "File uploads have been disabled for this guild")


def _check_new_pictures(world: World, message: Message, uploads: Sequence[Upload]) -> None:
    """Refuse an edit that adds a file to a message with components V2 (believed; issue 7529)."""
    is_of_components = message.id in world.messages and message.payload["flags"] & shapes.IS_COMPONENTS_V2
    if uploads and is_of_components and world.conditions.holds("no_new_pictures"):
        raise media.not_found()


def _list_kept(message: Message, sent: Json) -> list[Json]:
    return [attachment for attachment in sent["attachments"] if str(attachment.get("id")) in message.files]


def _result(payload: Json, sent: Json) -> Json:
    """Return the fields that the limits apply to, as they would be after the change."""
    flags = payload["flags"]
    if sent.get("flags") is not None:
        # A message with components V2 keeps that flag forever.
        flags = flags & ~shapes.SUPPRESS_EMBEDS | int(sent["flags"]) & MUTABLE_FLAGS
    empty: Json = {"content": "", "embeds": [], "components": []}
    given = {name: sent[name] if sent[name] is not None else empty[name] for name in empty if name in sent}
    result = {**{name: payload[name] for name in empty}, **given, "flags": flags}
    if isinstance(result["content"], str):
        result["content"] = result["content"].strip()
    if sent.get("embed"):
        result["embeds"] = [sent["embed"]]
    return result


def _resolve(world: World, message: Message, result: Json, sent: Json, files: media.Files) -> None:
    made = dict(result)
    older = {} if world.beliefs.edits_name_older_uploads else message.files
    named = {id: file for id, file in files.items() if id not in older}
    if sent.get("embeds") is not None:
        made["embeds"] = media.resolve_embeds(named, result["embeds"])
    if sent.get("components") is not None:
        made["components"] = components.normalise(
            result["components"], lambda one: media.resolve_media(files, named, one, world.ids.next())
        )
    shown = media.embed_urls(made["embeds"]) | components.media_urls(made["components"])
    # Attachments shown in embeds or components aren't listed again (Discord, issue 8277).
    made["attachments"] = [file for file in files.values() if file["url"] not in shown]
    if sent.get("nonce") is not None:
        made["nonce"] = sent["nonce"]
    message.files = files
    message.payload = {**message.payload, **made}


def _mentions(world: World, channel: Channel, message: Message, sent: Json) -> Json:
    texts = [message.payload["content"], *components.texts(message.payload["components"])]
    author, answered = message.payload["author"]["id"], message.payload.get("referenced_message")
    allowed = sent.get("allowed_mentions")
    return mentions_of(world, channel, author, texts, allowed, answered and answered["author"]["id"])


def _store(world: World, channel: Channel, message: Message, sent: Json) -> None:
    world.messages[message.id] = message
    if message.reader is not None:
        world.ephemerals.setdefault((message.reader, channel.id), []).append(int(message.id))
        return
    channel.timeline.append(int(message.id))
    channel.payload = {**channel.payload, "last_message_id": message.id}
    threads.count_message(channel, message, 1)
    if sent.get("enforce_nonce") and sent.get("nonce") is not None:
        key = (channel.id, message.payload["author"]["id"], str(sent["nonce"]))
        world.nonces[key] = (message.id, world.clock.now())


def _announce(world: World, channel: Channel, message: Message) -> None:
    if message.reader is None and channel.is_thread:
        threads.take_in_concerned(world, channel, message)
    _tell(world, channel, message)


def _tell(world: World, channel: Channel, message: Message) -> None:
    if message.reader is None:
        channels.show_dm(world, channel)
    emit(world, channel, message, "MESSAGE_CREATE")
    if message.reader is None and not message.payload["flags"] & shapes.LOADING:
        phones.tell(world, channel, message)
