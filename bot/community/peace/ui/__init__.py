"""The screens of `/block`."""
