"""The feature of clocks: what stops them, and what people set about them."""

from __future__ import annotations

from bot.core.jobs import Job, fall_due_forever
from bot.discord_kit.interactions.feature import Feature, features_of
from bot.play.clocks import clocks, heartbeats, holidays, silences
from bot.play.clocks.ui import gateway

FEATURE = Feature(
    jobs={
        **dict.fromkeys(clocks.REMINDERS, Job(holidays.remind, timed=True)),
        heartbeats.WENT_BACK: Job(heartbeats.carry_on, at_once=True),
        holidays.AWAY: Job(holidays.tell_opponents),
    },
    starts=(gateway.listen,),
    loops={
        "deadlines": lambda ctx: fall_due_forever(ctx.app, features_of(ctx.client).jobs(ctx)),
        "heartbeat": lambda ctx: heartbeats.beat_forever(ctx.app),
        "silence": lambda ctx: ctx.rest.ask_forever(),
        "time": lambda ctx: ctx.rest.ask_the_time_forever(),
    },
    comes_back=(lambda ctx: heartbeats.compensate_outage(ctx.app, ctx.app.shards.there),),
    heard=(silences.resume,),
)
