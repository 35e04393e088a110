"""Make the pictures of the README: `python -m bench.pictures`. Look at them before keeping them.

Boards and the preview come from the engine and `render`; the page comes from the playground, the real bot and
headless Chromium, and is left as it is if there's no Chromium. Boards and preview come out the same every
time; the page depends a little on the browser.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from bot.core.match_state import MatchState
from games import GAMES
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from render.animation import gif
from render.painter import png
from slowplay import terminal
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.rows import open_ids
from tests.kit.table import Table, table

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
MOST_BYTES = 150_000
GAME = GAMES["creators"]
OPTIONS = {"pattern": "A"}
LEVEL = "hard"
PAWN_MOVES_SHOWN = 13
PAWN_MOVES_IN_THE_PAGE = 10
TOWERS = "3l4/1(fff)2(ffs)2f/2n2c2/3F4/2(FFFF)2t2/1(LM)3(FFFS)2/F3N3/T2C3T w 10,7 00 3 20"
COLLAPSING = ("f3", "collapse", "4", "n", "1", "ne", "1")
FOG_MATCH, FOG_ACTIONS = 9, 69
DUEL_MATCH, DUEL_ACTIONS = 3, 47
BOARD_SIZE, PREVIEW_SIZE = 640, 400
PAGE_WIDTH, PAGE_HEIGHT = 1500, 1010


def main() -> None:
    """Make every picture anew."""
    parser = argparse.ArgumentParser(prog="python -m bench.pictures", description=__doc__)
    terminal.add_json(parser)
    parsed = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = [keep(name, make()) for name, make in terminal.track(PICTURES.items(), "Pictures", len(PICTURES))]
    if CHROMIUM is None:
        print("There is no Chromium on this machine, so page.png stays as it is.", file=sys.stderr)
    else:
        rows.append(keep("page.png", asyncio.run(page())))
    terminal.show([terminal.Table("pictures", f"Written to {FOLDER}", rows)], as_json=parsed.json)


def keep(name: str, data: bytes) -> terminal.Row:
    """Write a picture; exit with an error if it is too large for readers of the README."""
    if len(data) > MOST_BYTES:
        raise SystemExit(f"{name} has {len(data):,} bytes, and {MOST_BYTES:,} is the most.")
    (FOLDER / name).write_bytes(data)
    return {"picture": name, "kB": len(data) / 1000}


def board() -> bytes:
    """Paint the middle of a match between AI levels: the die is rolled, a pawn and its squares are marked."""
    state = middle(GAME.new(GAME.options(OPTIONS), numbered_seed(3)))
    view = GAME.view(state, GAME.to_act(state)[0])
    numbered = (choice for choice in GAME.prompt(view, ()).choices if not choice.button)
    chosen = busiest(GAME.prompt(view, (choice.key,)) for choice in numbered)
    return png(GAME.scene(view, marks=chosen.marks), size=BOARD_SIZE)


def middle(state: Any) -> Any:
    """Return the state after some moves by an AI level on both sides, and one more roll."""
    briefings = [GAME.briefing(state, seat) for seat in (0, 1)]
    for number in range(2 * PAWN_MOVES_SHOWN + 1):
        seat = GAME.to_act(state)[0]
        rng = rng_for(numbered_seed(3), seat, number)
        action = GAME.players[LEVEL](GAME.view(state, seat), briefings[seat], rng, BUDGET)
        state = GAME.play(state, seat, action).state
    return state


def busiest(prompts: Iterable[Any]) -> Any:
    """Return the prompt with the most choices, captures counting double."""
    return max(prompts, key=lambda prompt: sum(1 + (choice.hint != "") for choice in prompt.choices))


def preview() -> bytes:
    """Paint the preview of this match as both players get it, looped."""
    briefing = GAME.briefing(GAME.new(GAME.options(OPTIONS), numbered_seed(3)), 0)
    if briefing is None:
        raise SystemExit("This game has no preview.")
    return gif(briefing.frames, loop=True, size=PREVIEW_SIZE)


def fog() -> bytes:
    """Paint the middle of a match in the fog: Cyan's view, and a piece that is about to step."""
    game, seed = GAMES["decoy"], numbered_seed(FOG_MATCH)
    state = game.new(game.options({}), seed)
    for number in range(FOG_ACTIONS):
        seat = game.to_act(state)[0]
        action = game.players[LEVEL](game.view(state, seat), None, rng_for(seed, seat, number), BUDGET)
        state = game.play(state, seat, action).state
    view = game.view(state, 0)
    return png(game.scene(view, marks=game.prompt(view, ()).marks), size=BOARD_SIZE)


def collapse() -> bytes:
    """Paint a Pyramid Stack in the middle of its collapse."""
    game = GAMES["ccc"]
    view = game.view(game.new(game.options({"position": TOWERS}), numbered_seed(0)), 0)
    picture = game.prompt(view, COLLAPSING).picture
    if picture is None:
        raise SystemExit("This draft has no picture of its own.")
    return png(picture, size=BOARD_SIZE)


def duel() -> bytes:
    """Paint the middle of a card duel, as seen by the human who is about to attack."""
    game, seed = GAMES["alpha"], numbered_seed(DUEL_MATCH)
    state = game.new(game.options({"decks": ["balanced", "swarm"]}), seed)
    player = next(iter(game.players.values()))
    for number in range(DUEL_ACTIONS):
        seat = game.to_act(state)[0]
        action = player(game.view(state, seat), None, rng_for(seed, seat, number), BUDGET)
        state = game.play(state, seat, action).state
    view = game.view(state, 0)
    asked = game.prompt(view, ())
    drafts = ((choice.key,) for choice in asked.choices if choice.action is None and not choice.button)
    marks = next((game.prompt(view, draft).marks for draft in drafts), asked.marks)
    return png(game.scene(view, marks=marks), size=BOARD_SIZE)


async def page() -> bytes:
    """Capture two people side by side: Mara is about to move, Tom looks at the public board."""
    async with table("mara", "tom") as t:
        match_id = await begin_match(t)
        for _ in range(2 * PAWN_MOVES_IN_THE_PAGE):
            await t.settled()
            await act(t, match_id)
        await t.settled()
        async with page_of(t, "mara", "tom", width=PAGE_WIDTH, height=PAGE_HEIGHT) as panes:
            return small(await moment(t, match_id, panes))


async def begin_match(t: Table) -> str:
    """Begin a match of Mara against Tom and show both the preview; return its id."""
    await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", pattern="A")
    await t.tom.tap("Accept")
    for person in (t.mara, t.tom):
        await person.tap("Show it now (then it counts)")
        await person.tap("Got it")
    async with t.database.read() as r:
        (match_id,) = await open_ids(r)
    return match_id


async def act(t: Table, match_id: str) -> None:
    """Play, by text, an AI level's action for the player to act."""
    folded = await t.running.bot.ctx.app.match_state(match_id)
    seat = folded.to_act[0]
    await (t.mara, t.tom)[seat].move(choose_action(folded, seat), channel="quiet", match=match_id)


def choose_action(folded: MatchState, seat: int) -> str:
    """Return the text of the action that an AI level would play."""
    rng = rng_for(numbered_seed(3), seat, folded.length)
    return GAME.format(GAME.players[LEVEL](folded.view(seat), folded.briefing(seat), rng, BUDGET))


async def moment(t: Table, match_id: str, panes: dict[str, Pane]) -> bytes:
    """Let Mara open her panel in the thread, roll and be asked where to land; return a screenshot of that."""
    mara, tom = panes["mara"], panes["tom"]
    for pane in (mara, tom):
        await pane.go_to("Slowplay")
        await pane.sees("Your turn")
        await pane.go_to("Mara – Tom")
    await mara.tap("Move")
    await mara.tap("Roll the die")
    await mara.root.get_by_text("Where do you want to land?").last.wait_for()
    await t.settled()
    return await mara.page.screenshot()


PICTURES: Mapping[str, Callable[[], bytes]] = {
    "board.png": board,
    "preview.gif": preview,
    "fog.png": fog,
    "collapse.png": collapse,
    "duel.png": duel,
}
"""Pictures that need no browser, by file name."""


def small(data: bytes) -> bytes:
    """Reduce a PNG to a palette of 256 of its colors."""
    buffer = BytesIO()
    with Image.open(BytesIO(data)) as image:
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    main()
