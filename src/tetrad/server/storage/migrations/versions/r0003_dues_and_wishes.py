"""When something is due in a match, who sees to it, and the ids of what players wish."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SEQ = "(SELECT coalesce(max(seq), 0) FROM events WHERE events.match_id = matches.id)"


def upgrade() -> None:
    op.add_column("events", sa.Column("wish", sa.String(80)))
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
        matches.add_column(sa.Column("due_at", sa.Float))
        matches.add_column(sa.Column("owner", sa.String(16)))
        matches.add_column(sa.Column("until", sa.Float))
        matches.add_column(sa.Column("wish", sa.String(32)))
    op.execute(f"UPDATE matches SET seq = {SEQ}")
    op.execute("UPDATE matches SET due_at = updated WHERE bot_due")
    op.drop_index("ix_matches_bot_due", "matches")
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("bot_due")
        matches.alter_column("seq", server_default=None)
    op.create_index("ix_matches_due_at", "matches", ["due_at"])
    op.create_index("ix_matches_wish", "matches", ["wish"], unique=True)
