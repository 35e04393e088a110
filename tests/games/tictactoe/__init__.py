"""Tic-Tac-Toe, ruling by ruling."""
