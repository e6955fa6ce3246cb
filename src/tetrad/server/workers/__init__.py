"""Thinking, kept away from the event loop: in processes of its own, everybody in turn."""
