"""Passkeys, and what they are asked to sign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("challenge", sa.String(96), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("taken", sa.String(32)),
    )
    op.create_index("ix_challenges_until", "challenges", ["until"])
