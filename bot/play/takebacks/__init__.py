"""Takebacks in casual matches. GEN-9."""
