"""The faults that can be planted in a Python or SQL file: each is one small change of its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
CALLS = {"max": "min", "min": "max", "any": "all", "all": "any"}
MAX_CONSTANT = 1000
LOGGING = re.compile(r"(await )?_?log(ger)?\.|.*\.(labels|observe|inc)\(|super\(\)")
SQL = (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" = ", " <> "),
    (r" <> ", " = "),
    (r"\bAND\b(?! NULL)", "OR"), (r"\bIS NULL\b", "IS NOT NULL"), (r"\bIS NOT NULL\b", "IS NULL"),
    (r"\bNOT EXISTS\b", "EXISTS"), (r" DESC\b", ""), (r"\bMAX\(", "MIN("), (r"\bMIN\(", "MAX("),
    (r"\bUNION ALL\b", "UNION"), (r"\bLEFT JOIN\b", "JOIN"), (r"\bDISTINCT ", ""), (r" OFFSET :\w+", ""),
    (r"\bAND [^\n();]+?(?=\n|;| ORDER| GROUP| LIMIT| RETURNING|$)", ""),
    (r"(?<=\bORDER BY )([\w.]+)(?=[,;\n])", r"\1 DESC"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of a file: the bytes from `start` to `end` become `mutant`."""

    file: str
    lines: range
    start: int
    end: int
    original: str
    mutant: str
    names: tuple[str, ...] = ()
    """Names that the changed line defines at import: names in Python, queries in SQL."""

    def __str__(self) -> str:
        shown = (" ".join(text.split()) for text in (self.original, self.mutant))
        return f"{self.file}:{self.lines.start}  " + " → ".join(text[:90] or "(nothing)" for text in shown)

    def planted(self, source: bytes) -> bytes:
        """Return the file with the fault."""
        return source[: self.start] + self.mutant.encode() + source[self.end :]


def faults_of(root: Path, file: str) -> list[Fault]:
    """Return every fault for a file."""
    source = (root / file).read_bytes()
    if file.endswith(".sql"):
        return list(_in_sql(file, source.decode()))
    return _Python(file, source).faults


def is_readable(root: Path, fault: Fault) -> bool:
    """Return whether a file with a fault is still a valid program, and a different one."""
    source = (root / fault.file).read_bytes()
    if fault.file.endswith(".sql"):
        return True
    try:
        return ast.dump(ast.parse(fault.planted(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def _in_sql(file: str, text: str) -> Iterator[Fault]:
    name = ""
    place = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if named := re.match(r"-- name: (\w+)", line):
            name = named[1]
        elif not line.startswith("--"):
            for pattern, by in SQL:
                for found in re.finditer(pattern, line):
                    start, end = (len(text[: place + edge].encode()) for edge in found.span())
                    changed = line[: found.start()] + found.expand(by) + line[found.end() :]
                    names = (f"queries.{Path(file).stem}.{name}", f"q.{name}") if name else ()
                    yield Fault(file, range(number, number + 1), start, end, line, found.expand(by), names)
                    assert changed != line
        place += len(line)


class _Python(ast.NodeVisitor):
    """Collects the faults of one file."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source, self.faults = file, source, list[Fault]()
        lines = source.splitlines(keepends=True)
        self.starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
        self.names: tuple[str, ...] = ()
        self.depth = 0
        self.visit(ast.parse(source))

    def plant(self, node: ast.AST, mutant: str, span: tuple[int, int] | None = None) -> None:
        """Add the fault that replaces a node by this text."""
        first, last = node.lineno, node.end_lineno or node.lineno  # type: ignore[attr-defined]
        start = self.starts[first - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self.starts[last - 1] + node.end_col_offset  # type: ignore[attr-defined]
        names = () if self.depth else self.names
        text = self.source[start:end].decode()
        self.faults.append(Fault(self.file, range(first, last + 1), start, end, text, mutant, names))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr):
            self._expression(node)
        elif isinstance(node, ast.stmt):
            self._statement(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.depth += 1
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                self.visit(default)
            for inner in node.body:
                self.visit(inner)
            self.depth -= 1
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                self.visit(inner)
        elif isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom):
            pass
        elif isinstance(node, ast.Subscript):
            self.visit(node.value)
            for child in node.slice.elts if isinstance(node.slice, ast.Tuple) else (node.slice,):
                self.visit(child)
        elif isinstance(node, ast.AnnAssign):
            self._named(node, [node.target])
            if node.value:
                self.visit(node.value)
        else:
            if isinstance(node, ast.Assign):
                self._named(node, node.targets)
            for child in ast.iter_child_nodes(node):
                self.visit(child)

    def _named(self, node: ast.stmt, targets: list[ast.expr]) -> None:
        if not self.depth:
            self.names = tuple(target.id for target in targets if isinstance(target, ast.Name))

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Call() | ast.Await()) if not LOGGING.match(ast.unparse(node)):
                self.plant(node, "pass")
            case ast.Raise() | ast.AugAssign():
                self.plant(node, "pass")
            case ast.Return(value=ast.Constant(value=bool() | None) | None):
                pass
            case ast.Return():
                self.plant(node, "return None")
            case ast.If(test=test) | ast.While(test=test) if ast.unparse(test) != "TYPE_CHECKING":
                self.plant(test, f"(not ({ast.unparse(test)}))")

    def _expression(self, node: ast.expr) -> None:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                self.plant(node, f"({ast.unparse(left)} {COMPARISONS[type(op)]} {ast.unparse(right)})")
            case ast.BoolOp(op=op, values=values):
                other = ast.Or() if isinstance(op, ast.And) else ast.And()
                self.plant(node, f"({ast.unparse(ast.BoolOp(other, values))})")
                for left_out in values:
                    kept = [value for value in values if value is not left_out]
                    rest = kept[0] if len(kept) == 1 else ast.BoolOp(op, kept)
                    self.plant(node, f"({ast.unparse(rest)})")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.plant(node, f"bool({ast.unparse(operand)})")
            case ast.IfExp(test=test):
                self.plant(test, f"(not ({ast.unparse(test)}))")
            case ast.Constant(value=bool(value)):
                self.plant(node, str(not value))
            case ast.Constant(value=int(value)) if value <= MAX_CONSTANT:
                self.plant(node, str(value + 1))
                self.plant(node, str(value - 1))
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                self.plant(node.func, CALLS[name])
            case ast.Tuple(elts=elements, ctx=ast.Load()) | ast.List(elts=elements) if len(elements) > 1:
                for left_out in elements:
                    rest = [element for element in elements if element is not left_out]
                    self.plant(node, ast.unparse(type(node)(rest, ast.Load())))
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                if not any(
                    isinstance(side, ast.JoinedStr | ast.List | ast.Tuple) or _is_text(side)
                    for side in (left, right)
                ):
                    other = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
                    self.plant(node, f"({ast.unparse(ast.BinOp(left, other, right))})")
            case (
                ast.ListComp(generators=loops)
                | ast.SetComp(generators=loops)
                | ast.GeneratorExp(generators=loops)
                | ast.DictComp(generators=loops)
            ):
                for test in (test for loop in loops for test in loop.ifs):
                    self.plant(test, "True")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
