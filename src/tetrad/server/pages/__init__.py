"""The browser app as files, and what a page brings along."""
