"""What players see and choose: scenes, prompts, typed actions, advice and stories."""
