"""The push service that Chromium asks, on this computer: it registers, and is handed messages.

It speaks as much of Google's cloud messaging as a browser needs: who checks in gets a number, who
registers gets a token, and over a line that stays open it sends what was posted for the browser, as
it was posted. Only the browser can read that.
"""

from __future__ import annotations

import ssl
import struct
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import create_server
from urllib.parse import parse_qs

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.push.service import certificate

VERSION, LOGGED_IN, MESSAGE = 41, 3, 8
# "Fine", and two numbers by which the browser is known from now on.
CHECKED_IN = b"\x08\x01" + b"\x39" + struct.pack("<Q", 1) + b"\x41" + struct.pack("<Q", 2)


class PushService:
    """What the browser has registered for, and what was posted for it."""

    def __init__(self, folder: Path) -> None:
        self.registered: dict[str, list[str]] = {}
        self.posted: list[bytes] = []
        self.arrived = threading.Event()
        self._certificate = certificate(folder, "localhost")
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(self._certificate)
        self._lines: list[ssl.SSLSocket] = []
        self._door = create_server(("127.0.0.1", 0))
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self._http.server_port}"

    def start(self) -> None:
        for work in (self._http.serve_forever, self._hold_lines):
            threading.Thread(target=work, daemon=True).start()

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        for each in (self._door, *self._lines):
            each.close()

    @property
    def arguments(self) -> list[str]:
        """With these Chromium asks this service, and nobody else about anything."""
        certified = x509.load_pem_x509_certificate(self._certificate.read_bytes()).public_key()
        key = certified.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return [
            f"--gcm-checkin-url={self.address}/checkin",
            f"--gcm-registration-url={self.address}/register",
            f"--gcm-mcs-endpoint=https://localhost:{self._door.getsockname()[1]}",
            f"--ignore-certificate-errors-spki-list={b64encode(sha256(key).digest()).decode()}",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
        ]

    def answer(self, path: str, body: bytes) -> bytes:
        if path == "/checkin":
            return CHECKED_IN
        if path == "/register":
            wanted = parse_qs(body.decode())
            self.registered = wanted if "X-subtype" in wanted else self.registered
            return b"token=a-browser-of-these-tests"
        self.posted.append(body)
        self.arrived.set()
        return b""

    def hand_over(self, sealed: bytes) -> None:
        """Sends the browser what was posted for it."""
        (app,), (sender,) = self.registered["X-subtype"], self.registered["sender"]
        message = [(3, sender.encode()), (5, b"org.chromium.linux"), (9, b"1"), (21, sealed)]
        for name, value in (("subtype", app), ("content-encoding", "aes128gcm")):
            message.append((7, _told((1, name.encode()), (2, value.encode()))))
        self._lines[-1].sendall(_frame(MESSAGE, _told(*sorted(message))))

    def _hold_lines(self) -> None:
        """Whoever logs in is let in, and hears more later."""
        with suppress(OSError):  # the door is closed
            while True:
                line, _ = self._door.accept()
                with suppress(OSError):
                    safe = self._tls.wrap_socket(line, server_side=True)
                    self._lines.append(safe)
                    safe.recv(4096)
                    safe.sendall(bytes([VERSION]) + _frame(LOGGED_IN, _told((1, b"1"))))

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                answer = service.answer(self.path, body)
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Nobody needs to read what was asked."""

        return Handler


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    service = PushService(folder)
    service.start()
    yield service
    service.stop()


def _frame(kind: int, message: bytes) -> bytes:
    return bytes([kind]) + _number(len(message)) + message


def _told(*fields: tuple[int, bytes]) -> bytes:
    """Fields with texts, as protocol buffers have them."""
    return b"".join(_number(name << 3 | 2) + _number(len(text)) + text for name, text in fields)


def _number(value: int) -> bytes:
    """Seven bits a byte, the lowest first; all but the last are marked."""
    low = value & 0x7F
    return bytes([low]) if low == value else bytes([low | 0x80]) + _number(value >> 7)
