"""How somebody new is shown around."""
