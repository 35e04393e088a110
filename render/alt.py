"""Alternative texts of pictures."""

from __future__ import annotations

from games.core.screen.scene import Scene

ALT_LIMIT = 1024
"""The most characters in Discord's description of an attachment."""


def alt_text(scene: Scene, limit: int = ALT_LIMIT) -> str:
    """Return the scene's alt text in at most `limit` characters, cut between words and then ending in "…"."""
    text = scene.alt.strip() or scene.title.strip()
    if len(text) <= limit:
        return text
    whole_words = text[:limit].rpartition(" ")[0] or text[: limit - 1]
    return whole_words.rstrip(" ,;:") + "…"
