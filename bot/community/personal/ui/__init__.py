"""The panel of personal settings."""
