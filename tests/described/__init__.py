"""Traffic held against Discord's published description of its API.

    described = Described()
    playground.witnesses.append(described)
    …
    described.check()

The description is data from outside (`DESCRIPTION`); where it isn't there, nothing can be checked.
"""

from tests.described.description import DESCRIPTION
from tests.described.witness import Described

__all__ = ["DESCRIPTION", "Described"]
