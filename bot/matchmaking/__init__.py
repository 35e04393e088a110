"""Ways to a match: challenges, the lobby and contests, with their terms and proofs of fairness."""
