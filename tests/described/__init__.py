"""Checks of traffic against Discord's published description of its API.

    described = Described()
    playground.witnesses.append(described)
    …
    described.check()

The description is external data (`DESCRIPTION`); without it, nothing is checked.
"""

from tests.described.description import DESCRIPTION
from tests.described.witness import Described

__all__ = ["DESCRIPTION", "Described"]
