"""Tests of Alpha Fixed Ruleset."""
