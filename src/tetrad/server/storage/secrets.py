"""Words that nobody can guess, and how they are kept: as digests, which open nothing."""

from __future__ import annotations

import hashlib
import secrets

# No letters that look like digits: people read these aloud.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MATCH_ID_LENGTH = 10
INVITE_LENGTH = 8


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_match_id() -> str:
    return _word(MATCH_ID_LENGTH)


def new_invite() -> str:
    return _word(INVITE_LENGTH)


def _word(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]
