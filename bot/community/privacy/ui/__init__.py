"""The commands and screens of `/privacy`."""
