"""The threads, boards, calls and DMs of matches."""
