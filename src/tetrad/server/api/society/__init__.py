"""People over HTTP: accounts, meetings, tournaments, programs and what they are told."""
