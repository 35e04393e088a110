"""Several processes that host the bot together."""

from __future__ import annotations

from bot.hosts import hosting
from bot.ui.context import UiContext
from bot.ui.feature import Feature


async def begin(ctx: UiContext) -> None:
    """Before anything is taken from a queue: this process is on the list."""
    ctx.app.listen()
    await hosting.join(ctx.app)


FEATURE = Feature(
    starts=(begin,),
    loops={"hosts": lambda ctx: hosting.look_forever(ctx.app)},
    comes_back=(lambda ctx: hosting.join(ctx.app),),
    ends=(lambda ctx: hosting.leave(ctx.app),),
)
