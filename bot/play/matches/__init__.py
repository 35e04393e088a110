"""Starting, playing and ending a match."""
