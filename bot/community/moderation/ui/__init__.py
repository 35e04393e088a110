"""Moderators on Discord: `/moderate`, its panels, and `/report`."""
