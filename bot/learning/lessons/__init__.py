"""First steps: lessons of one idea each, and a first match with a coach."""
