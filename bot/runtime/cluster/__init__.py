"""The cluster: several processes that run the bot together."""
