"""Private messages and digests, as Discord shows them."""
