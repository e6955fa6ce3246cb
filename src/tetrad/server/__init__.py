"""The server: the three games over HTTP and WebSockets, and the browser app."""
