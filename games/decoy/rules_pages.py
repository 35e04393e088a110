"""`/decoy rules`: the rules page by page, with pictures.

Source: games/decoy/RULES.md and docs/rulings/decoy.md."""

from __future__ import annotations

from functools import reduce
from operator import or_

import msgspec

from games.core.pages import Page
from games.core.scene import Counter, Mark, Scene, Tint
from games.decoy.board import ALL, BIT, SQUARE_OF, names_in, squares_in, towards
from games.decoy.notes import Notes, after_healing, after_hit, after_seen_step
from games.decoy.options import read_options
from games.decoy.pieces import KIND_OF_LETTER, KINDS, Kind, Pieces, fresh, hurt, square_of
from games.decoy.scene import TITLE, army, labels, own_token, scene
from games.decoy.sight import sight
from games.decoy.state import ATTACK, MOVEMENT, POINTS, Side, State
from games.decoy.view import view

IDEA = """\
Two armies of twelve meet in the fog. You know every piece of your own. Of the enemy you see only what is \
near, and all of it looks the same: a diamond.

One of those diamonds is the **Commander**. Five are **Decoys**, and they move exactly as the Commander \
does. You win by

- **Assassination**: destroy the enemy Commander, or
- **Attrition**: destroy all five enemy Decoys.

So watch how they move, feel how hard they hit, and give away as little as you can yourself.

A turn is: your damaged pieces **heal**, then you **move**, then you **attack**.

**In the picture** you are Cyan. Discs with a letter are your pieces, diamonds are enemies that you see, \
hatched squares lie in the fog."""

ARMY = """\
The board has 10×10 squares: columns a–j, rows 0–9. Cyan is at home on rows 0–2, Magenta on rows 7–9. In a \
match you see your own side at the bottom. Each army:
```
   pieces         steps  P/H sight
C  1 Commander    1 any  5/5   3
S  2 Scouts       3 +    2/2   4
G  2 Guardians    2 any  4/4   2
I  2 Infiltrators 3 ×    3/3   2
D  5 Decoys       1 any  1/1   1
```
`+` straight, `×` diagonally, `any` both. **P**ower is what a hit takes away, **h**ealth what a piece can \
bear.

**Set-up.** Both place their twelve at the same time and in secret, one on a square, anywhere on their own \
home rows. Begin with one of three ready layouts or a random one and change what you like. Once it is sent, \
it stays. Play starts when both are in, and Cyan begins.

Nobody sees your layout: not your opponent, not the channel, and not the bot if you play against it.

**In the picture**: one of very many layouts. Its Scouts see as far as row 6; what waits beyond is \
Magenta's secret."""

MOVING = """\
You have **3 points** a turn. Every step to a neighbouring square costs 1, diagonal steps too.

- Share the points as you like: three steps for one piece, one step for each of three, or fewer. What you \
do not use is lost.
- No piece makes more steps in a turn than it is able to: Commander and Decoys 1, Guardians 2, Scouts and \
Infiltrators 3.
- A piece may **bend** its way at every step. You may also move another piece **in between** and then go on \
with the first.
- A step needs an empty square. Nobody leaps, swaps places or lands on anyone, but a diagonal step may slip \
between two pieces.
- You see every neighbouring square before you step, so you never run into something hidden.
- After each step the fog is looked at anew. Step, look, then decide about the next one.

Moving is over when the points are spent, when nobody can step, or when you say so. Once you attack, there \
is no way back to it.

**In the picture** the Scout stepped c2–c3, then a Decoy f1–g2, then the Scout again c3–d3. That makes 3 \
points: two for the Scout, one for the Decoy."""

COMMANDER = """\
**Commander** (C): 1 step in any direction · power 5 · health 5 · sight 3
**Decoy** (D): 1 step in any direction · power 1 · health 1 · sight 1

They move alike, and that is the heart of the game. The numbers show what a step there costs; the \
hatched squares are out of sight.

The Commander hits hardest of all, but whoever it hits knows at once what it is. Lose it and the game is \
over. Lose all five Decoys and it is over as well."""

SCOUT = """\
**Scout** (S): up to 3 straight steps · power 2 · health 2 · sight 4

It goes along rows and columns only, and may turn a corner after each step. The numbers show the points that \
it takes to get there.

Nobody sees further: 81 squares, whatever stands in between. A Scout that comes too near is soon lost."""

GUARDIAN = """\
**Guardian** (G): up to 2 steps in any direction · power 4 · health 4 · sight 2

It reaches every square that it sees. Strong enough to stand in the front line, and quick enough to be back \
beside the Commander in time. The numbers show the points that it takes to get there."""

INFILTRATOR = """\
**Infiltrator** (I): up to 3 diagonal steps · power 3 · health 3 · sight 2

It goes further than it sees, but its sight goes with it, step by step. The numbers show the points that it \
takes to get there.

Like a bishop in chess, it stays on squares of **one colour** for the whole game. A diamond that stands now \
on a light square and now on a dark one is no Infiltrator. Keep one of your two on each colour, \
and no square is out of their reach."""

FOG = """\
A piece sees a square field around it: sight 2 means all squares up to two steps away, diagonally too. \
Nothing blocks it. What one of your pieces sees, you see, in your own turn and in the other one. When a \
piece falls, its sight is gone at once.

The empty board is known to all; only enemy pieces hide. Of those in sight you are told the square, and \
nothing else: no kind, no health, no name.

**When the enemy steps**, you are told what you see of it, step by step:

- both squares in sight: *Enemy e7→e6.*
- only the first: *An enemy left view at i6.*
- only the second: *An enemy appeared at b7.*
- neither: nothing at all

You are not told how many points were spent, only that the turn is over. How many pieces each side still has \
is always known. What a fallen enemy was, you learn only when the game is over.

**In the picture** those three things have just happened: follow the arrow, the empty corners on i6, the \
frame on b7."""

ATTACKING = """\
After moving, each of your pieces that touches an enemy, diagonally too, may attack **one** of them. Once a \
turn, moved or not; the Commander and the Decoys can do it as well.

- One attack at a time, in any order, and you see what comes of it before the next. Several pieces may hit \
the same enemy.
- The target loses as much health as the attacker has **power**. At 0 it is destroyed. It does not hit back.
- You need not attack, and you may stop at any point.

**You** are told "hit" or "destroyed", and nothing else. **The owner** is told which piece it was, from \
which square, how many points it cost, and what health is left. The points are the attacker's full power, \
even if fewer would have done.

**Healing.** When your turn starts, each of your damaged pieces gets 1 health back, up to what it had at \
first. The enemy is not told.

**In the picture** Cyan is about to attack. The Guardian on d5 and the Infiltrator on f5 can both hit e6, \
the Decoy on i3 can hit j4. The Scout on b3 touches nobody; it was hit, and has 1 of its 2 health left."""

DEDUCING = """\
**By its steps**
- straight, along a row or column: no Infiltrator
- diagonal: no Scout
- two in one turn: no Commander, no Decoy; one straight and one diagonal: a Guardian
- three in one turn: straight ones a Scout, diagonal ones an Infiltrator

You count only the steps that you see; there may have been more.

**By its hit.** No two kinds hit alike, so being hit names the attacker:
```
5 Commander    3 Infiltrator  1 Decoy
4 Guardian     2 Scout
```
**By what it survives.** The hits of one turn add up; it heals only later.
```
Alive after   It is
1             no Decoy
2             C, G or I
3             C or G
4             the Commander
```
**Your board takes notes.** Once one or two kinds are left, the diamond bears their letters; −1 is \
health that it surely lacks; an arrow is its way in its last turn.

**Out of sight, out of mind.** When a diamond leaves your view, all its marks go. Whatever comes out of the \
fog later is a new one, even on the same square.

**In the picture** b7–b6–b5 is two straight steps: a Scout or a Guardian. f7–g6 is diagonal: no Scout. \
The one on e5 survived your Scout's 2 points and healed 1 since."""

SURROUNDING = """\
As in Go, a group without room to breathe is lost.

- A **group** is pieces of one side that are joined along rows and columns.
- Its **liberties** are the empty squares next to it, again along rows and columns. Diagonal ones do not \
count, and beyond the edge there are none.
- After **every step** all enemy groups without a liberty are removed, whatever their health. After that \
your own groups are looked at in the same way.

So a step can cost you pieces of your own, unless the enemies that it takes make room first.

Surrounded pieces count as destroyed, the Commander and the Decoys too. You are told how many fell, and \
those of their squares that you see, but not what they were. Their owner is told everything.

It is a rare weapon. Look for it in corners and along the edge.

**In the picture** the Decoy can step c7–b8. That takes the last liberty of the two diamonds in the corner, \
and both are gone. Were the Guardian to step g2–h1, it would have no liberty itself and be lost."""

ENDING = """\
The game ends at once, in the middle of a turn if need be:

- **Assassination**: the enemy Commander is destroyed.
- **Attrition**: the last of the five enemy Decoys is destroyed.

Both count by attacking and by surrounding. When a step surrounds pieces of both sides, the enemy's go \
first: if that wins the game, you have won it. Otherwise, whoever steps their own Commander or last Decoy to \
death has lost.

**Drawn** is a game in which

- no piece was removed for **60 turns**, or
- **300 turns** were played

(each player's turn counts as one).

You may resign at any time. Run out of time and you lose; if you had not acted even once, or never sent your \
set-up, the match is called off instead.

When it is over, both armies are shown to everybody, with every move that the fog had hidden."""

CHANNEL = """\
Others may watch, and so may your opponent. That is why the channel is shown only what **both** of you know:

- the empty board, whose turn it is, and how many turns were played
- how many pieces each side has left
- how many turns have gone by without a loss
- **pieces that touch an enemy**, diagonally too: you both see those, as diamonds without a name
- each attack, as two squares and "hit" or "destroyed"
- how many pieces were surrounded

Never anybody's sight, points, health or set-up, and no steps in the fog. Your own view is for you alone.

**In the picture** is the moment from the page *Attacking and healing*, as the channel sees it: five pieces \
in contact. The other nineteen are somewhere."""

OPTIONS = """\
Chosen with the challenge; what is in **bold** is usual.

`first` **cyan**, magenta, or seeded: chance decides who begins
`heal` **own**: your damaged pieces heal when your turn starts; all: those of both sides heal at every turn
`vision` **square**; diamond: distances count in straight steps; circle: the field is round
`liberties` **orthogonal**; eight: diagonal neighbours are liberties too (groups stay the same)
`suicide` **allowed**; forbidden: no step that, by what you see, would leave a group of your own without a \
liberty
`quiet` **60**: so many turns without a loss are a draw; 20 to 200, or 0 for never
`maxPlies` **300**: after so many turns it is a draw; 50 to 1000
`tiebreak` **draw**; decoys: instead of a draw, more own Decoys alive win, then more pieces

With `diamond` and `circle` a Decoy no longer sees what is diagonally beside it. So it can run into an enemy \
that you do not see: the Decoy stays where it is, the point is spent and counts as its step, and from then \
on the two see each other until one of them moves or falls. You can attack only what you see, and \
the channel sees only pairs that both sides see."""


def rules_pages() -> tuple[Page, ...]:
    """All pages, in reading order."""
    return (
        Page("The idea", IDEA, _patrol()),
        Page("Your army", ARMY, _layout()),
        Page("Moving", MOVING, _moving()),
        Page("Commander and Decoy", COMMANDER, _commander_and_decoy()),
        Page("Scout", SCOUT, _card("Se4")),
        Page("Guardian", GUARDIAN, _card("Ge4")),
        Page("Infiltrator", INFILTRATOR, _card("Ie4")),
        Page("Fog", FOG, _fog()),
        Page("Attacking and healing", ATTACKING, _attacking()),
        Page("Who is who?", DEDUCING, _deducing()),
        Page("Surrounding", SURROUNDING, _surrounding()),
        Page("How it ends", ENDING),
        Page("What the channel sees", CHANNEL, _channel()),
        Page("Options", OPTIONS),
    )


def _patrol() -> Scene:
    cyan = "Cd0 Db0 Dc1 De1 Dh0 Di1 Gd2 Ge4 Ib3 If3 Sc3 Si2"
    magenta = "Cd9 Dc8 Dd6 De9 Dg9 Dj6 Gf5 Gf8 Ih5 Ih8 Sb6 Sj8"
    return _picture(_state(cyan, magenta))


def _layout() -> Scene:
    cyan = "Cd0 Da1 Db0 Df2 Dg0 Dh1 Gc1 Ge1 Id2 Ig2 Sb2 Si2"
    magenta = "Cf9 Da9 Dc8 Dd9 Dg8 Di9 Ge8 Gh8 Ib7 If7 Sd7 Si7"
    return _picture(_state(cyan, magenta, ply=1))


def _moving() -> Scene:
    cyan = "Cd0 Da1 Db0 Dg0 Dg2 Di1 Gc1 Ge1 Ib2 Ih2 Sd3 Sj1"
    magenta = "Cf9 Da9 Dc8 Dd9 Dg8 Di9 Ge8 Gh8 Ib8 If8 Sd6 Si8"
    marks = (Mark("arrow", ("c2", "c3", "d3")), Mark("arrow", ("f1", "g2")))
    said = "Arrows: the Scout went from c2 over c3 to d3, the Decoy from f1 to g2."
    return _picture(_state(cyan, magenta, points=0), marks, said)


def _fog() -> Scene:
    cyan = "Cd0 Db1 Dc1 De1 Dh0 Di1 Gd2 Gh4 Ic3 Ih2 Sd3 Sj1"
    magenta = "Cd9 Dc8 De6 Df9 Dh8 Di7 Gd8 Ge9 Ib7 Ih9 Sg6 Sj9"
    seen = after_seen_step((), SQUARE_OF["e7"], SQUARE_OF["e6"])
    marks = (Mark("from", ("i6",)), Mark("entry", ("b7",)))
    said = "An enemy left view at i6, another appeared at b7."
    return _picture(_state(cyan, magenta, notes=seen, mover=1), marks, said)


def _fight() -> State:
    cyan = "Cd0 Db1 Dc1 De1 Dh0 Di3 Gd2 Gd5 If5 Ih2 Sb3:1 Sg2"
    magenta = "Cd9 Dc8 De9 Df9 Dh8 Dj4 Gd8 Ge6 Ic7 Ih9 Sa8 Sj9"
    return _state(cyan, magenta, phase=ATTACK)


def _attacking() -> Scene:
    marks = (Mark("option", ("d5", "f5", "i3")), Mark("strike", ("e6", "j4")))
    return _picture(_fight(), marks, "Targets: e6 for d5 and f5, j4 for i3.")


def _deducing() -> Scene:
    cyan = "Cd0 Db1 Dc1 De1 Dh0 Di1 Gd2 Gg2 Ic2 Ih2 Sd4 Sh3"
    magenta = "Cd9 Dc9 De9 Df9 Dh9 Di9 Gb9 Ge5 Ia9 Ig6 Sb5 Sj9"
    notes = after_healing(after_hit((), SQUARE_OF["e5"], KINDS[KIND_OF_LETTER["S"]].power))
    for source, target in ("b7", "b6"), ("b6", "b5"), ("f7", "g6"):
        notes = after_seen_step(notes, SQUARE_OF[source], SQUARE_OF[target])
    return _picture(_state(cyan, magenta, notes=notes))


def _surrounding() -> Scene:
    cyan = "Cd0 Db0 Dc1 Dc7 De1 Gc9 Gg2 Id3 Ie6 Sa8 Si4"
    magenta = "Cg9 Da9 Df9 Dh9 Di1 Gg1 Ib9 Ih2 Sh0 Sj9"
    marks = (
        Mark("chosen", ("c7",)),
        Mark("landing", ("b8",)),
        Mark("strike", ("a9", "b9")),
        Mark("danger", ("h1",)),
    )
    said = "Cyan's Decoy can step to b8 and take the last liberty of a9 and b9. Danger on h1."
    return _picture(_state(cyan, magenta), marks, said)


def _channel() -> Scene:
    return scene(view(_fight(), None))


def _picture(state: State, marks: tuple[Mark, ...] = (), said: str = "") -> Scene:
    """The board as Cyan sees it in a match, and what the marks on it say in words."""
    seen = scene(view(state, 0), marks=marks)
    return msgspec.structs.replace(seen, alt=f"{seen.alt} {said}".strip())


def _state(
    cyan: str,
    magenta: str,
    *,
    phase: str = MOVEMENT,
    points: int = POINTS,
    notes: Notes = (),
    mover: int = 0,
    ply: int = 15,
) -> State:
    """A moment of a match with the usual options; `notes` are Cyan's."""
    sides = (_side(cyan, notes), _side(magenta))
    return State(read_options({}), sides, mover, phase, points, ply + mover, ply - 1, False, ())


def _side(text: str, notes: Notes = ()) -> Side:
    pieces = _pieces(text)
    squares = reduce(or_, (BIT[square_of(piece)] for piece in pieces))
    return Side(pieces, squares, sight(pieces, "square"), notes)


def _pieces(text: str) -> Pieces:
    """Pieces written `Sc2`, or `Sc2:1` when 1 of the health is lost."""
    return tuple(sorted(_piece(word) for word in text.split()))


def _piece(word: str) -> int:
    whole = fresh(SQUARE_OF[word[1:3]], KIND_OF_LETTER[word[0]])
    return hurt(whole, int(word[4:] or 0)) or whole


def _kind(word: str) -> Kind:
    return KINDS[KIND_OF_LETTER[word[0]]]


def _commander_and_decoy() -> Scene:
    counters = tuple(Counter(f"{_kind(word).name} sees", str(_kind(word).vision)) for word in "CD")
    return _alone("Same steps", "Cd3 Di8", counters)


def _card(word: str) -> Scene:
    kind = _kind(word)
    numbers = {"Steps": kind.reach, "Power": kind.power, "Health": kind.power, "Sight": kind.vision}
    return _alone(kind.name, word, tuple(Counter(label, str(n)) for label, n in numbers.items()))


def _alone(subtitle: str, text: str, counters: tuple[Counter, ...]) -> Scene:
    """Pieces far apart on an empty board: what each sees, and what it takes to get where it can."""
    pieces, reached = _pieces(text), {word: _reached(word) for word in text.split()}
    files, ranks = labels(0)
    return Scene(
        title=TITLE,
        subtitle=subtitle,
        alt=f"{army(pieces)}. {' '.join(_ways(word, reached[word]) for word in reached)}",
        files=files,
        ranks=ranks,
        tints=(Tint("fog", names_in(ALL & ~sight(pieces, "square"))),),
        tokens=tuple(own_token(piece, 0) for piece in pieces),
        marks=tuple(mark for word in reached for mark in _reach_marks(reached[word])),
        counters=counters,
    )


def _reached(word: str) -> dict[int, tuple[str, ...]]:
    """Points → the squares that take so many when nothing is in the way. DP-9, DP-10."""
    edge = known = BIT[SQUARE_OF[word[1:3]]]
    reached = {}
    for points in range(1, _kind(word).reach + 1):
        steps = (towards(square, _kind(word).directions) for square in squares_in(edge))
        edge = reduce(or_, steps) & ~known
        known |= edge
        reached[points] = names_in(edge)
    return reached


def _reach_marks(reached: dict[int, tuple[str, ...]]) -> tuple[Mark, ...]:
    everywhere = tuple(square for squares in reached.values() for square in squares)
    numbers = (Mark("number", squares, str(points)) for points, squares in reached.items())
    return (Mark("option", everywhere), *numbers)


def _ways(word: str, reached: dict[int, tuple[str, ...]]) -> str:
    ways = (f"{points} to {' '.join(squares)}" for points, squares in reached.items())
    return f"It sees {_kind(word).vision} squares far. Points it takes: {'; '.join(ways)}."
