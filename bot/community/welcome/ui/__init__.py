"""The screens for a person's first visit."""
