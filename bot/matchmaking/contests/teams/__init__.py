"""Team matches: each server's side, and what its organizers may do."""
