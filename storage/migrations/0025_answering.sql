-- The process that has begun with an interaction; null: it was asked for by one of two that hear the same.
ALTER TABLE answering ADD COLUMN host INTEGER;
