"""The page as assistive technology sees it, checked by axe."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Page, ViewportSize

from tests.kit.browser import CAN_SCROLL

PHONE = ViewportSize(width=390, height=844)


# Rules have axe's names. In dark mode, only the colors differ.
NIGHT_RULES = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}


RULES = {"resultTypes": ["violations"]}


# A change of colors takes effect in the next frame. Animated parts may leave the page meanwhile.
SETTLED_RESULT = """async ([within, rules]) => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(one => one.finished));
  return axe.run(within, rules);
}"""


class Inspector:
    """A collector of axe's findings in several states of a page, and of documents that can be scrolled."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    async def look(self, state: str, within: str = "html") -> None:
        """Check the page or a part of it, in light mode with all rules and in dark mode for contrast."""
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE_SCRIPT)
        if await self.page.evaluate(CAN_SCROLL):
            self.found.append(f"{state}: the document can be scrolled")
        await self._run(state, within, RULES)
        await self.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        await self._run(f"{state}, by night", within, NIGHT_RULES)
        await self.page.emulate_media(color_scheme="light", reduced_motion="reduce")

    async def _run(self, state: str, within: str, rules: dict[str, Any]) -> None:
        result = await self.page.evaluate(SETTLED_RESULT, [within, rules])
        self.found += [
            f"{state}: {violation['impact']} {violation['id']}: {node['html'][:200]}"
            for violation in result["violations"]
            for node in violation["nodes"]
        ]
