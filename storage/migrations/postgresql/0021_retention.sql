-- Challenges that came to nothing, so that old ones are found without walking all that became matches.
CREATE INDEX challenges_in_vain ON challenges (id) WHERE status IN ('declined', 'withdrawn', 'expired');
