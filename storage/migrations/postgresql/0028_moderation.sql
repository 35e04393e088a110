-- The match that was played in a thread, for moderators who ask there.
CREATE INDEX matches_thread ON matches (thread) WHERE thread IS NOT NULL;
