"""Levels and engines that misbehave or wait."""
