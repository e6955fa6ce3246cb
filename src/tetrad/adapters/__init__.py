"""The games as environments of the usual frameworks, each an extra of its own.

    from tetrad.adapters import pettingzoo, gymnasium, openspiel, pgx

Actions and observations are those of `tetrad.batch`.
"""
