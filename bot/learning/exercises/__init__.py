"""Boards on which somebody tries something for themselves: a lesson, a puzzle."""
