-- What nobody could be told, so that it is found without walking all that was ever said.
CREATE INDEX outbox_unheard ON outbox (lane)
    WHERE failed_at IS NOT NULL AND sent_at IS NULL AND last_error >= 'unheard:' AND last_error < 'unheard;';
