"""What the AI levels of all games search with. A node is a position that is looked at and valued."""
