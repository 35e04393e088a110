"""The texts of the pages of `/creators rules`; those with braces are filled in from the ruleset."""

from __future__ import annotations

IDEA = """\
For a few seconds a pattern glows on an empty board. Then it's gone, and the only place it still exists is \
your memory.

The **Creator** has 32 pawns on the top two rows and uses them to rebuild the pattern. Once enough of its \
cells are filled, they win.
The **Destroyer** has 32 pawns on the bottom two rows and tries to stop that. If the last round ends and \
the Creator hasn't won, they win.

Both are at the mercy of one die, and no pawn is ever out of the game: a captured pawn goes straight back \
home. You win by shaping the board, not by emptying it."""

PREVIEW = """\
Before the first move, each player gets a preview in private. You can't play before you've looked.

The **Creator** sees the pattern: cell by cell, then all of it for 8 seconds, then it fades.
The **Destroyer** sees five patterns, one after the other and then all laid over each other, and isn't told \
which of them it is. (`destroyer_preview` changes that.)

- A pattern is a letter, a digit or a symbol, drawn on a grid of 7×7 squares. It fills 10 to 24 of them: \
its **cells**. *Standard* and *Open* draw from the {fair} that are fair to both sides (see *The deck*), \
*Long* and *Classic* from all {all}. *Memory* uses a *scribble*: 15 random cells, with no name to help you.
- One cell is one square. The drawing is always in files e–k and ranks 12–6, one row closer to the Creator: \
never larger, smaller or turned, and upside down only if you choose `flip_pattern`.
- After that, nothing gives it away: no square lights up when you get it right, nothing counts for you, and \
you can move just as freely on a right square as on a wrong one.
- When the match is over, everyone sees it again.

Only the Creator knows how many cells the pattern has and how many are needed right now. If the Destroyer \
is shown the whole pattern, everyone does."""

MOVING = """\
The Creator goes first; then you take turns. Each of you sees the board from your own side. On your turn:

1. **Roll** the die. After your first turn the bot does that for you, unless you'd rather do it yourself \
(`/settings`).
2. **Choose one** of your pawns.
3. **Move it exactly that far** in one straight line: along a row, along a column or diagonally.

- Only the square where it lands matters. It leaps over anything in the way, friend or foe, without harming \
it.
- It can land on an empty square or on an enemy, never on your own pawn and never off the board. Home rows \
are squares like any other.
- If you can move, you must. If you can't, your turn is skipped automatically.
- You can't take back a move.

**In the picture** the Creator rolled a 3 and picked h11. Six squares are free to land on; h8 is one of \
them, even though two pawns are in the way. On k8 it would capture. On e14 there's a friend."""

CAPTURE = """\
Land on an enemy and you take its place. You don't have to capture, even when you can.

The captured pawn isn't lost. **It comes home at once, automatically**, and that doesn't cost anyone a turn:

- It enters its own back row, on the empty square closest to the column where it was captured (if two are \
equally close, the one farther left).
- If the back row is full, it enters the other home row in the same way.
- If both are full, it waits beside the board and enters as soon as a home square is free. The pawn that has \
waited longest goes first.

A pawn can be captured any number of times.

**In the picture** the pawn from h11 captured on k8. The Destroyer's back row has room on f1 and l1; l1 is \
closer to the k file, so that's where the pawn is now."""

FADING = """\
Holding a whole pattern against a good Destroyer is next to impossible. But memory fades, and the pattern \
with it:

- In the **first round** the Creator needs **every** cell.
- From then on fewer and fewer are needed, in even steps, down to the pattern's **par** in the last round. \
Each pattern has its own par, so that two equally good players both have a fair chance.

A round is one turn for each player. Say the pattern has 16 cells and par 6:
```
Round   Cells needed
1       16
3       15
5       14
10      12
15       9
19       7
20       6
```
Which of the cells you hold is up to you. Every change is announced to those who know the number (see *The \
preview*)."""

ENDING = """\
**The Creator wins** at once if, with their own move, they fill a cell of the pattern and then hold as many \
of its cells as that round requires.

- You have to hold them all at the same time. A cell you've left, or where your pawn was captured, doesn't \
count.
- Pawns elsewhere do no harm.
- Only a move that **fills** wins: after it you hold more cells than before. (`winning_move` changes that.) \
When the number drops to what you already hold, you still have to fill one more. A skipped turn, a pawn \
coming home or the Destroyer's move never wins for you.

**The Destroyer wins** if the last round ends and the Creator hasn't done it. Filling the pattern with \
Destroyer pawns blocks it, but doesn't win.

**Other ends.** You may resign at any time. If you run out of time, you lose; but if you hadn't moved or \
looked at the pattern by then, the match is aborted and doesn't count. Once you've seen it, leaving counts \
as resigning. (With two *legs*, you play the same pattern twice with sides swapped; leaving the second one \
is resigning, too.) There are no draws, except with the option `victory`: if both can win by cells, the \
same number at the end is a draw, and you can agree on one.

**In the picture** all 16 cells of an A are held at once. The pawns elsewhere don't matter."""

CHANGES = """\
The author's text leaves some things open, and as written, a match might never end. This is ours:

- **Fewer cells over time, and a last round** (`ending`, `rounds`). A good Destroyer holds off nearly any \
pattern forever; as the text's own “Memory fades” says, it gets easier. After the last round the Destroyer \
wins.
- **Only a move that fills a cell wins** (`winning_move`). A falling number must never win a match. In \
*Open* and *Classic* any move of the Creator's wins, as in the text.
- **The Destroyer sees five patterns** (`destroyer_preview`). The text shows the pattern to “players”, and \
says that Destroyers don't know the full truth. In *Open*, *Memory* and *Classic* both see it.
- **Patterns that are fair to both sides** (`category`), so that the luck of the draw doesn't decide a \
match. The drawings, the shapes and the scribbles are ours.
- **A captured pawn enters near its column** (`reentry`), or waits if home is full. The text says only that \
it returns.
- **You may capture, and don't have to** (`must_capture`): the text forbids ignoring “forced replacement”, \
and forces none.
- **Only the Creator wins by cells** (`victory`). The text's rules say so, but its algorithms let both win.
- **No feedback, and 8 seconds** (`progress`, `preview_seconds`). The text names neither.
- **Resigning, time, aborted matches**, as in all our games."""

DECK = """\
The 45 patterns, drawn exactly as they lie on the board: A–Z, 0–9 and ! ? + - * / @ # $.

The zero has a slash and the O doesn't; the one has a flag and the I has two bars.

All but {unfair} are fair to both sides, and *Standard* and *Open* never draw {unfair}. In 40 rounds, \
`category` *fair patterns* draws from {of_long}.

The bottom row, ♥ and company, is a deck of its own: choose `category` *shapes only*, or name one as the \
`pattern`. You never get shapes any other way.

A scribble isn't here, or on any page: a random one is drawn for your match alone."""

FIRST_STEPS = """\
**As the Creator**
- **Fill, and stay.** A pawn on a right square has done its job: move another one.
- **Begin near home.** After a capture, a pawn is there again soonest.
- **Spread out.** Five pawns that all need a 3 are worth one.

**As the Destroyer**
- **Take cells**: your pawns come home, too.
- **Watch which pawns stay**: they're likely on cells, and tell your five patterns apart.
- **Answer every roll**, a 1 as well as a 6.

**In the picture** every roll brings a Creator pawn to h9. The numbers show which one."""

MORE = """\
What `hard` does in 400 matches against itself:
- As the Creator, it fills whenever it can, and 80% of its cells after round 10 are in its 3 nearest rows.
- 73% of its wins come in rounds 19 and 20. If it lacks 3 cells as round 16 begins, it wins 62%; with 5, \
42%.
- As the Destroyer, it takes a cell 98% of the time. Only 1.7 of its pawns are out.

The author's advice: *spread pawns early, secure pattern corners first, and avoid clustering.* To the \
Destroyer: *target pattern intersections, trade pawns aggressively, and force awkward dice outcomes.*"""
