"""Pictures: how long one takes beside other painters, and those of the pages."""
