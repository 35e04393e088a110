"""The texts of the pages of `/ccc rules`.

Source: games/ccc/RULES.md and docs/rulings/ccc.md.
"""

from __future__ import annotations

IDEA = """\
Plain shapes that stack up into towers, and towers that tip over onto the enemy: that's *Collapsable \
Construct Collision*, CCC for short. Nothing is hidden, and chance decides only who goes first.

Each side has three **Pyramids**. **Destroy all three of the enemy's** while you still have at least one of \
yours. If no one attacks for 14 turns, 7 each, the side with the stronger Pyramids wins.
```
   piece         Strength
 8 Flats         1 each
 2 Cubes         infinite
 2 Toruses       10 together
 1 Nice Flag     1
 3 Pyramids      Small  2
                 Medium 4
                 Large  6
```
**Strength** is how much a piece can take. Strength that's lost never comes back.

**The start.** The board has 8×8 squares. White's home is ranks 1 and 2, Black's is ranks 8 and 7. At \
the edge, from a to h, are Torus, Cube, Small Pyramid, Large Pyramid, Nice Flag, Medium Pyramid, Cube and \
Torus, with a row of Flats in front of them. In a match, you see your own side at the bottom.

**In the picture** White's Flats have a ring and Black's a cross. The number beside a Pyramid is its \
Strength; the number beside a Torus is what both Toruses have left. The three Pyramids are slices of one \
large pyramid: put together, they make it whole."""

TURN = """\
On your turn, you take **one** action with one piece:

- **Move** to an empty square.
- **Stack**: go onto one of your own pieces, if the two fit.
- **Attack**: go onto an enemy.
- **Power**: a Flat hops, a Structure collapses, two Pyramids swap places, the Nice Flag is put back.

You can't pass. If there's nothing at all you can do, the turn passes automatically.

**Structures** are made by stacking, and each one is a piece of its own:

- **Flat Stack**: two to five Flats
- **Constructed Pyramid**: Pyramids, each smaller than the one below
- **Pyramid Stack**: Pyramids on Flats

**Words.** *Straight* means along ranks and files. *Next to* includes diagonally. *Forward* means toward the \
enemy's side of the board. A *lone* piece isn't part of a Structure (the author calls it a *basic piece*).

**In the picture** x3 means three Flats. Lost Strength is a red block in a Pyramid. On c3 there's a \
Pyramid Stack: three Flats with the Medium Pyramid, Strength 7 in all. On d1 the Small Pyramid is on the \
Large one. Black has a Flat Stack on d5 and a Pyramid Stack on e6. The squares next \
to each Nice Flag have its color and a snowflake."""

ATTACKS = """\
To attack, go onto an enemy your piece can reach. Then **both lose 1 Strength, again and again**, until one \
of them has none left and is destroyed. So both lose as much as the weaker one had:

- If the attacker survives, it takes its enemy's square.
- If the defender survives, it stays, and the attacker is gone.
- If both had the same, both are gone, and the square is empty.

**Structures.** An attacker is worn down **from the bottom**, a defender **from the top**. When one part is \
gone, the next one takes the damage. What's left becomes whatever it is now: a Pyramid Stack may come out as \
a lone Pyramid.

**Wounds stay.** A Pyramid's loss goes with it wherever it goes.

**Toruses** of one side share their Strength. When it's used up, both are gone, wherever they are.

**Cubes** are never destroyed. Any piece that attacks one is destroyed itself, all of it.

Cubes and Nice Flags can't attack. Every other piece can attack any enemy it can reach, however foolish. \
There are two limits: a Flat Stack's step attacks lone pieces only, and a Flat's diagonal step lone Flats \
only.

**In the picture** White's Pyramid Stack, three Flats and the Small Pyramid, is about to attack Black's: two \
Flats and the Small Pyramid. Turn the page to see how it ends."""

ROUNDS = """\
White has Strength 3 + 2, Black 2 + 2. Both lose 4:
```
        White d4     Black e4
        bottom→top   bottom→top
        F F F S      F F S
1         F F S      F F S (1)
2           F S      F F
3             S      F
4             S (1)  –
```
White loses Flats first, from the bottom. Black loses the Small Pyramid first, from the top. After four \
rounds Black has nothing left. White's Small Pyramid has paid 1, is now on e4, and has 1 of its 2 left for \
the rest of the game.

If Black had attacked White instead, both would still have lost 4, but different parts: White the Small \
Pyramid and two Flats, from the top, and Black everything. One White Flat would have been left on d4.

It pays for a Pyramid Stack to attack first: its own Flats take the hits, and the enemy's Pyramid is the \
first to suffer."""

FLAT = """\
**Flat** · Strength 1 · you have eight

- It goes one square left, right or forward, never back: to an empty square, onto your own Flat or Flat \
Stack, or onto any enemy.
- **Diagonally forward** it can only attack, and only a lone Flat.
- When two lone Flats meet, both are gone. A Flat takes 1 Strength from anything stronger, but nothing from \
a Cube.
- On the last rank it can only go sideways. It doesn't promote.

And it hops: see the next page.

**In the picture** the Flat on d4 can move to e4 or make a Flat Stack on c4. It can attack the lone Flat on \
c5 or, straight ahead, the Torus on d5: Black's Toruses would have 9 left. It can't attack the stack on e5, \
because that's not a lone Flat."""

HOPPING = """\
A lone Flat can hop over a lone enemy Flat next to it if the square behind is empty. The enemy is destroyed \
at once, and the hopper loses nothing.

- **The first hop** goes left, right, forward or diagonally forward.
- **After that** it can hop again and again, in **any** direction, even backward, for as long as you like. \
You can stop anywhere, and you don't have to hop at all.
- A Flat you hop over is gone at once: its square is free to land on. So is the one the hopper came from.
- Landing next to the enemy's Nice Flag ends the chain.

Only Flats hop, and you can only hop over Flats: no stacks, no Pyramids, no friends.

**In the picture** the Flat from d3 takes three in one go: over d4, over e6, and back over f6. It \
ends on f5."""

CUBE = """\
**Cube** · infinite Strength · you have two

- It goes one to **five** squares in a straight or diagonal line, to an **empty** square.
- It **leaps** over anything in its way, friend or enemy, except the enemy's Nice Flag. It has to stop next \
to that one.
- It can't attack, it doesn't go on top of anything, and nothing goes on top of it.
- It's never destroyed. **Any piece that attacks it is gone**: a whole tower, or both Toruses, since they \
share their Strength.

That makes it the best wall there is: put it in the way of a Pyramid or a Torus. Parts that a collapse \
drops on it are lost.

**In the picture** the Cube on c3 leaps over friends and enemies. Toward f6 it gets no farther than e5, \
because the enemy's Nice Flag stops it there."""

TORUS = """\
**Torus** · you have two, with a Strength of 10 **together**

- It slides straight, any number of squares, and can't leap.
- It attacks the first enemy in its way, and **any** enemy next to it, diagonally too.
- It doesn't stack.
- What one Torus loses, both lose. At 0 both are gone, wherever they are; both show the same number.
- Torus against Torus: both sides lose what the weaker pair had. Torus against Cube: the pair is gone.
- Sliding past the enemy's Nice Flag, it stops on the first square next to it. So it can never reach the \
Flag itself.

**In the picture** the Torus on d4 can attack the Medium Pyramid on b4, the Flat on d7 and, diagonally, the \
Flat on e5. To the right it stops on f4, next to the Nice Flag on g5, and doesn't get to g4."""

FLAG = """\
**Nice Flag** · Strength 1 · you have one, and it says COOL MOVE

- It goes to **any empty square** on the board, but not on two of your turns in a row, and not on the very \
first turn of the game.
- When you move it, you **compliment** your opponent on what they just did. Choose one from the list, or use \
your own words. Everyone can read it, so be kind, and never sarcastic.
- It can't attack, it doesn't go on top of anything, and nothing goes on top of it.
- If it's been destroyed, you can **put it back**. That takes your turn, its starting square must be empty, \
and you owe a compliment on the whole game so far. You can do this any number of times, and it can move \
again on your next turn.

What is it good for? It freezes the enemies around it: see the next page.

**In the picture** the Nice Flag is on e1, and can go to every square with a dot."""

FROZEN = """\
The squares around a Nice Flag freeze the **enemy's** pieces. In the picture they have a frame in \
the Flag's color, and what's frozen is in ice.

An enemy there without a Pyramid is **frozen**. It can't move, stack, attack, hop or collapse. It still \
defends itself, a Cube is still a Cube, and its friends can go onto it.

**Passing by.** When a Cube, a Torus, a hop chain or a collapsing Flat Stack comes next to the Flag, it has \
to stop on the first such square.

Everything with a Pyramid is **immune**, even in a collapse. A Pyramid that lands on a frozen Flat thaws it: \
from the next turn on, the two can go. And since everything else is stopped next to it, only Pyramids and \
Structures with Pyramids can ever destroy a Flag. It costs them 1 Strength.

If the two Flags are next to each other, neither can move.

**In the picture** the Flag from the previous page has gone to d6. Black's Flats on c6, d5 and e7 and the \
stack on e5 are frozen (!). The Pyramid Stack on d7 is immune, and can attack the Flag right away."""

PYRAMID = """\
**Pyramid** · Small 2, Medium 4, Large 6 · you have one of each. Keep them safe.

- It slides **diagonally**, any number of squares, and can't leap.
- It attacks anything in reach. Size doesn't matter for that, only Strength does.
- It goes onto your own **larger** Pyramid (making a Constructed Pyramid), or onto your own Flats (making a \
Pyramid Stack).
- It ignores Nice Flags.

**Swap.** Two of your lone Pyramids trade places, wherever they are and whatever is between them. This takes \
your turn, and can bring them to squares of the other color.

**In the picture** the Medium Pyramid on d4 can attack the Flat on g7 or the Large Pyramid on b6. It can go \
onto the Flat on e3. It can swap with the two framed ones, c1 and d1."""

STACKING = """\
Which of your own pieces can go onto which:
```
onto            Flats Pyramids Pyramid
                               Stack
Flats           yes   no       no
Pyramids        yes   smaller  smaller
Pyramid Stack   yes   no       no
```
- **At most 5 Flats** in one tower. Pyramids don't count, so the tallest tower has eight parts.
- **Smaller**: the lowest Pyramid that's arriving must be smaller than the highest that's there. Once the \
Small one is on the Large one, the Medium one can't go between them.
- Flats never go onto Pyramids. But a Pyramid Stack can go onto Flats: they join its own Flats, at the bottom.
- Nothing goes onto a Cube, a Torus or a Nice Flag, and they don't go onto anything.

A piece can stack where it could move, and it takes your turn. Parts come off again only when the tower \
collapses or loses them in an attack.

**In the picture** each row shows, from the left: a Flat Stack, a Constructed Pyramid, a Pyramid Stack. \
White's have Strength 3, 6 + 2, and 2 + 4. Black's have 5, 6 + 4, and 1 + 2."""

FLAT_STACK = """\
**Flat Stack** · two to five Flats · Strength: the number of Flats

- It goes **one** square straight, even backward: to an empty square, or onto your own Flat or Flat Stack, \
five Flats at most.
- With such a step it can attack only **lone pieces**, with all of its Strength. To attack Structures, it \
has to collapse.
- It can't be hopped over.

**In the picture** the Flat Stack on d4 can go back to d3 or onto c4, which makes four. On e4 it can attack \
the Torus: Black's Toruses would have 7 left, and all three Flats would be gone. To get at the stack on d5, \
it has to collapse: see the next page."""

FLAT_COLLAPSE = """\
You're only offered collapses that work all the way through, so tap along and see. In full:

1. **Lift** some Flats from the top, or all of them. The others stay.
2. **Choose one straight direction.** It can't change later.
3. **Look at the next square.** Three things stop you:
 - the edge
 - a piece of your own that can't take a Flat (a stack has five at most)
 - a **barricade**: an enemy Structure with more parts than you have Flats in your hand
4. If you're stopped, **everything in your hand falls** on the square before, and you're done. On the very \
first square, the stack can't collapse that way.
5. **Drop at least one** Flat there. Next to the enemy's Nice Flag, drop them all.
6. If an enemy is there, your Flats **attack** it now, with as much Strength as you dropped. On your own \
Flats they make one stack.
7. If there are Flats in your hand, go on with step 3, whatever came of the attack.

Lone enemies never stop you. A frozen stack can't collapse.

**In the picture** White lifts four of the five Flats on b4 and drops them to the right: one on c4, one on \
d4, two on e4. That's `4b4>112`."""

FLAT_COLLAPSED = """\
**c4**: the first one joins the Flat that was there. They make a stack of two.
**d4**: one against one. Both are gone.
**e4**: two in White's hand, and a Structure of two parts. It's no barricade, since it doesn't have more. \
Two against two: all are gone.
**b4**: the fifth Flat stayed.

White has lost three Flats and Black three, in a single turn. The stack on e4 is gone, and no Flat Stack \
could have attacked it with a step.

**If White had dropped two on c4**, one Flat would have been left for e4, and a Structure of two parts is a \
barricade to that. So both Flats in White's hand would have fallen on d4: two against one, and one stays. \
That's `4b4>22`.

**In the picture** every square where a Flat fell has a frame."""

CONSTRUCTED = """\
**Constructed Pyramid** · two or three Pyramids · Strength: the sum

From bottom to top it's Large–Medium–Small, Large–Medium, Large–Small or Medium–Small.

- It slides **diagonally**, any number of squares, and can't leap, just like a lone Pyramid.
- It attacks anything in reach. When it attacks, its **largest** Pyramid pays first; when it's attacked, its \
smallest.
- It goes onto your own Flats (making a Pyramid Stack), or onto your own Pyramid if that's larger than all \
of it.
- It ignores Nice Flags. It doesn't swap.

**In the picture** Medium and Small on d4 have Strength 6. They can go onto the Flat on e3 or the Large \
Pyramid on b2. They can attack the Torus on c5 or the Flat on g7."""

PYRAMID_COLLAPSE = """\
You're only offered collapses that work all the way through. In full:

1. **Lift** some of its Pyramids from the top, or all of them.
2. **Choose one diagonal direction.** It can't change later.
3. **Go to the next square**, whatever is there. Friends, enemies and Flags don't stop you.
4. **Drop as many as you like, or none**, the lowest in your hand first. On the last square before the edge, \
drop them all.
5. If an enemy is there, what you dropped **attacks** it now, together, and the lowest pays first. On your \
own Flats or your own larger Pyramid it stays on top; on your other pieces you can't drop it.
6. If there are Pyramids in your hand, go on with step 3, whatever came of the attack.

**In the picture** White lifts Medium and Small from c3; the Large one stays. They pass over White's own \
Cube on d4. The Medium one falls on e5, they pass f6, and the Small one falls on g7. That's `2c3+>0101`."""

PYRAMID_COLLAPSED = """\
**d4**: passed over.
**e5**: Medium, 4, against three Flats. The Flats are gone, and it has 1 left.
**f6**: passed over.
**g7**: Small, 2, against one Flat. The Flat is gone, and it has 1 left.
**c3**: the Large one stayed, with all of its 6.

Two attacks in one turn, and all three Pyramids survive. But now two of them are alone and wounded, deep \
among enemies. Once a tower has tipped over, it takes a while to build it again.

**The lowest first**: White couldn't have dropped the Small one on e5 and carried the Medium one on to g7."""

PYRAMID_STACK = """\
**Pyramid Stack** · one to five Flats with Pyramids on top · Strength: the sum

- It goes **one** square in any direction.
- It attacks anything next to it, even Structures. When it attacks, its Flats pay first; when it's attacked, \
its Pyramids.
- It goes onto your own Flats, which join those at its bottom, five at most.
- Your smaller Pyramids can go on top.
- It ignores Nice Flags, and so do the Flats in it.

**In the picture** the Pyramid Stack on d4, two Flats and the Medium Pyramid, can attack the Flat Stack on \
e5: three Flats against its 6. It can go onto the Flat on c3. It can't go onto e3, because six Flats are too \
many."""

STACK_COLLAPSE = """\
You're only offered collapses that work all the way through. In full:

1. **Lift** some parts from the top, or all of them. Flats come along only if all the Pyramids do.
2. **Go one square, in any direction**: straight or diagonal, a different one each time if you like. But \
never onto the same square twice, and not back to where you started. No enemy and no Nice Flag stops you; \
only a piece of your own does, if it can't take the lowest part in your hand.
3. **Drop at least one** part there, the lowest first: Flats before Pyramids, large before small.
4. If an enemy is there, what you dropped **attacks** it now. On your own piece it stays, if it fits.
5. If there are parts in your hand, go on with step 2, whatever came of the attack. If there's no square \
left to go to, they all fall where you are.

You can end the walk on any square by dropping all the rest there. Flats that fall next to the enemy's Nice \
Flag are frozen from your next turn on.

**In the picture** White lifts four of the five parts on c3. A Flat falls on c4, a Flat on d5, the Medium \
Pyramid on e5, the Small one on f6. That's `4c3:+1:+>1:>1:+>1`."""

STACK_COLLAPSED = """\
**c4**: the first Flat joins White's own. They make a stack of two.
**d5**: one against one. Both are gone.
**e5**: Medium, 4, against two Flats. They're gone, and it has 2 left.
**f6**: Small, 2, against one Flat. The Flat is gone, and it has 1 left.
**c3**: one Flat stayed.

Three attacks in one turn, around three corners.

**Choose what to lift.** With all five, c3 would be empty now, and one more Flat could fall along the way. \
With only two, both Pyramids would go and all the Flats would stay."""

ENDING = """\
**You win** if, when a turn is over, all three of the enemy's Pyramids are destroyed and you still have one. \
It doesn't matter whose turn it was: if you lose your last Pyramid in a rash attack, you've lost. A collapse \
is played to its end even if it destroys the last Pyramid halfway.

**If no one attacks** for **14 turns** in a row (each player's turn counts as one; in *Quick* it's 10), the \
match ends, too. The side whose Pyramids have more Strength left in all wins. If that's equal, Flats and \
Toruses decide; if those are equal, too, it's a draw.

- A hop counts as an attack here. An attack on a Nice Flag doesn't.
- The picture counts these turns (*Quiet*) and says who leads. *Strength* 12 + 18 is that of Pyramids, then \
of Flats and Toruses. The last four turns are announced.

**It's a draw** if

- both sides lose their last Pyramids in the same turn,
- the same position comes up for the **third** time, with the same Strengths, the same side to move and the \
same Flags free to move, or
- neither side can do anything.

Against a person, you may agree on a draw. You may resign at any time. If you run out of time, you lose; if \
you never acted, the match is aborted instead: it doesn't count.

**In the picture** White's Medium Pyramid came from d3 and destroyed Black's last one on g6. It has 2 of its \
4 left."""

CHANGES = """\
The author's text leaves some things open, and as written, a match might never end. This is ours:

- **One row of eight Flats** (`flat_rows`). The text has two rows, which make a match much longer, and \
suggests 0 to 3. *Classic* has two.
- **An end after 14 turns without an attack** (`quiet`), 10 in *Quick*, 100 in *Classic*. By the text, only \
Pyramids end a match.
- **Then the stronger army wins** (`quiet_result`), so that the side that's behind has to attack. In \
*Classic* it's a draw.
- **More draws**: the third repetition, as in Chess, and when neither side can do anything.
- **A rematch waits for the next day** (`no_rematch_after_draw`) only after the text's own draw: both lost \
their last Pyramids.
- **Chance decides who goes first** (`first`). *Quick* and *Collision* have starts of their own \
(`position`), in which White goes first.
- **The board, and the order of the pieces** (`layout`, `symmetry`). The text doesn't give them; ours follow \
Chess.
- **Compliments have 200 characters at most.** On a server they're from a list, unless its admins allow your \
own words (`compliments`).
- **A Torus can't attack a Nice Flag** (`torus_hits_flag`): it has to stop next to it, and is frozen there.
- **Stacking takes your turn.** The text can be read both ways.
- **Resigning, time, agreed draws, takebacks, aborted matches, and the bot.**"""

OPTIONS = """\
You choose these with the challenge; defaults are in **bold**.

**The board**
`layout` **TCSLNMCT**: the special row from a to h, in any order (Torus, Cube, Small, Large, Nice Flag, \
Medium); or random
`symmetry` **mirrored rows**: same pieces on the same files; rotated rows: Black's row the other way around; \
a row for each side, only with a random layout
`flat_rows` **one row of Flats**; none; two; three, on a board with ten ranks
`row_order` **SF**: the rows from your own edge, S for the special one, F for Flats; also FS, SFF and so on
`position`: start from a position text (see the next page); the Flags' starting squares are still those of \
the layout

**Play**
`first` **a random side begins**; White; Black. In a rematch the loser goes first; if a position says which \
color begins, the loser takes that color
`torus_hits_flag` **Toruses can't attack Flags**; or they can from afar, if the Flag is the next piece in \
their way
`compliments` **in your own words**; from a list; none. On a server it's the list, unless its admins allow \
your own words

**The end**
`quiet` **14**: this many turns without an attack or a hop end the game; 1 to 1000, or 0 for never
`quiet_result` **the stronger army wins** then: more Strength in Pyramids, and if that's the same, in Flats \
and Toruses; or the stronger Pyramids; or it's a draw
`no_rematch_after_draw` **no rematch that day** if both lose their last Pyramids; or a rematch after any draw\
"""

TYPING = """\
Squares are `a1` to `h8`.
```
d3-d4       move
d3&e3       stack onto your own
d4xe5       attack
d4^d6^f4    hop, each landing
c1~f1       swap, lower square first
N@d5{Nice.} Flag to d5, compliment
N*{Nice.}   Flag back home
4d4+112     4 lifted; 1, 1, 2 fall
2c3+>0101   the same; 0: none falls
4c3:+>1:<3  Pyramid Stack: each step
            with what falls there
--          pass (only if you must)
```
**Directions** are White's: `+` up, `-` down, `>` right, `<` left, and so `+>` `+<` `->` `-<`. The numbers \
that fall add up to the number lifted. When a whole Structure goes to one square in its reach, that's a \
move, stack or attack, and written as one.

**Positions** are read rank by rank from the top, a number for that many empty squares:
```
tcslnmct/ffffffff/8/8/8/8/
FFFFFFFF/TCSLNMCT
w 10,10 00 0 1
```
Capitals are White. A Structure is in parentheses, bottom first, and a wounded Pyramid shows its Strength: \
`(FFM3S)`, and `(M3)` for a lone one. Then come the side to move, the Strength of White's and Black's \
Toruses, a 1 for each side that moved its Flag on its last turn, the number of turns without an attack or a \
hop, and the number of the turn. It's all one line, with single spaces."""

CREDITS = """\
CCC was designed by **Nikki Bee** in a dream. No, really. Version 2, which we play, simplifies it and \
tightens its focus.

- It draws mostly from Checkers and [Chess](https://en.wikipedia.org/wiki/Chess).
- Stacking and collapsing come from [Tak](https://boardgamegeek.com/boardgame/197405/tak) and \
[Veritas](https://boardgamegeek.com/boardgame/27042/veritas).
- The design in general comes from [Chess by Sylvie](https://www.glorioustrainwrecks.com/node/11526)."""

FIRST_STEPS = """\
- **Build first.** Bring Flats forward, and stack two or three.
- **Be the one who strikes**, at what's weaker. Let Flats pay: when a tower attacks, they go first.
- **Guard your Pyramids.** Their Strength never comes back. Look along the lines of enemy Toruses and \
Pyramids.
- **Use your Flag** to freeze what's about to strike.
- **Close gaps.** A lone Flat with an empty square behind it can be hopped over.

**In the picture** Black's Torus on d5 was about to take White's Medium Pyramid on d2. White's Nice Flag on \
e4 has frozen it."""

MORE = """\
What `hard` does in 60 matches of *Standard* against itself. Points are out of 100; a draw is worth half.
- 88% end because a side's Pyramids are gone, 8% because no one attacks.
- With the stronger Pyramids after turn 20, it scores 83.
- 51% of lost Pyramids are destroyed by a Torus. But taking Toruses wins nothing by itself: the first to \
take both scores 44.
- It stacks Flats early, and puts a Pyramid on top later: the first to have one there scores 62.
- 46% of its collapses attack. The rest spread a tower out over good squares.
- 71% of its Flag moves freeze a Torus."""
