"""The pages of `/decoy rules`, with pictures.

Source: games/decoy/RULES.md and docs/rulings/decoy.md.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_

import msgspec

from games.core.screen.pages import RulesPage, page_number
from games.core.screen.scene import Counter, Mark, Scene, Tint
from games.decoy.rules.board import ALL, BIT, SQUARE_OF, names_in, squares_in, towards
from games.decoy.rules.memory import Ghost
from games.decoy.rules.notes import Note, Seen, after_healing, after_hit, after_seen_step
from games.decoy.rules.pieces import KIND_OF_LETTER, KINDS, Kind
from games.decoy.rules.positions import pieces_in, position
from games.decoy.rules.sight import sight
from games.decoy.rules.state import ATTACK, MOVEMENT, SET_UP, State
from games.decoy.rules.view import View, view
from games.decoy.screen.scene import COLORS, TITLE, army, labels, own_token, scene

IDEA = """\
Two armies of twelve meet in the fog. You know every one of your own pieces. You see only the enemies that \
are near, and they all look the same: a diamond.

One of those diamonds is the **Commander**. Five are **Decoys**, and they move exactly like the Commander.

**There are two ways to win:**
- **Assassination**: destroy the enemy Commander.
- **Attrition**: destroy all five enemy Decoys.

So watch how they move, feel how hard they hit, and give away as little as you can yourself.

On your turn, your damaged pieces **heal**, then you **move**, then you **attack**.

**In the picture** you're Cyan. Discs with a letter are your pieces, diamonds are enemies you see, and \
hatched squares are in the fog."""

PIECES = """\
The board has 10×10 squares: columns a–j, rows 0–9. Cyan's home is rows 0–2, Magenta's is rows 7–9. In a \
match, you see your own side at the bottom. Each army:
```
   pieces         steps  P/H sight
C  1 Commander    1 any  5/5   3
S  2 Scouts       3 +    2/2   4
G  2 Guardians    2 any  4/4   2
I  2 Infiltrators 3 ×    3/3   2
D  5 Decoys       1 any  1/1   1
```
`+` straight, `×` diagonally, `any` both. **P**ower is how much health a hit takes away, **h**ealth is how \
much a piece can take. Scouts, Guardians and Infiltrators are your **fighters**.

**Setup.** Both players place their twelve pieces at the same time, in secret, one per square, anywhere on \
their own home rows. Start with one of three ready layouts or a random one, mirror it, and change \
whatever you like. Once you confirm it, you can't change it. Play starts when both are in, and Cyan goes \
first; in a rematch, the loser of the last match does.

No one sees your layout: not your opponent, not the channel, and not the bot if you play against it.

**In the picture**: one of many, many layouts. Its Scouts see as far as row 6; what's beyond that is \
Magenta's secret."""

MOVING = """\
You have **3 points** a turn. Each step to a neighboring square costs 1, and so does a diagonal step.

- Split the points however you like: three steps for one piece, one step each for three, or fewer. Points \
you don't use are lost.
- Each piece has a limit per turn: Commander and Decoys 1 step, Guardians 2, Scouts and Infiltrators 3.
- A piece can **turn** at every step. You can also move another piece **in between** and then continue with \
the first.
- You can only step onto an empty square. Pieces don't leap, swap places or land on each other, but a \
diagonal step can slip between two pieces.
- You see every neighboring square before you step, so you never run into something hidden.
- The fog is updated after each step. Step, look, then decide on the next one.

You're done moving when you run out of points, when none of your pieces can step, or when you say so. Once \
you attack, you can't go back to moving.

**In the picture** the Scout stepped c2–c3, then a Decoy f1–g2, then the Scout again c3–d3. That makes 3 \
points: two for the Scout, one for the Decoy."""

COMMANDER = """\
**Commander** (C): 1 step in any direction · power 5 · health 5 · sight 3
**Decoy** (D): 1 step in any direction · power 1 · health 1 · sight 1

They move alike, and that's the heart of the game. The numbers show what a step there costs; hatched squares \
are out of sight.

The Commander hits hardest of all, but when it hits a piece, that piece's owner knows at once what it is. \
Lose it and the game is over. Lose all five Decoys and it's over too."""

SCOUT = """\
**Scout** (S): up to 3 straight steps · power 2 · health 2 · sight 4

It moves only along rows and columns, and can turn a corner after each step. The numbers show how many \
points it takes to get there.

No piece sees farther: 81 squares, no matter what's in between. But a Scout that gets too close doesn't last \
long."""

GUARDIAN = """\
**Guardian** (G): up to 2 steps in any direction · power 4 · health 4 · sight 2

It can reach every square it sees. It's strong enough for the front line, and quick enough to get back to \
the Commander in time. The numbers show how many points it takes to get there."""

INFILTRATOR = """\
**Infiltrator** (I): up to 3 diagonal steps · power 3 · health 3 · sight 2

It moves farther than it sees, but its sight goes with it, step by step. The numbers show how many points it \
takes to get there.

Like a bishop in chess, it stays on squares of **one color** for the whole game. If you see a diamond on a \
light square and later on a dark one, it's not an Infiltrator. Keep one of your two on each color, and no \
square is out of their reach."""

FOG = """\
A piece sees a square area around it: sight 2 means all squares up to two steps away, diagonally too. \
Nothing blocks it. You see what any of your pieces sees, on your turn and on your opponent's. When you lose \
a piece, its sight is gone at once.

Everyone knows the empty board; only enemy pieces are hidden. When you can see one, you know its square and \
nothing else: no kind, no health, no name.

**When an enemy steps**, you're told what you see of it, step by step:

- both squares in sight: *An enemy went from e7 to e6.*
- only the first: *An enemy left your view at i6.*
- only the second: *An enemy appeared at b7.*
- neither: nothing at all

You aren't told how many points were spent, only that the turn is over. You always know how many pieces each \
side has left. You learn what a destroyed enemy was only when the game is over.

**In the picture** the first three of these have just happened, one after another: 1 went from e7 to e6, 2 \
left your view at i6, 3 appeared at b7."""

ATTACKING = """\
After moving, each of your pieces that touches an enemy, diagonally too, can attack **one** of them. Once \
per turn, whether it moved or not; the Commander and the Decoys can attack too.

- Attack one at a time, in any order; you see the result before the next one. More than one piece can hit \
the same enemy.
- The target loses as much health as the attacker has **power**. At 0 it's destroyed. It doesn't hit back.
- You don't have to attack, and you can stop at any point.

**You** are told "hit" or "destroyed", and nothing else. **The owner** is told which piece was hit, from \
which square, how hard, and how much health is left. A hit is always told with the attacker's full power, \
even if less would have been enough.

**Healing.** When your turn starts, each of your damaged pieces gets 1 health back, up to what it had at \
first. The enemy isn't told.

**In the picture** Cyan is about to attack. The Guardian on d5 and the Infiltrator on f5 can both hit e6, \
and the Decoy on i3 can hit j4. The Scout on b3 isn't touching an enemy; it was hit, and has 1 of its 2 \
health left."""

NOTES = """\
Your board remembers what you saw, unless you choose otherwise (`notes`).

- **Letters** on a diamond: it can only be one of these.
- **−1**: the health that it's sure to be missing.
- **Numbered arrows**: what you saw of your opponent's latest turn.
- **A faded diamond**: where you last saw an enemy, with the turn, until you see that it's gone.
- **A question mark**: an enemy is there again after your opponent's turn, but it may be a different one.
- **Beneath the board**: what each side has lost, and how many Decoys it has left. `S/D` was a Scout or a \
Decoy, `?` can be any.

**In the picture** the enemy on e5 was hit for 2 and has healed 1 since. On i8 you last saw one on turn 11; \
it had hit for 3, so it's an Infiltrator."""

DEDUCING = """\
What a diamond does tells you what it is. In one turn:
```
it                  so it's
steps straight      not I
steps diagonally    not S
does both           G
takes 2 steps       not C, not D
takes 3 steps       S or I
hits for 5 4 3 2 1  C G I S D
survives 1          not D
survives 2          C, G or I
survives 3          C or G
survives 4          C
```
You count only the steps you see; there may have been more. The hits of one turn add up; then it heals.

You know their army, too: once both Guardians are found, no other diamond is one.

**In the picture** b7–b6–b5 is two straight steps: S or G. f7–g6 is diagonal: not S. The one on e5 survived \
your Scout's hit for 2: C, G or I."""

SURROUNDING = """\
As in Go, what has no liberty left is lost. It takes four enemies to surround a lone piece, three at the \
edge, and two in a corner.

- **Liberties** are the empty squares next to a piece. On this page, “next to” never means diagonally.
- Pieces of one side that are next to each other are a **group**, and share their liberties.
- After **every step**, all enemy groups without a liberty are removed, no matter how healthy. Then yours \
are. So a step can cost you your own pieces, unless it makes room by removing enemies first.

They count as destroyed, even the Commander and the Decoys. You're told how many were lost, and where those \
were that you saw. Their owner is told everything.

In `Snare` (`liberties`) a square next to an enemy is no liberty, so two can surround one.

**In the picture** the Guardian can step e7–d6. Then the diamond on c6 has no empty square next to it, and \
it's gone. If the other Guardian stepped g2–h1, it would be lost itself."""

ENDING = """\
The game ends at once, even in the middle of a turn:

- **Assassination**: the enemy Commander is destroyed.
- **Attrition**: the last of the five enemy Decoys is destroyed.

Attacking and surrounding both count. If a step surrounds pieces of both sides, the enemy's go first: if \
that wins the game, you've won. Otherwise, if your step destroys your own Commander or last Decoy, you \
lose.

**The Commanders are compared** if

- no piece is removed for **30 turns**, or
- **80 turns** have been played

Each player's turn counts as one. The side whose Commander is more rows in front of its home rows wins; \
anywhere at home counts as 0. If that's equal, the side with more Decoys wins; then the side with more \
pieces. Otherwise it's a draw. The last two turns are announced.

You may resign at any time, and in a casual match between two people you can agree on a draw. If you run \
out of time, you lose; if you never acted, or neither of you confirmed a layout, the match is aborted and \
doesn't count.

When it's over, everyone sees both armies, with every move the fog had hidden."""

CHANGES = """\
The author's text leaves some things open, and as written, a match might never end. This is ours:

- **The limits**: 30 turns without a loss, or 80 turns (`quiet`, `max_plies`); then the Commanders are \
compared (`tiebreak`), so that coming forward pays. `Classic` has 60 and 300 turns, and draws.
- **Liberties** go by the text, but not in `Snare`, where surrounding is easier (`liberties`).
- **Surrounding both**: the enemy's pieces go first, as in Go, and you may surround your own (`suicide`).
- **Healing**: only your own pieces, when your turn starts (`heal`).
- **Sight** is a square area, so that no piece runs into one it doesn't see (`vision`).
- **The owner** of a piece that was hit is told from where, and what health is left.
- **Notes and letters** help your memory; `Classic` has the author's signs and no notes (`notes`, `signs`).
- **Cyan goes first** (`first`), and the loser in a rematch.
- **Resigning, clocks**, and draws by agreement in casual matches."""

CHANNEL = """\
Others may be watching, and so may your opponent. That's why the channel shows only what you **both** know:

- the empty board, whose turn it is, and how many turns have been played
- how many pieces each side has left
- how many turns have gone by without a loss
- **pieces that touch an enemy**, diagonally too: you both see those, as diamonds without a name
- each attack, as two squares and "hit" or "destroyed"
- how many pieces were surrounded

It never shows anyone's sight, points, health or setup, or any steps in the fog. Only you see your own view.

**In the picture** is the moment from the page *Attacking and healing*, as the channel sees it: five pieces \
in contact. The other nineteen are out there somewhere."""

OPTIONS = """\
You choose these with the challenge; defaults are in **bold**.

`first` **Cyan goes first**; Magenta does; or a random side does
`heal` **your pieces heal on your turns**; or all pieces heal every turn
`vision` **square sight**; diamond-shaped, where distance counts in straight steps; or round
`liberties` **straight liberties**; no liberties next to an enemy; or diagonal ones, too
`suicide` **you may surround your own group**; or you can't, from what you see
`quiet` **30**: this many turns in which no piece is destroyed end the game; 20 to 200, or 0 for never
`max_plies` **80**: after this many turns the game ends; 50 to 1000
`tiebreak` **at a limit, the Commander farther from home wins**; Commanders are compared even at home, by \
rows from the back row; more Decoys win, or else more pieces; or it's a draw
`signs` **letters on pieces**; or symbols: ★ + ✦ × ☆ (Commander, Scout, Guardian, Infiltrator, Decoy)
`notes` **the board keeps notes** on enemies; or it keeps none, and you remember

With diamond-shaped or round sight, a Decoy no longer sees what's diagonally next to it. So it can run into \
an enemy you don't see: the Decoy stays where it is, the point is spent and counts as its step, and from \
then on the two see each other until one of them moves or is destroyed. You can attack only what you see. \
The channel sees only pieces straight beside an enemy, and those that ran into each other."""


FIRST_STEPS = """\
- **Set up as a team**: the Commander behind a Guardian, Decoys beside it, fighters together.
- **Look first.** Step with a Scout, then decide.
- **Attack to destroy**: what lives heals. Two hits of one turn add up.
- **End out of reach.** A fighter strikes up to four squares away.
- **Mind your Decoys.** Without any, you've lost.
- **Send the Commander out** in time, with Decoys.

**In the picture** the Guardian and the Infiltrator touch e6. With 4 and 3 they destroy whatever it is, even \
an unhurt Commander."""

MORE = """\
What `hard` does in 200 matches of *Standard* against itself:
- 34% of its first steps are a Scout's, and 75% of its attacks destroy.
- Its Commander attacks only to destroy, all 463 times: its hit gives it away.
- In 88% of matches a side could be sure of the Commander, usually around turn 25. The first who could won \
60%; the first to take a piece, 52%.
- 45% end because a Commander is destroyed, 34% because a side has no Decoys left, and 19% because the \
Commanders are compared.
- Its Commander leaves home around turn 22. One that never moves is easy to find."""


@cache
def rules_pages() -> tuple[RulesPage, ...]:
    """Return all pages, in reading order."""
    return (
        RulesPage("The idea", IDEA, _patrol()),
        RulesPage("Your army", PIECES, _layout()),
        RulesPage("Moving", MOVING, _moving()),
        RulesPage("Commander and Decoy", COMMANDER, _commander_and_decoy()),
        RulesPage("Scout", SCOUT, _card("Se4")),
        RulesPage("Guardian", GUARDIAN, _card("Ge4")),
        RulesPage("Infiltrator", INFILTRATOR, _card("Ie4")),
        RulesPage("Fog", FOG, _fog()),
        RulesPage("Attacking and healing", ATTACKING, _attacking()),
        RulesPage("Your board's notes", NOTES, _deducing()),
        RulesPage("Who is who?", DEDUCING, _deducing()),
        RulesPage("Surrounding", SURROUNDING, _surrounding()),
        RulesPage("How it ends", ENDING),
        RulesPage("What the channel sees", CHANNEL, _channel()),
        RulesPage("What we changed", CHANGES),
        RulesPage("Options", OPTIONS),
        RulesPage("How to play well: first steps", FIRST_STEPS, _together()),
        RulesPage("How to play well: more", MORE),
    )


def rules_page(seen: View) -> int:
    """Return the number of the page about the viewer's current activity."""
    return page_number(rules_pages(), _title_now(seen))


def _title_now(seen: View) -> str:
    if seen.outcome is not None:
        return "How it ends"
    if seen.who is None:
        return "What the channel sees"
    if seen.phase == SET_UP:
        return "Your army"
    if seen.phase == ATTACK:
        return "Attacking and healing"
    if seen.phase == MOVEMENT:
        return "Who is who?" if seen.enemies else "Moving"
    return "Fog"


def _patrol() -> Scene:
    cyan = "Cd0 Db0 Dc1 De1 Dh0 Di1 Gd2 Ge4 Ib3 If3 Sc3 Si2"
    magenta = "Cd9 Dc8 Dd6 De9 Dg9 Dj6 Gf5 Gf8 Ih5 Ih8 Sb6 Sj8"
    return _picture(position(cyan, magenta))


def _layout() -> Scene:
    cyan = "Cd0 Da1 Db0 Df2 Dg0 Dh1 Gc1 Ge1 Id2 Ig2 Sb2 Si2"
    magenta = "Cf9 Da9 Dc8 Dd9 Dg8 Di9 Ge8 Gh8 Ib7 If7 Sd7 Si7"
    return _picture(position(cyan, magenta, ply=1))


def _moving() -> Scene:
    cyan = "Cd0 Da1 Db0 Dg0 Dg2 Di1 Gc1 Ge1 Ib2 Ih2 Sd3 Sj1"
    magenta = "Cf9 Da9 Dc8 Dd9 Dg8 Di9 Ge8 Gh8 Ib8 If8 Sd6 Si8"
    marks = (Mark("arrow", ("c2", "c3", "d3")), Mark("arrow", ("f1", "g2")))
    said = "Arrows: the Scout went from c2 through c3 to d3, the Decoy from f1 to g2."
    return _picture(position(cyan, magenta, points=0), marks, said)


def _fog() -> Scene:
    cyan = "Cd0 Db1 Dc1 De1 Dh0 Di1 Gd2 Gh4 Ic3 Ih2 Sd3 Sj1"
    magenta = "Cd9 Dc8 De6 Df9 Dh8 Di7 Gd8 Ge9 Ib7 Ih9 Sg6 Sj9"
    e7, e6, i6, b7 = (SQUARE_OF[name] for name in ("e7", "e6", "i6", "b7"))
    seen = (Seen(e7, e6), Seen(i6, None), Seen(None, b7))
    return _picture(position(cyan, magenta, notes=after_seen_step((), e7, e6), seen=seen, mover=1))


def _fight() -> State:
    cyan = "Cd0 Db1 Dc1 De1 Dh0 Di3 Gd2 Gd5 If5 Ih2 Sb3:1 Sg2"
    magenta = "Cd9 Dc8 De9 Df9 Dh8 Dj4 Gd8 Ge6 Ic7 Ih9 Sa8 Sj9"
    return position(cyan, magenta, phase=ATTACK)


def _attacking() -> Scene:
    marks = (Mark("option", ("d5", "f5", "i3")), Mark("strike", ("e6", "j4")))
    return _picture(_fight(), marks, "Targets: e6 for d5 and f5, j4 for i3.")


def _deducing() -> Scene:
    cyan = "Cd0 Db1 Dc1 De1 Dh0 Di1 Gd2 Gg2 Ic2 Ih2 Sd4 Sh3"
    magenta = "Cd9 Dc9 De9 Df9 Dh9 Di9 Gb9 Ge5 Ia9 Ig6 Sb5 Sj9"
    notes = after_healing(after_hit((), SQUARE_OF["e5"], KINDS[KIND_OF_LETTER["S"]].power))
    ways = (("b7", "b6"), ("b6", "b5"), ("f7", "g6"))
    seen = tuple(Seen(SQUARE_OF[source], SQUARE_OF[target]) for source, target in ways)
    for source, target in ways:
        notes = after_seen_step(notes, SQUARE_OF[source], SQUARE_OF[target])
    hitter = Note(SQUARE_OF["i8"], power=KINDS[KIND_OF_LETTER["I"]].power)
    ghost = Ghost(hitter, 11, BIT[hitter.square], still=False)
    return _picture(position(cyan, magenta, notes=notes, seen=seen, ghosts=(ghost,)))


def _surrounding() -> Scene:
    cyan = "Cd0 Db0 Dc1 Dc5 De1 Ge7 Gg2 Id3 Ic7 Sb6 Si4"
    magenta = "Cg9 Dc6 Df9 Dh9 Di1 Gg1 Ia9 Ih2 Sh0 Sj9"
    marks = (
        Mark("chosen", ("e7",)),
        Mark("landing", ("d6",)),
        Mark("strike", ("c6",)),
        Mark("danger", ("h1",)),
    )
    said = "Cyan's Guardian can step from e7 to d6, and c6 is surrounded. Danger on h1."
    return _picture(position(cyan, magenta), marks, said)


def _together() -> Scene:
    cyan = "Cd0 Db0 Dc1 De1 Dg0 Df1 Gd5 Gd1 If5 Ih2 Sb3 Si2"
    magenta = "Ce6 Dd9 De9 Df9 Dc8 Dg8 Ge8 Gh8 Ib8 Ii9 Sa8 Sj8"
    marks = (Mark("option", ("d5", "f5")), Mark("strike", ("e6",)))
    return _picture(position(cyan, magenta, phase=ATTACK), marks, "Both d5 and f5 can attack e6.")


def _channel() -> Scene:
    return scene(view(_fight(), None))


def _picture(state: State, marks: tuple[Mark, ...] = (), said: str = "") -> Scene:
    """Return Cyan's board in a match, with marks and their description for the alternative text."""
    seen = scene(view(state, 0), marks=marks)
    return msgspec.structs.replace(seen, alt=f"{seen.alt} {said}".strip())


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
    """Return pieces far apart on an empty board, with their sight and the cost of reaching squares."""
    pieces, reached = pieces_in(text), {word: _find_reached(word) for word in text.split()}
    files, ranks = labels(0)
    return Scene(
        colors=COLORS,
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


def _find_reached(word: str) -> dict[int, tuple[str, ...]]:
    """Return the squares reachable with each number of points if nothing is in the way. DP-9, DP-10."""
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
    return f"It sees {_kind(word).vision} squares in every direction. Points to get there: {'; '.join(ways)}."
