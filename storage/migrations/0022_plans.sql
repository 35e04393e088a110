-- The number of open matches of each game, without a look at each of them.
CREATE INDEX matches_open_games ON matches (game) WHERE ended_at IS NULL;
