"""The moderators' commands on Discord: `/moderate`, its panels, and `/report`."""
