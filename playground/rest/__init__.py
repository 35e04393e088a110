"""Discord's REST API, version 10, its CDN, and ordered faults."""
