"""Tests of Collapsable Construct Collision."""
