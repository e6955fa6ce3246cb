"""People over HTTP: sign up, sign in, be forgotten; profiles and who is best.

Where somebody has to prove who they are, a password or a passkey's answer will do.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tetrad.contests.house import house_ratings
from tetrad.matches.refusals import ForbiddenError
from tetrad.message import Wording
from tetrad.server.api.schema import GameName
from tetrad.server.api.services import (
    Services,
    Shared,
    greet,
    introduced,
    problems,
    take_answer,
    take_creation,
)
from tetrad.server.api.society import shapes
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import NotFoundError, UnauthorizedError, UnprocessableError
from tetrad.server.http.guard import secure_name
from tetrad.server.http.headers import PRIVATE
from tetrad.server.http.identity import (
    PROGRAM,
    cookie,
    forget,
    passkey_cookie,
    person,
    remember,
    remember_passkey,
)
from tetrad.server.http.limits import client
from tetrad.server.people import operator, traces
from tetrad.server.people.accounts import NEED_ACCOUNT, Account
from tetrad.server.people.passkeys import REFUSED, SECONDS_TO_ANSWER, Answer, Asked, Site
from tetrad.server.people.results import results
from tetrad.server.storage.persons import Known
from tetrad.server.storage.secrets import digest
from tetrad.server.storage.writer import Work

MOST_EXPORTED = 10_000
LATEST_GAMES, GAMES_COUNTED = 20, 1_000
# So many games are counted that this is as much as answering five times.
TOKENS_FOR_A_PROFILE = 4

# Translators: the answer to who wants to use a passkey on a page without https
NEED_TLS = Wording("passkeys-need-tls", "passkeys need an https address")

router = APIRouter(prefix="/api", tags=["people"])


async def _account(connection: HTTPConnection, shared: Shared) -> Account:
    return await shared.accounts.sure(person(connection))


Mine = Annotated[Account, Depends(_account)]


async def _owner(connection: HTTPConnection, mine: Mine) -> Account:
    """Who has signed in; the token of a program plays, and changes nothing about the account."""
    if connection.scope.get(PROGRAM):
        raise UnauthorizedError(NEED_ACCOUNT())
    return mine


Owner = Annotated[Account, Depends(_owner)]


async def _take_proof(connection: HTTPConnection, shared: Shared) -> None:
    """Guessing is slow, by address: counted by name, it could keep the owner out."""
    shared.proof_rate.take(client(connection))


PROOF = Depends(_take_proof)
_REFUSALS = problems(400, 401, 403, 409, 413, 422, 429)


@router.get("/me", response_model=shapes.Me)
async def me(request: Request, shared: Shared) -> Json:
    """Who this browser is signed in as; without an account nobody."""
    account = await shared.accounts.of(person(request))
    told = None if account is None or account.banned else await _told(shared, account)
    return Json({"account": told}, headers=PRIVATE)


async def _told(shared: Shared, account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "person": account.person,
        "program": account.program,
        "made": account.made,
        "password": account.password is not None,
        "passkeys": await shared.passkeys.of(account.person),
        "codes": len(account.codes),
        "ratings": await shared.ratings.all_of(account.person),
        "blocked": await shared.accounts.names(await shared.accounts.blocked(account.person)),
        "progress": msgspec.json.decode(account.progress) if account.progress else None,
    }


@router.post(
    "/people",
    status_code=201,
    response_model=shapes.SignedUp,
    responses=_REFUSALS,
    dependencies=[Depends(take_creation), PROOF],
)
async def sign_up(request: Request, body: shapes.NewAccount, shared: Shared) -> Json:
    """An account for whoever has played in this browser, with codes that are shown this once."""
    if (body.password is None) == (body.passkey is None):
        raise UnprocessableError("an account is made with a password or a passkey", "shape")
    who = await introduced(request)
    key: Work = ()
    if body.passkey is not None:
        key = await shared.passkeys.made(_answer(request, body.passkey), "sign-up")
    account, codes = await shared.accounts.sign_up(
        who.person, body.name, body.password, program=body.program, passkey=key
    )
    answer = Json({"account": await _told(shared, account), "codes": codes}, 201, PRIVATE)
    fresh = await shared.persons.cookie_for(who.person)
    await shared.persons.revoke(who.cookie)
    remember(answer, fresh.cookie, request.scope)
    return answer


@router.post("/session", response_model=shapes.Me, responses=_REFUSALS, dependencies=[PROOF])
async def sign_in(request: Request, body: shapes.SignIn, shared: Shared) -> Json:
    """Signs this browser in; the games it has played without an account come along."""
    account = await shared.accounts.sign_in(body.name, body.password, person(request))
    return await _welcome(request, shared, account)


@router.post(
    "/session/passkey", response_model=shapes.Me, responses=_REFUSALS, dependencies=[PROOF]
)
async def sign_in_by_passkey(request: Request, body: shapes.Answered, shared: Shared) -> Json:
    """The same with a passkey, which knows whose it is."""
    who = await shared.passkeys.person(_answer(request, body.passkey))
    account = await shared.accounts.enter(await shared.accounts.sure(who), person(request))
    return await _welcome(request, shared, account)


@router.post(
    "/passkeys", response_model=shapes.PasskeyAsked, responses=_REFUSALS, dependencies=[PROOF]
)
async def ask_passkey(request: Request, shared: Shared) -> Json:
    """What a passkey is to sign, to sign in with it or to prove that it is you."""
    return _asked(request, await shared.passkeys.ask(_site(request), person(request)))


@router.post(
    "/passkeys/sign-up",
    response_model=shapes.PasskeyAsked,
    responses=_REFUSALS,
    dependencies=[Depends(take_creation), PROOF],
)
async def ask_for_first_passkey(request: Request, body: shapes.Named, shared: Shared) -> Json:
    """What a new passkey is to sign, to sign up with it under this name."""
    site, name = _site(request), await shared.accounts.free(person(request), body.name)
    me = await introduced(request)
    asked = await shared.passkeys.ask_for_a_new_one(site, me.person, name, "sign-up")
    answer = _asked(request, asked)
    greet(answer, request, me)
    return answer


def _site(request: Request) -> Site:
    name = secure_name(request)
    if name is None:
        raise ForbiddenError(NEED_TLS())
    return Site(name, f"{request.scope['scheme']}://{request.headers['host']}")


def _asked(request: Request, asked: Asked) -> Json:
    answer = Json({"options": asked.options}, headers=PRIVATE)
    remember_passkey(answer, asked.cookie, request.scope, SECONDS_TO_ANSWER)
    return answer


def _answer(request: Request, credential: shapes.Passkey) -> Answer:
    return Answer(_site(request), credential, passkey_cookie(request), person(request))


async def prove(
    request: Request, shared: Services, mine: Account, password: str | None,
    passkey: shapes.Passkey | None,
) -> None:  # fmt: skip
    """Refuses who has neither the password nor a passkey of this account."""
    if passkey is None:
        await shared.accounts.prove(mine, password or "")
    elif await shared.passkeys.person(_answer(request, passkey)) != mine.person:
        raise UnauthorizedError(REFUSED())


@router.post(
    "/session/recover", response_model=shapes.Me, responses=_REFUSALS, dependencies=[PROOF]
)
async def recover(request: Request, body: shapes.Recovery, shared: Shared) -> Json:
    """A new password by one of the recovery codes; all other browsers and programs are out."""
    account = await shared.accounts.recover(body.name, body.code, body.password, person(request))
    await shared.programs.revoke_all(account.person)
    return await _welcome(request, shared, account)


async def _welcome(request: Request, shared: Shared, account: Account) -> Json:
    again = await shared.accounts.of(account.person)
    known: Known = await shared.persons.cookie_for(account.person)
    answer = Json({"account": await _told(shared, again or account)}, headers=PRIVATE)
    remember(answer, known.cookie, request.scope)
    return answer


@router.delete("/session", status_code=204, responses=problems(403, 429))
async def sign_out(request: Request, shared: Shared) -> Response:
    """This browser is nobody's again."""
    if given := cookie(request):
        await shared.persons.revoke(given)
    answer = Response(status_code=204)
    forget(answer, request.scope)
    return answer


@router.delete("/sessions", status_code=204, responses=problems(401, 403, 429))
async def sign_out_elsewhere(request: Request, shared: Shared, mine: Owner) -> Response:
    """Every other browser has to sign in again, and every token of a program ends."""
    await shared.accounts.sign_out_others(mine, _cookie(request))
    await shared.programs.revoke_all(mine.person)
    return Response(status_code=204)


@router.put("/me/password", status_code=204, responses=_REFUSALS, dependencies=[PROOF])
async def change_password(
    request: Request, body: shapes.NewPassword, shared: Shared, mine: Owner
) -> Response:
    """A new password; all other browsers are signed out, and tokens of programs end."""
    await prove(request, shared, mine, body.old, body.passkey)
    await shared.accounts.change_password(mine, body.new, _cookie(request))
    await shared.programs.revoke_all(mine.person)
    return Response(status_code=204)


def _cookie(request: Request) -> str:
    """As it is kept."""
    return digest(cookie(request) or "")


@router.post("/me/codes", response_model=shapes.Codes, responses=_REFUSALS, dependencies=[PROOF])
async def new_codes(request: Request, body: shapes.Proof, shared: Shared, mine: Owner) -> Json:
    """New recovery codes, shown this once; the old ones are worth nothing."""
    await prove(request, shared, mine, body.password, body.passkey)
    return Json({"codes": await shared.accounts.renew_codes(mine)}, headers=PRIVATE)


@router.post(
    "/passkeys/another",
    response_model=shapes.PasskeyAsked,
    responses=_REFUSALS,
    dependencies=[PROOF],
)
async def ask_for_passkey(
    request: Request, body: shapes.Proof, shared: Shared, mine: Owner
) -> Json:
    """What one more passkey is to sign, for who proves to be the owner of the account."""
    site = _site(request)
    await prove(request, shared, mine, body.password, body.passkey)
    asked = await shared.passkeys.ask_for_a_new_one(site, mine.person, mine.name, "add")
    return _asked(request, asked)


@router.post(
    "/me/passkeys", status_code=201, response_model=shapes.Me, responses=_REFUSALS,
    dependencies=[PROOF],
)  # fmt: skip
async def add_passkey(request: Request, body: shapes.Answered, shared: Shared, mine: Owner) -> Json:
    """One more passkey to sign in with."""
    await shared.passkeys.add(_answer(request, body.passkey))
    return Json({"account": await _told(shared, mine)}, 201, PRIVATE)


@router.delete(
    "/me/passkeys/{passkey}", status_code=204, responses=problems(401, 403, 409, 422, 429)
)
async def remove_passkey(
    shared: Shared, mine: Owner, passkey: Annotated[str, Path(max_length=1400)]
) -> Response:
    """A passkey that opens nothing any more."""
    await shared.passkeys.remove(mine.person, passkey, has_password=mine.password is not None)
    return Response(status_code=204)


@router.put("/me/progress", status_code=204, responses=_REFUSALS)
async def keep_progress(body: dict[str, Any], shared: Shared, mine: Mine) -> Response:
    """What was learnt and solved, as the app keeps it."""
    await shared.accounts.keep_progress(mine, body)
    return Response(status_code=204)


@router.get("/me/export", responses=problems(401, 429))
async def export(request: Request, shared: Shared, mine: Owner) -> Json:
    """Everything that is kept about this person."""
    with shared.exports.one(client(request)):
        kept = await _kept(shared, mine)
    name = {"Content-Disposition": 'attachment; filename="tetrad-account.json"'}
    return Json(kept, headers={**PRIVATE, **name})


async def _kept(shared: Services, mine: Account) -> dict[str, Any]:
    games = await shared.store.mine(mine.person, MOST_EXPORTED, hidden=True)
    return {
        **await _told(shared, mine),
        "rated": await shared.ratings.history(mine.person, MOST_EXPORTED),
        "matches": games,
        "records": await traces.records(shared.store, [each["id"] for each in games]),
        "tokens": [asdict(each) for each in await shared.programs.of(mine.person)],
        "offers": [each.view(mine.person) for each in await shared.seeks.own(mine.person)],
        "sessions": await shared.persons.sessions(mine.person),
        "push": await shared.subscriptions.told(mine.person),
        "tournaments": await shared.tournaments.entrants.kept_of(mine.person),
        "started": await shared.tournaments.started(mine.person),
    }


@router.delete("/me", status_code=204, responses=_REFUSALS, dependencies=[PROOF])
async def delete_me(request: Request, body: shapes.Proof, shared: Shared, mine: Owner) -> Response:
    """Forgets the account; its games are given up, and stay without the name."""
    await prove(request, shared, mine, body.password, body.passkey)
    games = await operator.remove(shared.store, shared.accounts, mine)
    await shared.lobby.look_again(games)
    answer = Response(status_code=204)
    forget(answer, request.scope)
    return answer


Named = Annotated[str, Path(max_length=64)]


async def _somebody(shared: Shared, name: Named) -> Account:
    account = await shared.accounts.named(name)
    if account is None or account.banned:
        raise NotFoundError("there is nobody of this name", "no-such-person")
    return account


Somebody = Annotated[Account, Depends(_somebody)]


@router.put("/me/blocked/{name}", status_code=204, responses=problems(401, 403, 404, 422, 429))
async def block(shared: Shared, mine: Mine, other: Somebody) -> Response:
    """Never to be paired with this person, nor to hear from them."""
    await shared.accounts.block(mine, other.person, on=True)
    return Response(status_code=204)


@router.delete("/me/blocked/{name}", status_code=204, responses=problems(401, 403, 404, 422, 429))
async def unblock(shared: Shared, mine: Mine, other: Somebody) -> Response:
    """To meet this person again."""
    await shared.accounts.block(mine, other.person, on=False)
    return Response(status_code=204)


@router.get("/people/{name}", response_model=shapes.Profile, responses=problems(404, 422, 429))
async def profile(request: Request, shared: Shared, somebody: Somebody) -> Json:
    """Somebody's ratings, rated pairings, results and latest games."""
    await take_answer(request, TOKENS_FOR_A_PROFILE)
    games = await shared.store.mine(somebody.person, GAMES_COUNTED)
    shown = [each for each in games if _is_public(each)]
    return Json(
        {
            "name": somebody.name,
            "program": somebody.program,
            "made": somebody.made,
            "ratings": await shared.ratings.all_of(somebody.person),
            "rated": await shared.ratings.history(somebody.person),
            "matches": shown[:LATEST_GAMES],
            "results": results(games),
        }
    )


def _is_public(game: dict[str, Any]) -> bool:
    """Of invitations nobody hears before the game is over, of games at one device never."""
    return len(game["you"]) == 1 and bool(game["outcome"] or game["rated"] or game["tournament"])


@router.get("/people", response_model=shapes.Best, responses=problems(422, 429))
async def best(
    shared: Shared,
    game: GameName,
    kind: Annotated[Literal["fast", "slow", "days"], Query()] = "fast",
) -> Json:
    """The strongest players of a game with a kind of clock, whose rating is sure enough."""
    people = await shared.ratings.best(game, kind)
    return Json({"game": game, "kind": kind, "people": people, "house": house_ratings(game)})
