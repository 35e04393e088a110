"""Terms of matches: search requests, and the rules of servers."""
