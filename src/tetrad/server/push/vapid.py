"""Who sends: a key of the server's own, with which it signs to push services (RFC 8292).

It is made when it is first needed and kept in the database, so that all processes, and whoever
restores a backup, have the same. Browsers bind a subscription to its public half.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import bindparam, insert, select

from tetrad.server.push.encryption import CURVE, raw
from tetrad.server.storage.schema import server_keys
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import SeqTakenError

NAME = "push"
# A signature is good for one service and for half a day.
SECONDS_GOOD = 12 * 3600

_FIND = select(server_keys.c.secret).where(server_keys.c.name == bindparam("wanted"))
_KEEP = insert(server_keys)

Key = ec.EllipticCurvePrivateKey


async def own_key(store: Store) -> Key:
    """The server's key, as the database has it now; of several who make one, the first counts."""
    rows = await store.read(_FIND, {"wanted": NAME})
    if not rows:
        made = ec.generate_private_key(CURVE)
        number = made.private_numbers().private_value.to_bytes(32)
        try:
            row = {"name": NAME, "secret": text(number), "made": time.time()}
            await store.write([(_KEEP, [row])])
        except SeqTakenError:
            pass
        rows = await store.read(_FIND, {"wanted": NAME})
    return ec.derive_private_key(int.from_bytes(data(rows[0].secret)), CURVE)


def public(key: Key) -> str:
    """As browsers ask for it."""
    return text(raw(key.public_key()))


def authorization(key: Key, endpoint: str, contact: str, now: float) -> str:
    """The header that says who sends, to the service of this endpoint alone."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + SECONDS_GOOD}
    claims |= {"sub": contact} if contact else {}
    head = text(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    signed = f"{head}.{text(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    return f"vapid t={signed}.{text(r.to_bytes(32) + s.to_bytes(32))}, k={public(key)}"


def text(raw_bytes: bytes) -> str:
    """Bytes in the letters of addresses."""
    return urlsafe_b64encode(raw_bytes).rstrip(b"=").decode()


def data(written: str) -> bytes:
    """And back; ValueError if they are none."""
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))
