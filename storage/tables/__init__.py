"""One module for each noun: what is read and written of it."""
