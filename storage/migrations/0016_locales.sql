-- The language of somebody's Discord when they last did something here; only interactions tell it.
ALTER TABLE people ADD COLUMN locale TEXT;
