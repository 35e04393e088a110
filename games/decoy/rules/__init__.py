"""The rules: values, legality, play, views, options, and notation."""
