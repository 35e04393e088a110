"""Alpha-beta compared with plain minimax on small random trees."""

from __future__ import annotations

import random

import pytest

from games.core.search.negamax import Negamax, Pruning, Root
from games.core.search.nodes import Nodes

Node = tuple[int, ...]
PLENTY = 10**9
EXACT = Pruning(forcing=3)


class Tree:
    """A random tree in which a node is the path to it.

    Each node has a value; some nodes have ended, and some moves are forcing.
    """

    def __init__(self, number: int, shared: bool = False) -> None:
        self.number, self.shared = number, shared
        self.looked = 0

    def rng(self, node: Node) -> random.Random:
        return random.Random(f"{self.number} {self.name(node)}")

    def name(self, node: Node) -> Node:
        """Return the name of a node, equal for paths that differ only in order."""
        return (len(node), *sorted(node)) if self.shared else node

    def over(self, node: Node) -> float | None:
        rng = self.rng(node)
        ended = len(node) > 1 and rng.random() < 0.1
        return rng.choice([1000.0, -1000.0, 0.0]) if ended else None

    def value(self, node: Node, low: float, high: float) -> float:
        self.looked += 1
        return self.rng(node).randint(-50, 50) / 10

    def key(self, node: Node) -> Node:
        return self.name(node)

    def ways(self, node: Node) -> list[int]:
        return list(range(self.rng(node).randint(2, 4)))

    def forcing(self, node: Node) -> list[int]:
        return [way for way in self.ways(node) if way % 2 == len(node) % 2]

    def quiet(self, node: Node) -> list[int]:
        return [way for way in self.ways(node) if way % 2 != len(node) % 2]

    def after(self, node: Node, way: int) -> Node:
        return (*node, way)

    def passed(self, node: Node) -> Node:
        raise AssertionError("nobody passes here")


def minimax(tree: Tree, node: Node, depth: int, forcing: int) -> float:
    """Return the value of a node by the definition of minimax."""
    over = tree.over(node)
    if over is not None:
        return over - len(node) if over > 0 else over + len(node) if over < 0 else 0.0
    if depth > 0:
        return max(-minimax(tree, tree.after(node, way), depth - 1, forcing) for way in tree.ways(node))
    best = tree.value(node, -PLENTY, PLENTY)
    if forcing == 0:
        return best
    further = [-minimax(tree, tree.after(node, way), 0, forcing - 1) for way in tree.forcing(node)]
    return max([best, *further])


def roots_of(tree: Tree) -> list[Root[int, Node]]:
    return [Root(way, (way,)) for way in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("shared", [False, True])
def test_without_pruning_the_value_is_that_of_minimax(number: int, shared: bool) -> None:
    tree = Tree(number, shared)
    depth = 1 + number % 4
    expected = [-minimax(tree, (way,), depth - 1, EXACT.forcing) for way in range(3)]
    choice = Negamax(tree, Nodes(PLENTY), EXACT).best(roots_of(tree), depth)
    assert (choice.value, choice.depth) == (max(expected), depth)
    assert expected[choice.label] == max(expected)


def test_it_looks_at_far_less_than_minimax() -> None:
    tree, plain = Tree(3), Tree(3)
    Negamax(tree, Nodes(PLENTY), EXACT).best(roots_of(tree), 5)
    for way in range(3):
        minimax(plain, (way,), 4, EXACT.forcing)
    assert tree.looked * 3 < plain.looked


def test_what_is_added_to_a_root_counts() -> None:
    tree = Tree(5)
    values = [-minimax(tree, (way,), 1, EXACT.forcing) for way in range(3)]
    worst = values.index(min(values))
    roots = [Root(way, (way,), 3000.0 * (way == worst)) for way in range(3)]
    choice = Negamax(tree, Nodes(PLENTY), EXACT).best(roots, 2)
    assert (choice.label, choice.value) == (worst, min(values) + 3000)


@pytest.mark.parametrize("budget", [1, 2, 7, 50, 400])
def test_no_more_nodes_are_looked_at_than_there_are(budget: int) -> None:
    tree, nodes = Tree(1), Nodes(budget)
    first, again = (Negamax(tree, nodes, EXACT).best(roots_of(tree), 30) for nodes in (nodes, Nodes(budget)))
    assert first == again
    assert 0 <= nodes.left < 2
    assert tree.looked <= 2 * 2 * budget


def test_without_nodes_the_first_root_is_the_answer() -> None:
    assert Negamax(Tree(1), Nodes(0), EXACT).best(roots_of(Tree(1)), 5).label == 0


def test_a_narrow_search_still_sees_the_one_way_that_does_not_lose() -> None:
    """Search a tree in which all but the last of eight quiet replies lose at once."""

    class Trap(Tree):
        def over(self, node: Node) -> float | None:
            return 1000.0 if len(node) == 2 and node[1] != 7 else None

        def ways(self, node: Node) -> list[int]:
            return list(range(8))

        def forcing(self, node: Node) -> list[int]:
            return []

        def quiet(self, node: Node) -> list[int]:
            return self.ways(node)

    narrow = Pruning(forcing=0, widths=(2, 2))
    choice = Negamax(Trap(0), Nodes(PLENTY), narrow).best([Root(0, (0,))], 2)
    assert abs(choice.value) < 10
