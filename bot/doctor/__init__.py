"""`slowplay doctor`: what keeps a bot from working, in sentences; and a probe that compares Discord with ours."""
