"""Pictures of a match as plain data: a player's board with its fog, the public board, and the truth."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from games.core.endings import describe_act
from games.core.screen.scene import Counter, Mark, Scene, SeatColors, Tint, Token, steps
from games.decoy.rules.board import ALL, BIT, FILES, NAMES, ROWS, names_in, squares_in
from games.decoy.rules.layouts import HOME_ROWS
from games.decoy.rules.memory import Ghost
from games.decoy.rules.narration import ending_sentence
from games.decoy.rules.notes import Note, Seen, likely, possible
from games.decoy.rules.options import Options
from games.decoy.rules.pieces import ARMY, KIND_OF_LETTER, KINDS, Pieces, damage_of, kind_of, square_of
from games.decoy.rules.state import MOVEMENT, POINTS, SEAT_NAMES, SET_UP
from games.decoy.rules.view import View, contact_of
from games.decoy.screen.last_turns import announce_end
from games.decoy.screen.ledger import enemy_decoys, enemy_losses, in_letters, own_decoys, own_losses
from games.decoy.screen.note_texts import ghosts_in_words, names
from games.decoy.screen.own_notes import hide_notes, keeps_notes

TITLE = "Decoy Patrol"
COLORS: SeatColors = "cyan-magenta"
_MOST_LETTERS = 2


def scene(view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
    """Return the board as the viewer sees it, with their side at the bottom (DP-1); `flip` turns it."""
    view = hide_notes(view)
    files, ranks = labels(view.who, flip)
    drawn = Scene(
        colors=COLORS,
        title=TITLE,
        subtitle=_subtitle(view),
        notice=announce_end(view),
        alt=_alt(view),
        files=files,
        ranks=ranks,
        tints=(*home_tints(), *_fog(view)),
        tokens=_tokens(view),
        marks=(*_blasts(view), *steps(map(_way, view.seen)), *marks),
        counters=_counters(view),
        turn=view.side,
        below=_ledger(view),
    )
    return in_signs(drawn, view.options)


def in_signs(drawn: Scene, options: Options) -> Scene:
    """Return the picture with known pieces in the match's signs; notes on diamonds stay letters."""
    if options.signs == "letters":
        return drawn
    tokens = tuple(
        msgspec.structs.replace(token, label=KINDS[KIND_OF_LETTER[token.label]].glyph)
        if token.shape == "disc"
        else token
        for token in drawn.tokens
    )
    return msgspec.structs.replace(drawn, tokens=tokens)


def sign(kind: int, options: Options) -> str:
    """Return the sign on the pieces of a kind."""
    return KINDS[kind].letter if options.signs == "letters" else KINDS[kind].glyph


def labels(who: int | None, flip: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files from the left and the rows from the top; Magenta looks from the opposite side."""
    files, ranks = tuple(FILES), tuple(reversed(ROWS))
    return (files[::-1], ranks[::-1]) if (who == 1) != flip else (files, ranks)


def home_tints() -> tuple[Tint, Tint]:
    """Return the tints of both seats' home rows."""
    home = HOME_ROWS * len(FILES)
    return Tint("home0", NAMES[:home]), Tint("home1", NAMES[-home:])


def own_token(piece: int, seat: int) -> Token:
    """Return the token of a known piece: its letter, and the health left if it is hurt."""
    kind, damage = KINDS[kind_of(piece)], damage_of(piece)
    badge = str(kind.power - damage) if damage else ""
    return Token(NAMES[square_of(piece)], "disc", seat, kind.letter, badge)


def _fog(view: View) -> tuple[Tint, ...]:
    if view.who is None or not view.sight or view.truth is not None or view.phase == SET_UP:
        return ()
    return (Tint("fog", names_in(ALL & ~view.sight)),)


def _tokens(view: View) -> tuple[Token, ...]:
    if view.truth is not None:
        return tuple(own_token(piece, seat) for seat in (0, 1) for piece in view.truth[seat])
    if view.who is None:
        return tuple(
            Token(name, "diamond", seat)
            for seat, squares in enumerate(contact_of(view))
            for name in names_in(squares)
        )
    own = tuple(own_token(piece, view.who) for piece in view.own)
    return (*own, *_diamonds(view))


def _diamonds(view: View) -> tuple[Token, ...]:
    """Return the enemies in sight, and on other squares the latest ghost."""
    if view.who is None:
        return ()
    notes = {note.square: note for note in view.notes}
    seat, taken = 1 - view.who, view.squares | view.enemies
    seen = (_diamond(seat, notes.get(square, Note(square))) for square in squares_in(view.enemies))
    ghosts = {ghost.note.square: ghost for ghost in view.memory.ghosts}
    unseen = (_ghost(seat, ghost) for square, ghost in ghosts.items() if not taken & BIT[square])
    return (*seen, *unseen)


def _diamond(seat: int, note: Note) -> Token:
    """Return an enemy's token: the letters of its kinds if few are left, and the health it lacks."""
    badge = f"−{note.damage}" if note.damage else ""
    return Token(NAMES[note.square], "diamond", seat, _letters(note), badge)


def _ghost(seat: int, ghost: Ghost) -> Token:
    """Return a ghost's token: the letters of its kinds, and the turn in which it was last seen."""
    letters = _letters(ghost.note)
    return Token(NAMES[ghost.note.square], "diamond", seat, letters, str(ghost.ply), faded=True)


def _letters(note: Note) -> str:
    """Return the letters of a piece's kinds if few are left; “?” if only memory says so."""
    kinds = likely(note)
    letters = "".join(KINDS[kind].letter for kind in kinds)
    doubt = "" if kinds == possible(note) else "?"
    return letters + doubt if len(kinds) <= _MOST_LETTERS else ""


def _blasts(view: View) -> tuple[Mark, ...]:
    """Return marks on the squares of the attacks in this turn and the last one."""
    squares = tuple(dict.fromkeys(NAMES[blast.target] for blast in view.blasts))
    return (Mark("blast", squares),) if squares else ()


def _way(seen: Seen) -> tuple[str, ...]:
    return tuple(NAMES[square] for square in (seen.source, seen.target) if square is not None)


def _counters(view: View) -> tuple[Counter, ...]:
    counters = [Counter("Pieces", str(view.counts[seat]), seat) for seat in (0, 1)]
    if view.phase == MOVEMENT:
        counters.append(Counter("Points", f"{view.points} of {POINTS}"))
    quiet = view.options.quiet
    if quiet and 2 * view.since >= quiet:
        counters.append(Counter("Quiet", f"{view.since} of {quiet}"))
    counters.append(Counter("Turn", str(view.ply)) if view.ply else Counter("Setup", f"{ARMY} each"))
    return tuple(counters)


def _ledger(view: View) -> tuple[Counter, ...]:
    """Return each side's losses and Decoys, as far as the viewer is shown them. DP-43, DP-46."""
    if view.who is None or not view.ply or view.truth is not None:
        return ()
    least, most = enemy_decoys(view)
    own = in_letters((kind,) for kind in own_losses(view)), str(own_decoys(view))
    enemy = in_letters(enemy_losses(view)), str(least) if least == most else f"{least}–{most}"
    sides = [(view.who, own), (1 - view.who, enemy)]
    return tuple(
        counter
        for seat, (lost, decoys) in (sides if keeps_notes(view) else sides[:1])
        for counter in (Counter("Lost", lost or "none", seat), Counter("Decoys", decoys, seat))
    )


def _subtitle(view: View) -> str:
    if view.outcome is not None:
        return result_line(view)
    if view.side is None:
        return "Setup"
    return ". ".join(filter(None, (f"{SEAT_NAMES[view.side]} {_act(view)}", announce_end(view))))


def _act(view: View) -> str:
    """Return what the side to act does, as far as the viewer may know."""
    if view.phase == MOVEMENT:
        return "moves"
    return "to move" if view.who != view.side else "attacks"


def result_line(view: View) -> str:
    """Describe the result in a few words."""
    outcome = view.outcome
    if outcome is None:
        return ""
    winner = outcome.winner
    names = (None, None) if winner is None else (SEAT_NAMES[winner], SEAT_NAMES[1 - winner])
    act = describe_act(str(outcome.reason), *names)
    return act or ending_sentence(outcome, view.truth or ((), ()), view.options).rstrip(".")


def _alt(view: View) -> str:
    counts = f"Pieces: {SEAT_NAMES[0]} {view.counts[0]}, {SEAT_NAMES[1]} {view.counts[1]}."
    points = f" {view.points} of {POINTS} points left." if view.points is not None else ""
    known = f"{_describe_attacks(view)}{_describe_seen(view)}"
    facts = f"{TITLE}. {_subtitle(view)}. Turn {view.ply}.{points} {counts}{known}"
    return f"{facts} {' '.join(_describe_pieces(view))}".strip()


def _describe_attacks(view: View) -> str:
    """List the latest attacks, such as “Latest attacks: e5 hit, a4 destroyed.”."""
    effects = (f"{NAMES[blast.target]} {'destroyed' if blast.destroyed else 'hit'}" for blast in view.blasts)
    return f" Latest attacks: {', '.join(effects)}." if view.blasts else ""


def _describe_seen(view: View) -> str:
    """List what the viewer saw of the enemy's latest turn: “The enemy's turn: 1 e7 to e6, 2 e6 to e5.”."""
    if not view.seen:
        return ""
    return f" The enemy's turn: {', '.join(f'{n} {_saw(seen)}' for n, seen in enumerate(view.seen, 1))}."


def _saw(seen: Seen) -> str:
    source = None if seen.source is None else NAMES[seen.source]
    target = None if seen.target is None else NAMES[seen.target]
    if seen.attack:
        return f"attacks {target} from {source or 'the fog'}"
    if target is None:
        return f"leaves view at {source}"
    return f"appears at {target}" if source is None else f"{source} to {target}"


def _describe_pieces(view: View) -> list[str]:
    if view.truth is not None:
        return [f"{SEAT_NAMES[seat]}: {army(view.truth[seat]) or 'nothing'}." for seat in (0, 1)]
    if view.who is None:
        touching = [
            f"{SEAT_NAMES[seat]} {' '.join(names_in(squares))}"
            for seat, squares in enumerate(contact_of(view))
            if squares
        ]
        return [f"In contact: {', '.join(touching)}." if touching else "No pieces are in contact."]
    notes = {note.square: note for note in view.notes}
    enemies = ", ".join(_in_sight(notes.get(square, Note(square))) for square in squares_in(view.enemies))
    seen = f"Enemies in sight: {enemies}." if enemies else "No enemy in sight."
    last = [f"Last seen: {ghosts_in_words(view)}."] if view.memory.ghosts else []
    return [f"Yours: {army(view.own) or 'nothing yet'}.", seen, *last]


def _in_sight(note: Note) -> str:
    """Describe an enemy in sight, such as “e5 Commander or Decoy”, or its square if it can be many."""
    kinds = likely(note)
    doubt = "" if kinds == possible(note) else "maybe "
    return (
        f"{NAMES[note.square]} {doubt}{names(kinds)}" if len(kinds) <= _MOST_LETTERS else NAMES[note.square]
    )


def army(pieces: Pieces) -> str:
    """List pieces in words, such as “Scout c2, Guardian d3 (2 of 4 health)”."""
    return ", ".join(_describe_piece(piece) for piece in pieces)


def _describe_piece(piece: int) -> str:
    return f"{KINDS[kind_of(piece)].name} {_describe_square(piece)}"


def _describe_square(piece: int) -> str:
    """Return a piece's square, and its health if it has lost some: “d3 (2 of 4 health)”."""
    kind, damage = KINDS[kind_of(piece)], damage_of(piece)
    health = f" ({kind.power - damage} of {kind.power} health)" if damage else ""
    return f"{NAMES[square_of(piece)]}{health}"


def icon() -> Scene:
    """Return the game's small picture: a few known pieces, and diamonds in the fog."""
    ranks, files = tuple("43210"), tuple("abcde")
    fog = tuple(file + rank for rank in "43" for file in files)
    own = (("b0", "C"), ("d0", "D"), ("c1", "S"), ("d2", "G"))
    return Scene(
        colors=COLORS,
        title="",
        alt=TITLE,
        files=files,
        ranks=ranks,
        tints=(Tint("home0", tuple(file + rank for rank in "01" for file in files)), Tint("fog", fog)),
        tokens=(
            *(Token(square, "disc", 0, letter) for square, letter in own),
            Token("b3", "diamond", 1),
            Token("e3", "diamond", 1),
        ),
        coordinates=False,
    )


def reveal_pieces(view: View) -> tuple[str, ...]:
    """Return the pieces that each side has left, in a sentence to the viewer, once everything is open."""
    if view.truth is None or not any(view.truth):
        return ()
    return tuple(_reveal_side(view, seat, pieces) for seat, pieces in enumerate(view.truth))


def _reveal_side(view: View, seat: int, pieces: Pieces) -> str:
    """Return a sentence such as “Your pieces left: Commander on e2 (4 of 5 health); Decoys on i0 and a1.”."""
    is_mine = view.who == seat
    if not pieces and not view.ply:
        return f"{'You' if is_mine else SEAT_NAMES[seat]} hadn't set up."
    if not pieces:
        return f"{'You have' if is_mine else f'{SEAT_NAMES[seat]} has'} no pieces left."
    by_kind: dict[int, list[str]] = defaultdict(list)
    for piece in sorted(pieces, key=kind_of):
        by_kind[kind_of(piece)].append(_describe_square(piece))
    left = "; ".join(_on_squares(kind, squares) for kind, squares in by_kind.items())
    owner = "Your" if is_mine else f"{SEAT_NAMES[seat]}'s"
    return f"{owner} {'last piece: the' if len(pieces) == 1 else 'pieces left:'} {left}."


def _on_squares(kind: int, squares: list[str]) -> str:
    """Return pieces of a kind with their squares, such as “Decoys on a1, i0 and j0”."""
    *first, last = squares
    where = f"{', '.join(first)} and {last}" if first else last
    return f"{KINDS[kind].name}{'s' if first else ''} on {where}"
