"""The PostgreSQL engine, which several processes can share."""
