"""Load test: a crowd of simulated people who use a playground as its page does, `python -m bench.crowd`.

They know no bot or game and rely on what people see: they use the commands on offer, follow the colored
buttons of messages to them, and choose from the options of selects.
"""
