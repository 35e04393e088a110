-- What a row waits for besides its time, which until now stood at the start of its error. discord: it was not to be
-- reached, so the next attempt comes as soon as it is. addressee: given up until they can be reached again.
ALTER TABLE outbox ADD COLUMN waits_for TEXT CHECK (waits_for IN ('discord', 'addressee'));

UPDATE outbox SET waits_for = 'discord' WHERE last_error GLOB 'away:*' AND sent_at IS NULL AND failed_at IS NULL;
UPDATE outbox SET last_error = ltrim(substr(last_error, length('away:') + 1)) WHERE last_error GLOB 'away:*';

UPDATE outbox SET waits_for = 'addressee'
WHERE last_error GLOB 'unheard:*' AND sent_at IS NULL AND failed_at IS NOT NULL;
UPDATE outbox SET last_error = ltrim(substr(last_error, length('unheard:') + 1)) WHERE last_error GLOB 'unheard:*';

-- What nobody could be told, so that it is found without walking all that was ever said.
DROP INDEX outbox_unheard;
CREATE INDEX outbox_unheard ON outbox (lane) WHERE waits_for = 'addressee';
