"""How contests are made, entered and run by people: drafts, entries, invitations, organizers' acts."""
