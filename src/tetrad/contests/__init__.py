"""People against each other: ratings, who plays whom, and tournaments; rules without a server."""
