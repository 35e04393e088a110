-- How it came that each player has their side: by lot, drawn from the match's nonce and interactions, or chosen. NULL:
-- from before this was noted.
ALTER TABLE matches ADD COLUMN sides TEXT CHECK (sides IN ('by lot', 'chosen'));
