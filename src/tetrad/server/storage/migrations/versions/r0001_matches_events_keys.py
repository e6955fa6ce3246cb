"""The first tables: matches, their events, and the keys to their seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("bot_due", sa.Boolean, nullable=False),
        sa.Column("invite", sa.String(16)),
    )
    op.create_index("ix_matches_updated", "matches", ["updated"])
    op.create_index("ix_matches_bot_due", "matches", ["bot_due"])
    op.create_table(
        "events",
        sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("match_id", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
    op.create_index("keys_of_a_person", "keys", ["digest"])
