"""What an AI is asked, made from a match."""

from __future__ import annotations

from bot.core.match_state import MatchState, turn_began
from bot.core.move_request import MoveRequest
from games.core.selfplay import rng_for


def asked(state: MatchState, seat: int, level: str | None = None) -> MoveRequest:
    """What an AI is asked in this seat; `level`: another one than the seat's own."""
    game, match = state.game, state.match
    known = [spec.name for spec in game.option_specs if not spec.secret]
    return MoveRequest(
        game=game.key,
        level=level or state.seat_row(seat).level or next(iter(game.players)),
        seat=seat,
        options={name: match.options[name] for name in known if name in match.options},
        view=state.view(seat),
        briefing=state.briefing(seat),
        rng=rng_for(match.seed, seat, state.length),
        match=match.id,
        person=next(iter(state.people()), 0),
    )


def is_openly_to_act(state: MatchState) -> bool:
    """Whether everybody knows that an AI is to act, and nobody else could have in the turn under way.

    Where both act in secret, the set-up for example, nobody may learn who has and who has not."""
    return state.bot_to_act() is not None and len(state.moment(turn_began(state)).acting) == 1
