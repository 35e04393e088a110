"""What the doctor asks Discord, over REST; only the probe goes to the gateway, once."""
