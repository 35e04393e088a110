"""The first steps in Alpha Duel: ten lessons of one idea each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.alpha.rules.positions import position
from games.alpha.rules.state import COMBAT, State
from games.core.vocabulary.lessons import Lesson
from games.core.vocabulary.tasks import Answer, Exercise, Goal, Quiz

_YOU, _BOT = 0, 1
Reached = Callable[[State, State], bool]


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, in order."""
    return (
        _energy(),
        _exchange(),
        _slots(),
        _together(),
        _objects(),
        _removal(),
        _own_row(),
        _holding(),
        _counting(),
        _exhaustion(),
    )


def _to_do(state: State, question: str, reached: Reached, most: int) -> Exercise:
    return Exercise(state, _YOU, Goal(question, reached, most))


def _there(state: State, seat: int) -> list[str]:
    """Return the ids of the creatures on one side of the battlefield."""
    return [creature.card.id for creature in state.table.sides[seat].slots if creature]


def _fell(name: str) -> Reached:
    """Return a goal that is reached when no opposing creature with this card id is left."""
    return lambda _, now: name not in _there(now, _BOT)


def _energy() -> Lesson:
    state = position(5, opposing="wolf@2", hand="bear boar wolf elephant", their_hand=4)
    return Lesson(
        key="energy",
        title="Spend it all",
        text="Your bottom row is empty, so bring in some creatures. The gold number on a card is what it "
        "costs; cards with a green frame are those you can pay for. You have 5 energy this turn, and "
        "whatever you don't spend is lost.",
        exercise=_to_do(state, "Spend all 5 energy.", lambda _, now: not now.table.sides[_YOU].energy, 2),
        wrong="Some energy is left over, and nothing you hold is that cheap. Look at the gold numbers: which "
        "of them add up to 5?",
        right="3 and 2 are 5. Two creatures can also do two things a turn, where a Bear does one. Next turn "
        "you'll have 6.",
        hint="The Bear costs 4, and then there's 1 left for nothing. What goes together?",
        solutions=(("play 2 1", "play 2 2"), ("play 3 1", "play 2 2")),
    )


def _exchange() -> Lesson:
    state = position(
        7, "boar@2 tortoise@4", "bear@1 wolf@3 tiger@5", hand="elephant pitfall", phase=COMBAT, energy=0
    )
    return Lesson(
        key="exchange",
        title="Who survives?",
        text="In the Combat Phase your creatures attack. The diamond is a creature's attack, the circle "
        "its health. Both hit each other at the same time, and each loses as much health as the other "
        "one's attack. With no health left, a creature is destroyed.",
        exercise=_to_do(
            state,
            "Destroy a creature with one attack, and lose none of yours.",
            lambda start, now: (
                len(_there(now, _BOT)) < len(_there(start, _BOT)) and _there(now, _YOU) == _there(start, _YOU)
            ),
            1,
        ),
        wrong="That isn't it. Your attack must be at least the target's health, and the target's attack "
        "must be less than your creature's health.",
        right="Your Boar's 3 is enough for the Wolf, and the Wolf's 2 isn't enough for your Boar. That's "
        "the best kind of attack there is.",
        hint="Your Boar deals 3. Whose health is that enough for?",
        solutions=(("attack 2 3",),),
    )


def _slots() -> Lesson:
    state = position(
        8, "viper@1 hedgehog@3", "elephant@1 tiger@4:2", hand="mammoth elephant", phase=COMBAT, energy=0
    )
    return Lesson(
        key="slots",
        title="Any slot you like",
        text="A creature doesn't have to attack what's opposite: it may attack any slot. Damage stays, too. "
        "The red circle says that the bot's Tiger has been hurt, and it never heals.",
        exercise=_to_do(state, "Destroy the bot's Tiger with one attack.", _fell("tiger"), 1),
        wrong="The Tiger is still there. It has 2 health left: who deals 2?",
        right="A Viper for a Tiger: 1 energy for 5. Your Viper was lost, but that's a trade you'd make every "
        "day.",
        hint="It's in slot 4, and that's not too far for your Viper in slot 1.",
        solutions=(("attack 1 4",),),
    )


def _together() -> Lesson:
    state = position(6, "wolf@1 boar@2 hedgehog@4", "tiger@2 viper@4", hand="mammoth", phase=COMBAT, energy=0)
    return Lesson(
        key="together",
        title="Two against one",
        text="Your creatures attack one after the other, and as many as you like may attack the same "
        "creature. None of yours can destroy a Tiger alone.",
        exercise=_to_do(state, "Destroy the bot's Tiger with two attacks.", _fell("tiger"), 2),
        wrong="The Tiger survived. It has 5 health: add up what your creatures deal before you send them.",
        right="Together they were enough. A creature with 1 health left hits as hard as ever, so finish "
        "what you begin.",
        hint="2 and 3 are 5. The Viper and your Hedgehog can wait.",
        solutions=(("attack 1 2", "attack 2 2"), ("attack 2 2", "attack 1 2")),
    )


def _objects() -> Lesson:
    state = position(6, "viper@3", "tiger@2", hand="arrow tortoise hedgehog", energy=3)
    return Lesson(
        key="objects",
        title="Objects first",
        text="A turn has two phases: first you play cards, then you attack. Objects act at once: an Arrow "
        "deals 3 damage to one creature, and no one hits back. Then end the Action Phase, and attack.",
        exercise=_to_do(state, "Destroy the bot's Tiger this turn.", _fell("tiger"), 4),
        wrong="The Tiger is still there. It has 5 health; see what an Arrow and an attack come to together.",
        right="3 from the Arrow, 2 from the Viper. Objects first, attacks second: after the Action Phase "
        "there's no going back to your hand.",
        hint="Play the Arrow on the Tiger, end the Action Phase, and attack with the Viper.",
        solutions=(("cast 1 o2", "end", "attack 3 2"), ("play 3 1", "cast 1 o2", "end", "attack 3 2")),
    )


def _removal() -> Lesson:
    state = position(9, "", "boar@2 mammoth@4", hand="pitfall arrow elephant", energy=7)
    return Lesson(
        key="removal",
        title="The right answer",
        text="A Pitfall destroys any creature, however large. You have 7 energy, a Pitfall for 5 and an "
        "Arrow (3 damage) for 2, and the bot has two creatures.",
        exercise=_to_do(state, "Destroy both of them.", lambda _, now: not _there(now, _BOT), 2),
        wrong="One of them is still there. Which of the two could the Arrow have destroyed alone?",
        right="The Arrow was enough for the Boar, so the Pitfall was free for the Mammoth. Save your "
        "Pitfalls for the creatures nothing else can destroy.",
        hint="The Arrow deals 3, and the Boar has 3 health.",
        solutions=(("cast 1 o4", "cast 1 o2"), ("cast 2 o2", "cast 1 o4")),
    )


def _own_row() -> Lesson:
    state = position(
        9,
        "hedgehog@1:1 viper@2 wolf@3 tortoise@4 boar@5",
        "elephant@2 tiger@3",
        hand="spark mammoth",
    )
    return Lesson(
        key="own-row",
        title="Make room",
        text="You have five slots and no more, and creatures never move. Your row is full, so there's no "
        "place for the Mammoth in your hand. But Objects can be played on any creature on the battlefield.",
        exercise=_to_do(
            state, "Get your Mammoth onto the battlefield.", lambda _, now: "mammoth" in _there(now, _YOU), 2
        ),
        wrong="Your row is still full. “Another slot or target” shows your own creatures as well: is there "
        "one that a Spark (2 damage) destroys?",
        right="A small creature for a Mammoth's slot. It's rarely worth it, but when your row is full of "
        "small ones, think of it. Your hurt Hedgehog is the smallest loss.",
        hint="Play the Spark on your own Hedgehog, which has only 1 health left: choose “Another slot or "
        "target”.",
        solutions=(("cast 1 m1", "play 1 1"), ("cast 1 m2", "play 1 2"), ("cast 1 m3", "play 1 3")),
    )


def _holding() -> Lesson:
    state = position(
        9, "bear@1 tortoise@3 boar@5", "mammoth@2 wolf@4", hand="elephant", phase=COMBAT, energy=0
    )
    return Lesson(
        key="holding",
        title="Hold back",
        text="You never have to attack. If you attack, you're hit back, and a Mammoth hits for 5: that's "
        "the end of anything in your row.",
        exercise=_to_do(state, "Destroy the bot's Wolf, lose nothing, and end your turn.", _has_held, 4),
        wrong="Look at what each attack costs you. Only attacks on the Wolf are safe, and one is enough.",
        right="One good attack, and that's enough. What stays home today can attack the Mammoth together "
        "tomorrow.",
        hint="Attack the Wolf with the Boar or the Bear, and end the turn.",
        solutions=(("attack 5 4", "end"), ("attack 1 4", "end")),
    )


def _has_held(start: State, now: State) -> bool:
    """Return whether the Wolf fell to one creature of the player's, and the turn ended without a loss."""
    done = _there(now, _YOU) == _there(start, _YOU) and "wolf" not in _there(now, _BOT)
    row = (creature for creature in now.table.sides[_YOU].slots if creature)
    hurt = sum(creature.health < creature.card.health for creature in row)
    return done and hurt == 1 and now.table.ply > start.table.ply


def _counting() -> Lesson:
    state = position(
        26, "bear@2 crocodile@4", "wolf@2 boar@3", hand="arrow", they_have_left="arrow arrow pitfall"
    )
    answers = (
        Answer("objects", "Only Objects", right=True),
        Answer("creature", "At least one creature"),
        Answer("creatures", "Only creatures"),
        Answer("unknown", "There's no way to know"),
    )
    question = "Its deck is empty, and it has 3 cards in hand. What are they?"
    return Lesson(
        key="counting",
        title="Count them",
        text="When a deck runs out, nothing happens: there's just nothing more to draw. What counts is "
        "“Creatures left”, above and below the picture: all the creatures that a side still has in its "
        "deck, in its hand and on the battlefield. The bot has 2 left.",
        exercise=Exercise(state, _YOU, Quiz(question, answers)),
        wrong="Look at the upper row: how many creatures are on the battlefield, and how many does "
        "“Creatures left” say?",
        right="Both of its creatures are on the battlefield, so its hand has none. Destroy those two, and "
        "you've won.",
        hint="Two creatures left, and two are on the battlefield.",
        solutions=(("objects",),),
    )


def _exhaustion() -> Lesson:
    state = position(
        26,
        "wolf@2 boar@4",
        "tiger@2:4 wolf@3",
        hand="spark bear",
        they_have_left="arrow pitfall",
    )
    return Lesson(
        key="exhaustion",
        title="Win",
        text="If a side has no creatures left anywhere when combat ends, it loses. The bot has two left, and "
        "you can see both of them. You'll lose some of yours as well, so keep one for the end.",
        exercise=_to_do(state, "Win this turn.", _has_won, 6),
        wrong="At least one of them got away. The Tiger has 4 health and the Wolf 2; add up everything "
        "that you can deal.",
        right="You've won: the bot ran out of creatures first. If both sides run out in the same turn, it's "
        "a draw. It's also a draw after 20 turns in a row (counting both sides' turns) in which nothing "
        "happens, or after 200 turns.",
        hint="A Spark is enough for the Wolf. Who's left for the Tiger?",
        solutions=(
            ("cast 1 o3", "end", "attack 2 2", "attack 4 2"),
            ("play 2 1", "cast 1 o3", "attack 1 2"),
        ),
    )


def _has_won(_: State, now: State) -> bool:
    outcome = now.table.outcome
    return outcome is not None and outcome.winner == _YOU
