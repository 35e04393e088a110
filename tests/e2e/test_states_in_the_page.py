"""Every state of the page in five sizes: nothing scrolls the document, leaves the window, or is cut off."""

from __future__ import annotations

import pytest

from tests.e2e.inspector import Inspector
from tests.e2e.page_states import Stage, states
from tests.kit.browser import CHROMIUM, page_of
from tests.kit.table import table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

# Return a sentence for each visible element that is outside of its box or of the window. Text may end with an
# ellipsis, and code and what's typed may be scrolled to the side. A picture lies under its button.
FIND_SPILLS = """async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  const name = one => `${one.tagName}.${one.className} “${one.textContent.slice(0, 30)}”`;
  for (const one of document.body.querySelectorAll("*")) {
    const isHidden = !one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (isHidden || one.offsetWidth <= 1 || one.closest("svg, .sr-only, .skip, .picture, pre *")) continue;
    if (one.matches("input, textarea")) continue;
    const { left, right } = one.getBoundingClientRect();
    const { display, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one);
    const isScrolled = one.matches("pre") || display === "inline";
    const hides = overflowY === "hidden" && one.scrollHeight > one.clientHeight + 1;
    const isShortened = textOverflow === "ellipsis" || webkitLineClamp !== "none";
    if (left < -0.5 || right > innerWidth + 0.5) found.push(`${name(one)} leaves the window`);
    if (isScrolled || isShortened) continue;
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)} is too narrow for its content`);
    if (hides) found.push(`${name(one)} is too low for its content`);
  }
  for (const one of document.querySelectorAll(".composer, .completion, .popup, .tour")) {
    const { top, bottom } = one.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) found.push(`${name(one)} is too high for the window`);
  }
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.scrollingElement;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) found.push("the document can be scrolled");
  return found;
}"""

INSPECTED = {
    "an embed": ".message:last-child",
    "uploaded files": ".message:last-child",
    "a bot that has ended": "#notices",
}


async def test_in_no_state_and_size_does_anything_leave_its_box() -> None:
    seen, spilled = [], []
    async with table("mara", "tom", "ines") as t, page_of(t, "mara") as panes:
        page = panes["mara"].page
        inspector = Inspector(page)
        await page.emulate_media(reduced_motion="reduce")
        stage = Stage(t, page, panes["mara"])
        async for state in states(stage):
            seen.append(state)
            if state in INSPECTED:
                await inspector.look(state, INSPECTED[state])
            for size in stage.sizes:
                await page.set_viewport_size(size)
                found = await page.evaluate(FIND_SPILLS)
                spilled += [f"{state}, {size['width']} px: {sentence}" for sentence in found]
            await page.set_viewport_size(stage.sizes[0])
    assert spilled == []
    assert inspector.found == []
    assert INSPECTED.keys() <= set(seen)
