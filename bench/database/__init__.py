"""What the database does in the time of a tap, and with how many rows."""
