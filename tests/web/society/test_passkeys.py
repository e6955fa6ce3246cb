"""Passkeys in Chromium, with the authenticator that its DevTools protocol makes up."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from playwright.sync_api import CDPSession, Page, expect

from tests.web.conftest import Server
from tests.web.society.test_meeting import PASSWORD, checked, sign_up

Visit = Callable[..., Page]
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """A passkey in a browser: it may be copied to another, as a password manager does."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        made = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self.name = {"authenticatorId": made["authenticatorId"]}

    def credentials(self) -> list[dict[str, object]]:
        found: list[dict[str, object]] = self.session.send("WebAuthn.getCredentials", self.name)[
            "credentials"
        ]
        return found

    def copy_to(self, other: Device) -> None:
        for credential in self.credentials():
            told = {**other.name, "credential": credential}
            other.session.send("WebAuthn.addCredential", told)

    def refuse(self) -> None:
        """Whoever holds it is not recognised."""
        told = {**self.name, "isUserVerified": False}
        self.session.send("WebAuthn.setUserVerified", told)


def account_page(visit: Visit, server: Server, *, phone: bool = False) -> Page:
    """Under the name of the computer itself: a number has no passkeys."""
    return visit(f"http://localhost:{server.port}/account", phone=phone)


def sign_in(page: Page) -> None:
    page.get_by_role("button", name="Sign in with a passkey").click()


def test_an_account_is_made_and_entered_with_nothing_but_a_passkey(
    visit: Visit, server: Server
) -> None:
    name = f"Rosalind {token_hex(4)}"
    home, phone = (account_page(visit, server, phone=each) for each in (False, True))
    device = Device(home)
    form = home.get_by_role("form", name="New account")
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Use a passkey instead of a password").click()
    expect(home.locator(".codes li")).to_have_count(8)
    home.get_by_role("button", name="I have saved them").click()
    expect(home.get_by_role("heading", name=name)).to_be_visible()
    device.copy_to(Device(phone))
    sign_in(phone)
    expect(phone.get_by_role("heading", name=name)).to_be_visible()
    phone.get_by_text("Passkeys", exact=True).click()
    expect(phone.get_by_text("Last used on")).to_be_visible()
    assert checked(phone) == []
    phone.get_by_role("button", name="Remove it").click()
    phone.get_by_role("button", name="Yes").click()
    expect(phone.locator(".notice")).to_contain_text("set a password first")
    phone.get_by_text("Recovery codes, or delete the account").click()
    phone.get_by_role("button", name="Delete the account").click()
    phone.get_by_role("button", name="Yes").click()
    expect(phone.get_by_role("heading", name="New account")).to_be_visible()
    assert checked(phone) == []
    sign_in(phone)
    expect(phone.locator(".notice")).to_contain_text("not accepted")


def test_a_passkey_is_added_beside_a_password_and_removed(visit: Visit, server: Server) -> None:
    name = f"Barbara {token_hex(4)}"
    page = account_page(visit, server)
    sign_up(page, name)
    device = Device(page)
    page.get_by_text("Passkeys", exact=True).click()
    form = page.get_by_role("form", name="Add a passkey")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Added on")).to_have_count(1)
    assert len(device.credentials()) == 1
    form.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".notice")).to_contain_text("already has a passkey")
    page.get_by_role("button", name="Sign out", exact=True).click()
    device.refuse()
    sign_in(page)
    expect(page.locator(".notice")).to_contain_text("No passkey was used")
    account = page.get_by_role("form", name="Sign in")
    account.get_by_label("Name").fill(name)
    account.get_by_label("Password").fill(PASSWORD)
    account.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_text("Passkeys", exact=True).click()
    page.get_by_role("button", name="Remove it").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("Added on")).to_have_count(0)


def test_where_browsers_have_no_passkeys_none_are_offered(visit: Visit) -> None:
    page = visit("/account")
    expect(page.get_by_role("form", name="Sign in")).to_be_visible()
    expect(page.get_by_role("button", name="passkey")).to_have_count(0)
