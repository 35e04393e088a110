"""The threads, boards, calls and private messages of matches."""
