"""The tables: matches, what happened in them, and who may sit where.

    matches  one row per match, with what a list of games shows (a copy of the fold's result), the
             number of its last event, when something is due in it, and the process that sees to
             that (`owner`) as long as it is there (`until`)
    events   (match, seq) -> what happened; the truth, from which everything else follows; `wish` is
             the player's own id of what led to it, or in `matches` of its creation
    keys     a person, or the digest of a token -> the seat it opens
    persons  who plays, with or without an account
    cookies  digest of a cookie -> the person it stands for, and the older one it replaces
    accounts a person with a name: the hash of a password, digests of recovery codes, progress
    blocks   who does not want to meet whom
    ratings  person, game, kind of clock -> Glicko-2; `changes`: what each rated pairing changed
    rated_games  who plays a rated game, or one of a tournament, that has not been counted yet
    tokens   digest -> the person whose program brings it
    passkeys a credential's id -> the person, the public key, and how often it has signed
    challenges  digest of a browser's cookie -> what a passkey is asked to sign, once, until when
    seeks    who looks for which game, until when they are there; `met`: the match it has led to
    subscriptions  digest of a push service's address -> the browser of a person, who is told there
    nudges   match -> what is to be said to whoever's turn it is (`kind`: turn, reminder), since
             which event, when, and the process that says it (`owner`, `until`)
    server_keys  name -> what the server signs with
    tournaments  one row per tournament, as for matches; nothing is due any more when it is over
    tournament_events  (tournament, seq) -> what happened
    entrants which person a number in a tournament is, and when they were last seen there

A database says which version of these tables it has. To change them: change them here, add a step
to `migrations/versions` that leads from the newest version to the next, and name that one below.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

NEWEST = "0007"

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("summary", Text, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("invite", String(16)),
    Column("seq", Integer, nullable=False),
    Column("due_at", Float, index=True),
    Column("owner", String(16)),
    Column("until", Float),
    Column("wish", String(32), unique=True, index=True),
)
events = Table(
    "events",
    metadata,
    Column("match_id", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("wish", String(80)),
)
keys = Table(
    "keys",
    metadata,
    Column("match_id", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("digest", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hidden", Boolean, nullable=False, default=False),
    Index("keys_of_a_person", "digest"),
)
persons = Table(
    "persons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made", Float, nullable=False),
)
cookies = Table(
    "cookies",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("persons.id"), nullable=False, index=True),
    Column("made", Float, nullable=False),
    Column("replaces", String(32)),
    Column("until", Float),
)
accounts = Table(
    "accounts",
    metadata,
    Column("person", String(32), ForeignKey("persons.id"), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(120), nullable=False, unique=True, index=True),
    Column("password", String(160)),
    Column("codes", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("program", Boolean, nullable=False),
    Column("banned", Boolean, nullable=False),
    Column("progress", Text),
)
blocks = Table(
    "blocks",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("blocked", String(32), primary_key=True),
)
ratings = Table(
    "ratings",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(16), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("pairings", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("best_of_a_game", "game", "kind", "rating"),
)
changes = Table(
    "rating_changes",
    metadata,
    Column("match_id", String(16), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("opponent", String(32), nullable=False),
    Column("score", Float, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Column("at", Float, nullable=False),
    Index("changes_of_a_person", "person", "at"),
)
rated_games = Table(
    "rated_games",
    metadata,
    Column("match_id", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("person", String(32), primary_key=True),
    Index("rated_games_of_a_person", "person"),
)
tokens = Table(
    "program_tokens",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
)
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("public_key", Text, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float),
)
challenges = Table(
    "challenges",
    metadata,
    Column("digest", String(32), primary_key=True),
    Column("challenge", String(96), nullable=False),
    Column("purpose", String(8), nullable=False),
    Column("person", String(32)),
    Column("until", Float, nullable=False, index=True),
    Column("taken", String(32)),
)
seeks = Table(
    "seeks",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("wish", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("until", Float, nullable=False, index=True),
)
met = Table(
    "met",
    metadata,
    Column("seek", String(16), primary_key=True),
    Column("match_id", String(16), nullable=False),
    Column("at", Float, nullable=False),
)
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("public", String(100), nullable=False),
    Column("secret", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("made", Float, nullable=False),
)
nudges = Table(
    "nudges",
    metadata,
    Column("match_id", String(16), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("at", Float, nullable=False, index=True),
    Column("owner", String(16)),
    Column("until", Float),
)
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("secret", Text, nullable=False),
    Column("made", Float, nullable=False),
)
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("by", String(32), nullable=False, index=True),
    Column("summary", Text, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("due_at", Float, index=True),
    Column("owner", String(16)),
    Column("until", Float),
)
tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
entrants = Table(
    "entrants",
    metadata,
    Column("tournament_id", String(16), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seen", Float, nullable=False),
    Index("entrants_by_person", "person"),
)
