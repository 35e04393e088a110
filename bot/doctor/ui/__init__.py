"""The doctor's requests to Discord: checks over REST alone, and a probe that uses the gateway once."""
