"""What every answer says to the browser, whoever gives it."""

from __future__ import annotations

CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# Only where the answer travels over TLS: from then on the browser asks for nothing else.
OVER_TLS = {"Strict-Transport-Security": "max-age=31536000"}
# For lists of a person's own: kept by nobody, not by the browser either.
PRIVATE = {"Cache-Control": "private, no-store"}


def headers(*, safe: bool) -> dict[str, str]:
    return {**HEADERS, **OVER_TLS} if safe else HEADERS
