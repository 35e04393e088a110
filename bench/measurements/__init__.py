"""The page of measurements, made by one command. `python -m bench.measurements` is the program."""
