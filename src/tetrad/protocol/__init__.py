"""Bots as programs: the engine on stdin and stdout, a client for others, a check of both."""
