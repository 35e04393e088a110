"""What players see and choose: scenes, prompts, typed moves, advice, and stories."""
