-- people.dm_channel is what the bot writes to from here on. Nothing filled it until now, so whatever stands there
-- comes from elsewhere and isn't to be trusted.
UPDATE people SET dm_channel = NULL WHERE dm_channel IS NOT NULL;
