"""The computer player: the algorithm of the rule text. Nothing else in this game imports it."""
