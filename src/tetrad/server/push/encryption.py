"""A message that only one browser can read, whoever carries it: RFC 8291 over RFC 8188.

    salt                16 bytes
    size of a record     4 bytes   4096: a message is one record
    length of the key    1 byte    65
    public key          65 bytes   made for this one message
    the message         encrypted with AES-128-GCM; behind it the byte 2, and 16 bytes of proof

The browser has given its public key and a secret of 16 bytes; together with the key made for the
message they lead to the same AES key on both sides, and nobody in between has either half.
"""

from __future__ import annotations

import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096
LENGTH_OF_A_KEY, LENGTH_OF_A_SECRET = 65, 16
# Of one record; a push service need not carry more.
LONGEST_MESSAGE = 3000
_LAST = b"\x02"


def encrypted(
    message: bytes, reader: bytes, secret: bytes, *, salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:  # fmt: skip
    """The body of a push message for a reader's public key and secret."""
    if len(message) > LONGEST_MESSAGE:
        raise ValueError(f"a message has at most {LONGEST_MESSAGE} bytes")
    salt, key = salt or os.urandom(16), key or ec.generate_private_key(CURVE)
    ours = raw(key.public_key())
    shared = key.exchange(ec.ECDH(), point(reader))
    agreed = _derived(shared, secret, b"WebPush: info\0" + reader + ours, 32)
    content = _derived(agreed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(agreed, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack(">IB", RECORD, len(ours)) + ours
    return head + AESGCM(content).encrypt(nonce, message + _LAST, None)


def point(public: bytes) -> ec.EllipticCurvePublicKey:
    """A public key as browsers write it; ValueError if it is none."""
    if len(public) != LENGTH_OF_A_KEY:
        raise ValueError("a public key has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)


def raw(public: ec.EllipticCurvePublicKey) -> bytes:
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)
