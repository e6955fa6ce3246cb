"""A passkey in software: it makes keys and signs as a device would, or not quite so."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


@dataclass
class Authenticator:
    """One device with one key; what it says can be bent to see whether that is noticed."""

    origin: str
    counter: int = 0
    flags: int = PRESENT | VERIFIED
    id: bytes = field(default_factory=lambda: token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    user: str | None = None

    def make(self, options: dict[str, Any], **bent: Any) -> dict[str, Any]:
        """The answer to the wish for a new passkey."""
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        said = self._said(options["rp"]["id"], self.flags | ATTESTED) + attested
        response = {
            "clientDataJSON": text(self._client("webauthn.create", options, bent)),
            "attestationObject": text(
                cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": said})
            ),
        }
        return self._answer(response)

    def sign(self, options: dict[str, Any], **bent: Any) -> dict[str, Any]:
        """The answer to the wish for a signature; a device that counts counts on."""
        self.counter += 1 if self.counter else 0
        said = self._said(bent.get("site", options["rpId"]), self.flags)
        client = self._client("webauthn.get", options, bent)
        signed = said + hashlib.sha256(client).digest()
        response = {
            "clientDataJSON": text(client),
            "authenticatorData": text(said),
            "signature": text(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": bent.get("user", self.user),
        }
        return self._answer(response)

    def _said(self, site: str, flags: int) -> bytes:
        named = hashlib.sha256(site.encode()).digest()
        return named + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any], bent: dict[str, Any]) -> bytes:
        said = {
            "type": kind,
            "challenge": bent.get("challenge", options["challenge"]),
            "origin": bent.get("origin", self.origin),
            "crossOrigin": False,
        }
        return json.dumps(said).encode()

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        name = text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
