"""Discord's REST API, version 10, its CDN, and troubles on order."""
