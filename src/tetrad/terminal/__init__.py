"""Playing in the terminal, against a bot or a second person: `tetrad play`."""
