"""The commands and screens of the help and the rules."""
