"""Simulation of whole seasons of contests, played by AI levels through the playground."""
