"""AI levels and engines that misbehave or wait."""
