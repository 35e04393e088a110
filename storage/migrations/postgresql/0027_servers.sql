-- Of a challenge made in a thread or a forum's post: the channel that has it; null elsewhere.
ALTER TABLE challenges ADD COLUMN parent BIGINT;
CREATE INDEX challenges_match ON challenges (match_id) WHERE match_id IS NOT NULL;
