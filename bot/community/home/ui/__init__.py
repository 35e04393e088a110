"""The screens of `/matches` and the home message."""
