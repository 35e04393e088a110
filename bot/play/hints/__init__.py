"""Hints in casual matches."""
