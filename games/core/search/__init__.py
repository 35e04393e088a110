"""Search algorithms of the AI levels. A node is a position that is looked at and valued."""
