"""What holds for every game, asked by tests of more than one folder."""
