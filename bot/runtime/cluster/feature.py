"""The feature of several processes that run the bot together."""

from __future__ import annotations

from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Feature
from bot.runtime.cluster import membership


async def begin(ctx: UiContext) -> None:
    """Add this process to the list of processes, before it takes anything from a queue."""
    ctx.app.listen()
    await membership.join(ctx.app)


FEATURE = Feature(
    starts=(begin,),
    loops={"hosts": lambda ctx: membership.look_forever(ctx.app)},
    comes_back=(lambda ctx: membership.join(ctx.app),),
    ends=(lambda ctx: membership.leave(ctx.app),),
)
