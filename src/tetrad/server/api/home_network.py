"""Opening the app to the home network, over HTTP: only for the page on the same computer."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request

from tetrad.language import why
from tetrad.matches.refusals import ConflictError, ForbiddenError
from tetrad.message import Wording
from tetrad.server.addresses import addresses
from tetrad.server.api import schema
from tetrad.server.api.services import Shared, problems
from tetrad.server.home_network import HomeNetwork, at_this_computer
from tetrad.server.http.answers import Json
from tetrad.server.http.errors import UnprocessableError

# Translators: the answer to who wishes to open Tetrad to the home network from somewhere else
NOT_HERE = Wording("not-here", "only the computer that Tetrad runs on can do this")
# Translators: the address is one of this computer's; {why} is what the system says
CANNOT_LISTEN = Wording("cannot-listen", "Tetrad cannot be reached at {address}: {why}")

router = APIRouter(prefix="/api/home-network", tags=["server"])


async def _own(request: Request, shared: Shared) -> HomeNetwork:
    """What may be opened, for those who may open it."""
    if shared.home_network is None or not at_this_computer(request):
        raise ForbiddenError(NOT_HERE())
    return shared.home_network


Own = Annotated[HomeNetwork, Depends(_own)]


async def _view(home: HomeNetwork) -> Json:
    return Json({"addresses": addresses(), "open": await home.opened()})


@router.get("", response_model=schema.HomeNetwork, responses=problems(403))
async def show(home: Own) -> Json:
    """Under which addresses other devices could reach this computer, and where they can now."""
    return await _view(home)


@router.post("", response_model=schema.HomeNetwork, responses=problems(400, 403, 409, 413, 422))
async def open_to(body: schema.HomeAddress, home: Own) -> Json:
    """Lets the devices of the home network in, at one of these addresses."""
    if body.address not in addresses():
        raise UnprocessableError(f"{body.address!r} is no address to open", "no-such-address")
    try:
        await home.open(body.address)
    except OSError as error:
        raise ConflictError(CANNOT_LISTEN(address=body.address, why=why(error))) from error
    return await _view(home)


@router.delete("", response_model=schema.HomeNetwork, responses=problems(403))
async def close(home: Own) -> Json:
    """Lets them in no longer."""
    await home.close()
    return await _view(home)
