"""How matches come about: challenges, matches against the bot, rematches."""

from __future__ import annotations

from bot.challenges import bot_matches, challenging, offering
from bot.challenges.ui import answering, asked_again, commands, following, taps
from bot.challenges.ui.buttons import Accept, Answer, Decline, PlayCoached, PlayNow, Rematch, Start, Withdraw
from bot.core.jobs import about_its_subject
from bot.outbox import notices
from bot.ui.feature import Feature

FEATURE = Feature(
    game_commands=(commands.challenge_command, commands.play_command),
    buttons={
        Accept: taps.accepted,
        Decline: taps.declined,
        Withdraw: taps.withdrawn,
        Answer: answering.tapped,
        Start: taps.started,
        PlayNow: taps.played_now,
        PlayCoached: taps.played_now,
        Rematch: taps.again,
    },
    jobs={
        offering.EXPIRY: about_its_subject(challenging.expire),
        bot_matches.EXPIRY: about_its_subject(bot_matches.expire),
    },
    messages={notices.CARD: following.send_card, notices.REMATCH: asked_again.send},
)
