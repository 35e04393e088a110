"""How contests of each kind are paired: pure functions from how one stands to what happens next."""
