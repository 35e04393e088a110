"""The Discord interface of playing on from positions."""
