"""The rules of Decoy Patrol: values, legality, play, views, options, and notation."""
