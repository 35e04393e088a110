"""Tests of Decoy Patrol."""
