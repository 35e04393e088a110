"""The rules: pieces, legality, play, views, options and notation."""
