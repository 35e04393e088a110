"""The pairing rules of each kind of contest: pure functions from its state to its next steps."""
