"""A push service on this computer, and a browser that reads what it is sent."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

P256 = ec.SECP256R1()


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def data(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


def raw(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Device:
    """A browser's half of a subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key, self._secret = ec.generate_private_key(P256), os.urandom(16)

    def subscription(self, language: str | None = "en") -> dict[str, Any]:
        """What it tells the server."""
        keys = {"p256dh": text(raw(self._key.public_key())), "auth": text(self._secret)}
        return {"endpoint": self.endpoint, "keys": keys, "language": language}

    def read(self, body: bytes) -> dict[str, Any]:
        return json.loads(decrypted(body, self._key, self._secret))  # type: ignore[no-any-return]


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """What was sent to the owner of this key."""
    salt, length = body[:16], body[20]
    theirs, sealed = body[21 : 21 + length], body[21 + length :]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(P256, theirs))
    purpose = b"WebPush: info\0" + raw(key.public_key()) + theirs
    agreed = HKDF(SHA256(), 32, secret, purpose).derive(shared)
    content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(agreed)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(agreed)
    opened = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert opened[-1] == 2
    return opened[:-1]


def signed(header: str) -> tuple[dict[str, Any], str]:
    """The claims of a sender, whose signature fits, and the sender's key."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    head, claims, signature = parts["t"].split(".")
    numbers = data(signature)
    der = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(P256, data(parts["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(data(head)) == {"typ": "JWT", "alg": "ES256"}
    return json.loads(data(claims)), parts["k"]


class Service:
    """What was posted to it, by path; it answers with the next of `statuses`, or 201."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self.silent = False
        self.address = ""

    def device(self, name: str) -> Device:
        return Device(f"{self.address}/{name}")

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value
            for line in head[1:]
            if line
            for name, value in [line.split(": ", 1)]
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.posted.append((head[0].split()[1], headers, body))
        if self.silent:
            await reader.read()
        else:
            status = self.statuses.pop(0) if self.statuses else 201
            writer.write(f"HTTP/1.1 {status} Whatever\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
        writer.close()

    async def wait_for(self, count: int, seconds: float = 60.0) -> None:
        async with asyncio.timeout(seconds):
            while len(self.posted) < count:
                await asyncio.sleep(0.02)


def certificate(folder: Path, name: str) -> Path:
    """A file with a key and a certificate that nobody else has signed."""
    key, today = ec.generate_private_key(P256), datetime.now(UTC)
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / f"{name}.pem"
    path.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return path


@asynccontextmanager
async def serving(certified: Path | None = None) -> AsyncIterator[Service]:
    service, tls = Service(), None
    if certified:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certified)
    server = await asyncio.start_server(service._answer, "127.0.0.1", 0, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    service.address = f"https://localhost:{port}" if tls else f"http://127.0.0.1:{port}"
    try:
        yield service
    finally:
        server.close()
