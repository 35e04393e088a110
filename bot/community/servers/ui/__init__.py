"""The commands and screens of `/server`, and the posts in a server's channels."""
