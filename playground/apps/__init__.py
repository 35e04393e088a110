"""What bots offer and people ask for: commands, interactions and their answers."""
