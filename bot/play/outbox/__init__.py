"""The outbox: messages that are written in a transaction and sent to Discord later."""
