"""Records, replays, and the stories of finished matches."""
