"""Called by Alembic: it takes its steps on the connection, and in the transaction, it was given."""

from __future__ import annotations

from alembic import context

from tetrad.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
