"""Hidden information dealt to a seat, and previews of it."""
