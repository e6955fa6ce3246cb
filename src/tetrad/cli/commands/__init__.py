"""The commands: a module each, with its arguments and what it runs."""
