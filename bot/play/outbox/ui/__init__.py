"""DMs and digests, as Discord shows them."""
