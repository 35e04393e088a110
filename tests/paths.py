"""The project's folder, for tests that read its pages or start its programs."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
