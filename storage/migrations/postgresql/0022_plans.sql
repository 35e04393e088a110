-- The number of open matches of each game, without a look at each of them.
CREATE INDEX matches_open_games ON matches (game) WHERE ended_at IS NULL;

-- Nearly always nothing waits in the outbox, and that's what the server would count. When thousands of rows wait all
-- of a sudden, it would go through all of them for each of them. Without a count it expects one row in two hundred.
ALTER TABLE outbox ALTER COLUMN sent_at SET STATISTICS 0;
