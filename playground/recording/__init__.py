"""Recordings of sessions: writing them, and replaying them step by step.

A recording holds what changed in the world, step by step, and not what caused the changes. It's replayed by
applying the changes, forward or backward. Repeating the requests instead would depend on the clock, on
randomness, on the order of tasks, and on the very program that's under suspicion. A bug report shows what
its writer saw, also in a later version of the playground.

The format, version 1, is JSON lines in UTF-8, plain or compressed with gzip:

- `{"kind": "session", "version": 1, "playground", "when", "base", "left_out"}` comes first: the
  playground's version, the time of writing by its clock in ISO 8601, the address before the paths of
  files, and the number of steps left out at the beginning.
- `{"kind": "start", "at", "offset", "changes"}`: the world at the beginning. `at` is the clock in epoch
  seconds, `offset` the seconds by which it has been moved on so far.
- `{"kind": "step", "at", "offset", "event", "data", "changes"}`: something that happened. `event` and `data`
  describe it, `changes` lists what changed since: `[what, id, value]`, where null removes. `what` is `user`,
  `guild`, `channel`, `message`, `unread` (id: user/channel), `application` or `faults`; see `state`.
- `{"kind": "file", "id", "name", "content_type", "data"}`: a file of the messages that follow, in base64.
- `{"kind": "request", …}` and `{"kind": "dispatch", …}`: the bots' traffic, which only `--record` writes;
  a replay skips these lines, and every kind that it doesn't know.

No request header is recorded, and steps contain neither bot tokens nor interaction tokens.
"""
