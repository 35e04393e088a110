"""The runtime of a process: settings, connection to Discord, logs, and cooperation with other processes."""
