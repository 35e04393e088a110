"""Recordings of a session: how they are written, and how they are looked at again.

A recording holds what changed in the world, step by step, and not what brought the changes about. To
look at it is to fold the changes, forwards or backwards. The other way, to carry the same requests out
once more, would depend on the clock, on chance, on the order of tasks and on the very program that
is under suspicion; a report of a bug shows what its writer saw, also to a later playground.

The form, version 1: JSON lines in UTF-8, plain or compressed with gzip.

- `{"kind": "session", "version": 1, "playground", "when", "base", "left_out"}` comes first: the
  playground's version, the moment of writing by its clock in ISO 8601, the address before the paths of
  files, and how many steps at the beginning were left out.
- `{"kind": "start", "at", "offset", "changes"}`: the world at the beginning. `at` is the clock in epoch
  seconds, `offset` the seconds by which it was moved on so far.
- `{"kind": "step", "at", "offset", "event", "data", "changes"}`: something happened. `event` and `data`
  say what, `changes` what is different since: `[what, id, value]`, where null takes away. What there is:
  `user`, `guild`, `channel`, `message`, `unread` (id: user/channel), `application`; see `state`.
- `{"kind": "file", "id", "name", "content_type", "data"}`: a file of the messages that follow, in base64.
- `{"kind": "request", …}` and `{"kind": "dispatch", …}`: the traffic of the bots as `--record` writes it
  beside the rest; a replay passes over them, as over every kind that it does not know.

No header of a request is recorded, and neither tokens of bots nor interaction tokens are part of a step.
"""
