"""Tests of Creators vs Destroyers."""
