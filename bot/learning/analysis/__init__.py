"""Analyses of finished matches, which tell their players what they could have learned."""
