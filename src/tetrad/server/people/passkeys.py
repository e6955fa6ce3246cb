"""Passkeys: a device keeps a key and signs with it, instead of a password or beside one.

Nobody types a name: a passkey knows whose it is, so signing in asks the server about nobody. What
is to be signed is kept for five minutes, belongs to the browser that asked for it, and is good for
one answer, whichever process it reaches. A passkey is bound to the name of the site, and browsers
offer it over TLS only, or on the computer itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update

from tetrad.matches.refusals import ConflictError
from tetrad.message import Wording
from tetrad.server.http.errors import UnauthorizedError
from tetrad.server.storage.schema import challenges, passkeys
from tetrad.server.storage.secrets import digest, new_secret
from tetrad.server.storage.store import Store
from tetrad.server.storage.writer import SeqTakenError, Work

SECONDS_TO_ANSWER = 300.0
MOST_PASSKEYS = 20
# RSA keys are the longest; a longer one would only take long to check.
LONGEST_KEY = 1024
# To sign with a passkey, or to make one: for a new account, or for one that was proved to be yours.
Purpose = Literal["use", "sign-up", "add"]
T = TypeVar("T")

# Translators: the answer to a sign-in by a passkey, whatever was wrong with it
REFUSED = Wording("passkey-refused", "this passkey was not accepted; try again")
# Translators: the answer to who removes the last passkey of an account without a password
LAST_PASSKEY = Wording("last-passkey", "you sign in with this passkey; set a password first")
# Translators: the answer to who wants one passkey more
TOO_MANY_PASSKEYS = Wording("too-many-passkeys", "an account has at most {most} passkeys")

_ASK = insert(challenges)
_FORGET_OLD = delete(challenges).where(challenges.c.until < bindparam("now"))
# Of several who bring the same answer the database lets one take it.
_TAKE = (
    update(challenges)
    .where(
        challenges.c.digest == bindparam("of"),
        challenges.c.until > bindparam("now"),
        challenges.c.taken.is_(None),
    )
    .values(taken=bindparam("by"))
)
_TAKEN = select(challenges).where(
    challenges.c.digest == bindparam("of"), challenges.c.taken == bindparam("by")
)
_ADD = insert(passkeys)
_FIND = select(passkeys).where(passkeys.c.id == bindparam("wanted"))
_OF = select(passkeys).where(passkeys.c.person == bindparam("who")).order_by(passkeys.c.made)
_COUNT = select(func.count()).where(passkeys.c.person == bindparam("who"))
_USED = (
    update(passkeys)
    .where(passkeys.c.id == bindparam("wanted"), passkeys.c.counter == bindparam("was"))
    .values(counter=bindparam("now"), used=bindparam("at"))
)
_REMOVE = delete(passkeys).where(
    passkeys.c.person == bindparam("who"), passkeys.c.id == bindparam("wanted")
)


@dataclass(frozen=True, slots=True)
class Site:
    """Where the browser is: passkeys are bound to the name, and answers to the origin."""

    name: str
    origin: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a passkey is asked, for the browser, and the cookie that belongs to it."""

    options: dict[str, Any]
    cookie: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser brings: the passkey's answer, the cookie, and who it is signed in as."""

    site: Site
    credential: dict[str, Any]
    cookie: str
    visitor: str | None


class Passkeys:
    """Asks passkeys to sign, and checks what they have signed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: str) -> list[dict[str, Any]]:
        """The passkeys of a person, the oldest first."""
        rows = await self._store.read(_OF, {"who": person})
        return [{"id": row.id, "made": row.made, "used": row.used} for row in rows]

    async def ask_for_a_new_one(
        self, site: Site, person: str, name: str, purpose: Purpose
    ) -> Asked:
        """To make a passkey for this person, who is known by this name."""
        from webauthn import generate_registration_options
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        known = [each["id"] for each in await self.of(person)]
        options = generate_registration_options(
            rp_id=site.name,
            rp_name="Tetrad",
            user_id=person.encode(),
            user_name=name,
            timeout=int(SECONDS_TO_ANSWER * 1000),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(base64url_to_bytes(each)) for each in known
            ],
        )
        return await self._kept(options, person, purpose)

    async def ask(self, site: Site, visitor: str | None) -> Asked:
        """To sign with whichever passkey the browser has for this site."""
        from webauthn import generate_authentication_options
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=site.name,
            timeout=int(SECONDS_TO_ANSWER * 1000),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return await self._kept(options, visitor, "use")

    async def _kept(self, options: Any, person: str | None, purpose: Purpose) -> Asked:
        from webauthn import options_to_json

        told = msgspec.json.decode(options_to_json(options))
        cookie, now = new_secret(), time.time()
        row = {
            "digest": digest(cookie),
            "challenge": told["challenge"],
            "purpose": purpose,
            "person": person,
            "until": now + SECONDS_TO_ANSWER,
            "taken": None,
        }
        await self._store.write([(_FORGET_OLD, [{"now": now}]), (_ASK, [row])])
        return Asked(told, cookie)

    async def _challenge(self, answer: Answer, purpose: Purpose) -> bytes:
        """What this browser was to sign, which is used up by that."""
        from webauthn.helpers import base64url_to_bytes

        of, by = digest(answer.cookie), digest(new_secret())
        await self._store.write([(_TAKE, [{"of": of, "by": by, "now": time.time()}])])
        rows = await self._store.read(_TAKEN, {"of": of, "by": by})
        if not rows or (rows[0].person, rows[0].purpose) != (answer.visitor, purpose):
            raise UnauthorizedError(REFUSED())
        return base64url_to_bytes(rows[0].challenge)

    async def made(self, answer: Answer, purpose: Purpose) -> Work:
        """A new passkey of whoever the browser stands for, as what there is to write."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        challenge = await self._challenge(answer, purpose)
        found = await _checked(
            lambda: verify_registration_response(
                credential=answer.credential,
                expected_challenge=challenge,
                expected_rp_id=answer.site.name,
                expected_origin=answer.site.origin,
                require_user_verification=True,
            )
        )
        if len(found.credential_public_key) > LONGEST_KEY:
            raise UnauthorizedError(REFUSED())
        row = {
            "id": bytes_to_base64url(found.credential_id),
            "person": answer.visitor,
            "public_key": bytes_to_base64url(found.credential_public_key),
            "counter": found.sign_count,
            "made": time.time(),
            "used": None,
        }
        return [(_ADD, [row])]

    async def add(self, answer: Answer) -> None:
        """One more passkey for somebody who has an account."""
        counted = await self._store.read(_COUNT, {"who": answer.visitor})
        if counted[0][0] >= MOST_PASSKEYS:
            raise ConflictError(TOO_MANY_PASSKEYS(most=MOST_PASSKEYS))
        try:
            await self._store.write(await self.made(answer, "add"))
        except SeqTakenError:  # another account has it: the answer was made by hand
            raise UnauthorizedError(REFUSED()) from None

    async def person(self, answer: Answer) -> str:
        """Who has signed, or a refusal."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes

        challenge = await self._challenge(answer, "use")
        row = await self._claimed(answer.credential)
        found = await _checked(
            lambda: verify_authentication_response(
                credential=answer.credential,
                expected_challenge=challenge,
                expected_rp_id=answer.site.name,
                expected_origin=answer.site.origin,
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.counter,
                require_user_verification=True,
            )
        )
        await self._count(row, found.new_sign_count)
        return str(row.person)

    async def _claimed(self, credential: dict[str, Any]) -> Any:
        """The passkey that is said to have signed; the device names its person as well."""
        from webauthn.helpers import bytes_to_base64url

        given, response = credential.get("id"), credential.get("response")
        rows = await self._store.read(_FIND, {"wanted": given}) if isinstance(given, str) else []
        named = response.get("userHandle") if isinstance(response, dict) else None
        if not rows or named != bytes_to_base64url(rows[0].person.encode()):
            raise UnauthorizedError(REFUSED())
        return rows[0]

    async def _count(self, row: Any, counter: int) -> None:
        """A key that counts never says the same number twice; a copy of it would."""
        at = time.time()
        used = {"wanted": row.id, "was": row.counter, "now": counter, "at": at}
        await self._store.write([(_USED, [used])])
        again = await self._store.read(_FIND, {"wanted": row.id})
        if counter and (not again or again[0].used != at):
            raise UnauthorizedError(REFUSED())

    async def remove(self, person: str, passkey: str, *, has_password: bool) -> None:
        """From now on it opens nothing; somebody without a password keeps one."""
        left = [each for each in await self.of(person) if each["id"] != passkey]
        if not left and not has_password:
            raise ConflictError(LAST_PASSKEY())
        await self._store.write([(_REMOVE, [{"who": person, "wanted": passkey}])])


async def _checked(verify: Callable[[], T]) -> T:
    """Off the event loop: whatever somebody sends in place of a signature, it is only refused."""
    try:
        return await asyncio.to_thread(verify)
    except Exception:
        raise UnauthorizedError(REFUSED()) from None
