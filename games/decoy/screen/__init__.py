"""The screen of Decoy Patrol: scenes, prompts, typed moves, advice, and stories."""
