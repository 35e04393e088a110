"""The screens of `/profile`."""
