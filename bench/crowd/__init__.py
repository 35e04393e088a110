"""Simulated people in numbers, who speak to a playground as its page does: `python -m bench.crowd`.

They know nothing of any bot or game but the words that everybody sees: they use the commands that are
offered, follow the coloured buttons of what is written to them, and choose among what a select shows.
"""
