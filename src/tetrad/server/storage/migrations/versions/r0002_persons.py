"""Persons and their cookies; whoever has a seat is known by the cookie they have.

From now on the log of a match has no gaps, whoever writes to it.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# Old enough to be replaced by a new one at the next visit.
AGE_OF_AN_EARLIER_COOKIE = 31 * 24 * 3600

GAPLESS_IN_SQLITE = """
CREATE TRIGGER events_without_gaps BEFORE INSERT ON events
WHEN NEW.seq > 1 AND NOT EXISTS
  (SELECT 1 FROM events WHERE match_id = NEW.match_id AND seq = NEW.seq - 1)
BEGIN SELECT RAISE(ABORT, 'the event before this one is missing'); END
"""
GAPLESS_IN_POSTGRESQL = (
    """
CREATE FUNCTION events_without_gaps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq > 1 AND NOT EXISTS
    (SELECT 1 FROM events WHERE match_id = NEW.match_id AND seq = NEW.seq - 1)
  THEN RAISE integrity_constraint_violation USING MESSAGE = 'the event before this one is missing';
  END IF;
  RETURN NEW;
END $$
""",
    """
CREATE TRIGGER events_without_gaps BEFORE INSERT ON events
FOR EACH ROW EXECUTE FUNCTION events_without_gaps()
""",
)


def upgrade() -> None:
    op.create_table(
        "persons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "cookies",
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("replaces", sa.String(32)),
        sa.Column("until", sa.Float),
    )
    op.create_index("ix_cookies_person", "cookies", ["person"])
    made = {"made": time.time() - AGE_OF_AN_EARLIER_COOKIE}
    for command in (
        "INSERT INTO persons (id, made) SELECT DISTINCT digest, :made FROM keys",
        "INSERT INTO cookies (digest, person, made) SELECT id, id, made FROM persons",
    ):
        bound = sa.text(command)
        op.get_bind().execute(bound.bindparams(**made) if ":made" in command else bound)
    if op.get_bind().dialect.name == "sqlite":
        op.execute(GAPLESS_IN_SQLITE)
    else:
        for command in GAPLESS_IN_POSTGRESQL:
            op.execute(command)
