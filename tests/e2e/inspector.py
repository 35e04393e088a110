"""The page as assistive technology sees it."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Page, ViewportSize

PHONE = ViewportSize(width=390, height=844)


# As the rules are named in axe's documentation. By night only the colors are others.
NIGHT_RULES = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}


RULES = {"resultTypes": ["violations"]}


# A change of colors shows itself with the next frame. What moves may be taken off the page meanwhile.
SETTLED_RESULT = """async ([within, rules]) => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(one => one.finished));
  return axe.run(within, rules);
}"""


class Inspector:
    """Collects what axe finds in one state of the page after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    async def look(self, state: str, within: str = "html") -> None:
        """Look at the page as it is or at a part of it, by day with all rules and by night at the colors."""
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE_SCRIPT)
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
