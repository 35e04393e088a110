"""The named ways to play CCC; docs/rulings/ccc.md says how they work out."""

from __future__ import annotations

from games.core.vocabulary.presets import Preset

QUICK = "1tslnmc1/1ffffff1/8/8/8/8/1FFFFFF1/1TSLNMC1 w 10,10 00 0 1"
"""A smaller, mirrored set; it is even between two `hard` players, although White always begins. CCC-7."""

COLLISION = "t2(lms)n2t/8/1(fff)(fff)2(fff)(fff)1/8/8/1(FFF)(FFF)2(FFF)(FFF)1/8/T2(LMS)N2T w 10,10 00 0 1"
"""A position with ready-made Structures; its Flat Stacks can only reach each other by collapsing."""

PRESETS: tuple[Preset, ...] = (
    Preset(
        "Standard",
        "One row of Flats. 14 turns (7 each) without an attack: the stronger army wins.",
    ),
    Preset(
        "Quick",
        "Six Flats, a Cube and a Torus each; 10 turns without an attack end it.",
        {"quiet": 10, "position": QUICK},
        rated=False,
    ),
    Preset(
        "Collision",
        "Ready to collapse: four Flat Stacks each, and all three Pyramids on each other.",
        {"position": COLLISION},
        rated=False,
    ),
    Preset(
        "Classic",
        "The author's two rows of Flats; the draw after 100 turns with no attack is ours.",
        {"flatRows": 2, "quiet": 100, "quietResult": "draw"},
        rated=False,
    ),
    Preset(
        "Shuffled",
        "The special pieces in a random order, the same for both.",
        {"layout": "random"},
        rated=False,
    ),
)
"""The presets; the first one is the default."""
