"""One player's notes and memory in the slow Decoy Patrol, from what that player is shown. DP-17, DP-43.

The memory never gets a piece: its methods take squares, sight and the public count, as the player knows them.
Call `look` after everything that can change what's in sight.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Square = tuple[int, int]
KINDS = "CSGID"
FULL = {"C": 5, "S": 2, "G": 4, "I": 3, "D": 1}
REACH = {"C": 1, "S": 3, "G": 2, "I": 3, "D": 1}


@dataclass
class Evidence:
    """What one enemy has shown without a break in sight, and what's recalled of it."""

    ways: set[str] = field(default_factory=set)
    most: int = 0
    this_turn: int = 0
    power: int = 0
    lacks: int = 0
    lived: int = 0
    may_lack: int = 0
    recalled: str = ""
    recalled_ply: int = 0

    def can_be(self) -> str:
        letters = [k for k in KINDS if self.power in (0, FULL[k]) and FULL[k] > self.lived]
        letters = [k for k in letters if REACH[k] >= self.most]
        if "diagonal" in self.ways:
            letters = [k for k in letters if k != "S"]
        if "straight" in self.ways:
            letters = [k for k in letters if k != "I"]
        return "".join(letters)

    def is_likely(self) -> str:
        both = "".join(k for k in self.can_be() if k in self.recalled)
        return both or self.can_be()

    def heal(self) -> None:
        self.lacks, self.may_lack = max(0, self.lacks - 1), max(0, self.may_lack - 1)


@dataclass(eq=False)
class Ghost:
    """An enemy out of sight: its last seen square, the ply, and its square if it hasn't moved."""

    square: Square
    ply: int
    places: set[Square]
    still: bool
    evidence: Evidence


class Memory:
    """The notes and the memory of one seat."""

    def __init__(self) -> None:
        self.about: dict[Square, Evidence] = {}  # every enemy in sight
        self.ghosts: list[Ghost] = []
        self.fallen: list[tuple[int, Square | None, str]] = []
        self.stray = 0

    # --- sight

    def look(self, shown: set, sight: set, alive: int, ply: int, still: bool) -> None:
        """Update from the squares of enemies in sight (`shown`) and the public count of enemies (`alive`)."""
        for square in sorted(set(self.about) - shown):
            self.lose(square, {square}, ply, still)
        for square in sorted(shown - set(self.about)):
            self.about[square] = self.find([ghost for ghost in self.ghosts if square in ghost.places], square)
        for ghost in self.ghosts:
            ghost.places = ghost.places - sight
        self.ghosts = [ghost for ghost in self.ghosts if ghost.places]
        while len(self.ghosts) > alive - len(shown):
            self.ghosts.pop(0)

    def lose(self, square: Square, places: set, ply: int, still: bool) -> None:
        evidence = self.about.pop(square)
        self.stray = max(self.stray, evidence.may_lack)
        self.ghosts.append(Ghost(square, ply, places, still, evidence))

    def find(self, ghosts: list[Ghost], square: Square) -> Evidence:
        """Match an enemy that comes into sight on this square with the newest of these ghosts."""
        if not ghosts:
            return Evidence()
        ghost = ghosts[-1]
        self.ghosts.remove(ghost)
        if ghost.still and ghost.places == {square}:
            return ghost.evidence
        letters = ghost.evidence.is_likely()
        return Evidence() if letters == KINDS else Evidence(recalled=letters, recalled_ply=ghost.ply)

    def enemy_left(self, square: Square, sight: set, ply: int) -> None:
        row, column = square
        around = {(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {square}
        places = {(r, c) for r, c in around if 0 <= r <= 9 and 0 <= c <= 9} - sight
        self.lose(square, places, ply, still=False)

    def enemy_appeared(self, square: Square, alive: int) -> None:
        self.about[square] = self.find(self.ghosts if alive - len(self.about) == 1 else [], square)

    def enemy_stepped(self, source: Square, target: Square) -> None:
        evidence = self.about[target] = self.about.pop(source)
        straight = source[0] == target[0] or source[1] == target[1]
        evidence.ways.add("straight" if straight else "diagonal")
        evidence.this_turn = evidence.this_turn + 1
        evidence.most = max(evidence.most, evidence.this_turn)

    # --- attacks and removals

    def was_hit(self, source: Square, power: int) -> None:
        self.about[source].power = power

    def hit(self, square: Square, power: int) -> None:
        evidence = self.about[square]
        evidence.may_lack = self.may_lack(square) + power
        evidence.lacks = evidence.lacks + power
        evidence.lived = max(evidence.lived, evidence.lacks)

    def may_lack(self, square: Square) -> int:
        return max(self.stray, self.about[square].may_lack)

    def destroyed(self, square: Square, power: int, ply: int) -> None:
        most = self.may_lack(square) + power
        letters = self.about.pop(square).can_be()
        self.fallen.append((ply, square, "".join(k for k in letters if k != "C" and FULL[k] <= most)))

    def surrounded(self, squares: list[Square], number: int, ply: int) -> None:
        """Record enemies removed by surrounding; `squares` are those that were in sight."""
        for square in sorted(squares):
            self.fallen.append((ply, square, self.about.pop(square).can_be().replace("C", "")))
        for _ in range(number - len(squares)):
            self.fallen.append((ply, None, "SGID"))

    # --- turns

    def enemies_heal(self) -> None:
        for evidence in (*self.about.values(), *(ghost.evidence for ghost in self.ghosts)):
            evidence.heal()
        self.stray = max(0, self.stray - 1)

    def enemy_turn_begins(self) -> None:
        for evidence in self.about.values():
            evidence.this_turn = 0
        for ghost in self.ghosts:
            ghost.still = False
