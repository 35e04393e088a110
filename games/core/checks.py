"""Checks of a record that need no host: rules, chance, seed, commitment, sides and result."""

from __future__ import annotations

import re

import msgspec

from games.core.chance import SEED_BYTES, commitment, draw_sides, fair_seed
from games.core.game import AnyGame
from games.core.record import BY_LOT, CHOSEN, UNFINISHED, Proof, Record, Replayed, play_again, result_fault

_INTERACTIONS = re.compile(r"([0-9]{0,20}):([0-9]{0,20})")


class Check(msgspec.Struct, frozen=True):
    """One check of a record and its outcome; `fine` is None if the record lacks what the check needs."""

    subject: str
    fine: bool | None
    sentence: str


def checks(game: AnyGame, record: Record) -> tuple[Check, ...]:
    """Return every check that the record alone allows, in reading order."""
    replayed = play_again(game, record)
    played = (_rules(record, replayed), _chance(replayed))
    return (*played, *proof_checks(record), _result(game, record, replayed))


def proof_checks(record: Record) -> tuple[Check, ...]:
    """Return the checks of the seed, the commitment and, if the Sides tag allows it, the sides."""
    return (_seed(record), _commitment(record.proof), *_sides(record.proof))


def _rules(record: Record, replayed: Replayed) -> Check:
    if replayed.fault:
        return Check("Rules", False, replayed.fault)
    count = len(record.actions)
    played = {0: "There are no actions.", 1: "The only action is legal."}
    return Check("Rules", True, played.get(count, f"Replayed in order, all {count} actions are legal."))


def _chance(replayed: Replayed) -> Check:
    if replayed.fault:
        return Check("Dice and shuffles", None, _describe_stop(replayed))
    sentence = "Drawn again from the seed, everything left to chance matches the actions."
    return Check("Dice and shuffles", True, sentence)


def _describe_stop(replayed: Replayed) -> str:
    where = f"at action {replayed.number}" if replayed.number else "at the header"
    return f"Can't be checked: the replay stops {where}."


def _seed(record: Record) -> Check:
    """Check that the nonce and the interactions give the seed. Source: docs/engine.md, section 2."""
    proof = record.proof
    if proof is None or not proof.nonce:
        return Check("Seed", None, "Can't be checked: the file doesn't have the nonce.")
    nonce, found = _bytes_of(proof.nonce), _INTERACTIONS.fullmatch(proof.interactions)
    if nonce is None:
        return Check("Seed", False, _BAD_NONCE)
    if found is None:
        return Check("Seed", False, "The interactions aren't two numbers with a colon between them.")
    first, second = (int(digits) if digits else None for digits in found.groups())
    if fair_seed(nonce, first, second) != record.seed:
        return Check("Seed", False, "SHA-256 of the nonce followed by the interactions isn't the seed.")
    return Check("Seed", True, "SHA-256 of the nonce followed by the interactions is the seed.")


_BAD_NONCE = f"The nonce isn't {SEED_BYTES} bytes in hex."


def _bytes_of(text: str) -> bytes | None:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        return None
    return value if len(value) == SEED_BYTES else None


def _commitment(proof: Proof | None) -> Check:
    if proof is None or not (proof.nonce and proof.commitment):
        return Check(
            "Commitment", None, "Can't be checked: the file doesn't have the nonce and the commitment."
        )
    nonce = _bytes_of(proof.nonce)
    if nonce is None:
        return Check("Commitment", False, _BAD_NONCE)
    if commitment(nonce) != proof.commitment.lower():
        return Check("Commitment", False, "SHA-256 of the nonce isn't the commitment.")
    return Check("Commitment", True, "SHA-256 of the nonce is the commitment.")


def _sides(proof: Proof | None) -> tuple[Check, ...]:
    """Check that sides drawn by lot follow from nonce and interactions; return nothing for chosen sides."""
    if proof is None or proof.sides in ("", CHOSEN):
        return ()
    if proof.sides != BY_LOT:
        return (Check("Sides", False, f"The Sides tag is neither “{BY_LOT}” nor “{CHOSEN}”."),)
    nonce, found = _bytes_of(proof.nonce), _INTERACTIONS.fullmatch(proof.interactions)
    if nonce is None or found is None or not all(found.groups()):
        return (Check("Sides", False, "Random sides need the nonce and both players' interactions."),)
    seated = (int(found[1]), int(found[2]))
    if draw_sides(nonce, *seated) != seated:
        return (Check("Sides", False, "Drawn again, each player gets the opposite side."),)
    return (Check("Sides", True, "Drawn again from the nonce and the interactions, they're the same."),)


def _result(game: AnyGame, record: Record, replayed: Replayed) -> Check:
    if replayed.fault:
        return Check("Result", None, _describe_stop(replayed))
    fault = result_fault(game, record, replayed.state)
    if fault:
        return Check("Result", False, fault)
    if game.result(replayed.state) is not None:
        return Check("Result", True, f"{record.score} by {record.reason}, the same as in the replay.")
    if not record.reason:
        return Check("Result", True, f"{UNFINISHED}: the match isn't finished in this file.")
    told = f"{record.score}, {record.reason}, before the game itself was over."
    return Check("Result", True, told)
