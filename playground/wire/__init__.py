"""Discord's wire: REST v10, the gateway and the CDN."""
