"""Matches being played on the server."""
