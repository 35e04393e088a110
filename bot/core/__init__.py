"""The core: rules, settings and state that all features share."""
