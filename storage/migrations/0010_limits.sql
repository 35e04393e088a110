-- What somebody has offered lately, whatever became of it.
CREATE INDEX challenges_lately ON challenges (challenger, created_at);
