"""Where a browser lacks something: each time a sentence says so, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from tests.site.conftest import Host
from tests.site.test_site import ALL_KEPT, begin, begun_match, until
from tests.web import playing

Visit = Callable[..., Page]
# A disk that is full from the moment it is told so: Chromium lets small rows through any quota.
DISK = """{
    let full = "";
    new BroadcastChannel("disk").onmessage = ({ data }) => { full = data; };
    for (const write of ["add", "put"]) {
        const really = IDBObjectStore.prototype[write];
        IDBObjectStore.prototype[write] = function (...row) {
            if (full) throw new DOMException("no room", "QuotaExceededError");
            return really.apply(this, row);
        };
    }
}"""
NO_ROOM = "There is no room left on this device"
NEW_VERSION = "A new version of Tetrad is here"
# A bot whose strength is no number: it cannot move.
SPOIL = """(id) => new Promise((done, fail) => {
    const opening = indexedDB.open("tetrad", 1);
    opening.onsuccess = () => {
        const change = opening.result.transaction("events", "readwrite");
        const events = change.objectStore("events"), found = events.get([id, 1]);
        found.onsuccess = () => {
            found.result.data.players["2"].level = '1';
            events.put(found.result);
        };
        change.oncomplete = () => { opening.result.close(); done(); };
        change.onabort = () => fail(change.error);
    };
})"""


def notice(page: Page) -> Locator:
    return page.locator(".notice.error, .notice.info")


def test_a_full_disk_gets_a_sentence_and_the_game_goes_on_when_there_is_room(visit: Visit) -> None:
    page = visit("play/qomet/", troubled=True)
    page.context.route("**/assets/worker-*.js", beginning_with(DISK))
    begin(page, None)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)
    page.evaluate("new BroadcastChannel('disk').postMessage('full')")
    playing.play_by_mouse(page, "qomet", "@a1")
    expect(notice(page)).to_contain_text(NO_ROOM)
    page.evaluate("new BroadcastChannel('disk').postMessage('')")
    playing.wait_for_turn(page)
    playing.play_by_mouse(page, "qomet", "@a1")
    playing.wait_for_ply(page, 2)


def test_where_python_finds_no_room_one_plays_all_the_same(visit: Visit, host: Host) -> None:
    page = visit("play/qomet/")
    quota = {"origin": host.address.split("/games/")[0], "quotaSize": 2_000_000}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    begin(page, None)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)
    page.get_by_text("Settings").click()
    page.get_by_role("button", name="Keep Tetrad on this device").click()
    expect(notice(page)).to_contain_text(NO_ROOM)


def test_a_bot_that_cannot_move_says_so_and_does_not_think_for_ever(visit: Visit) -> None:
    page = visit("play/quantik/?level=1")
    begin(page, 1)
    page.evaluate(SPOIL, page.url.split("id=")[1])
    page.reload()
    playing.wait_for_turn(page)
    playing.play_by_mouse(page, "quantik", "A@a1")
    expect(notice(page)).to_contain_text("Something went wrong in this page")
    expect(page.locator(".thinking")).to_have_count(0)
    playing.wait_for_ply(page, 1)


def test_without_webassembly_a_sentence_says_what_is_missing(visit: Visit) -> None:
    page = visit("play/qomet/", troubled=True)
    page.context.route("**/assets/worker-*.js", beginning_with("delete self.WebAssembly;"))
    page.get_by_label("Someone next to me").check()
    page.get_by_role("button", name="Start the game").click()
    expect(notice(page)).to_contain_text("could not be loaded")


def beginning_with(trouble: str) -> Callable[[Route], None]:
    """A worker in which something is amiss from the start."""

    def answer(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=trouble + found.text())

    return answer


def test_files_of_two_versions_are_not_mixed_and_not_kept(visit: Visit) -> None:
    page = visit("play/qomet/")
    page.context.route("**/page/quantik.wasm.gz", lambda route: route.fulfill(body=b"an older one"))
    page.get_by_label("Someone next to me").check()
    page.get_by_role("button", name="Start the game").click()
    expect(notice(page)).to_contain_text(NEW_VERSION)
    assert not page.evaluate(KEPT_PARTS)
    page.context.unroute("**/page/quantik.wasm.gz")
    page.reload()
    begin(page, None)


def test_a_page_that_is_older_than_its_host_asks_to_be_loaded_again(visit: Visit) -> None:
    page = visit("play/qomet/")

    def newer(route: Route) -> None:
        answer = route.fetch()
        changed = {**answer.json(), "worker": "worker-newer.js", "version": "newer"}
        route.fulfill(response=answer, body=json.dumps(changed))

    page.context.route("**/page/page.json", newer)
    page.get_by_label("Someone next to me").check()
    page.get_by_role("button", name="Start the game").click()
    expect(notice(page)).to_contain_text(NEW_VERSION)


KEPT_PARTS = """caches.keys().then((names) => Promise.all(names.filter((name) =>
    name.startsWith('tetrad-page-')).map((name) => caches.open(name).then((cache) => cache.keys())))
).then((found) => found.flat().filter(({ url }) => /quantik|page.json/.test(url)).length)"""


def test_a_network_that_never_answers_is_as_good_as_none(visit: Visit, host: Host) -> None:
    page = visit("play/qomet/", locale="ja")
    page.locator("form button.main").click()
    begun_match(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, ALL_KEPT)
    with host.silent():
        page.goto("play/quantik/?level=1")
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        page.locator("form button.main").click()
        begun_match(page)
        playing.play_by_mouse(page, "quantik", "A@a1")
        playing.wait_for_ply(page, 2)


def test_two_tabs_of_one_game_agree(visit: Visit) -> None:
    page = visit("play/qomet/")
    begin(page, None)
    other = page.context.new_page()
    other.goto(page.url)
    playing.wait_for_turn(other)
    playing.play_by_mouse(page, "qomet", "@d4")
    playing.wait_for_ply(page, 1)
    playing.wait_for_ply(other, 1)
    playing.play_by_mouse(other, "qomet", "@a1")
    playing.wait_for_ply(other, 2)
    playing.wait_for_ply(page, 2)


def test_caches_of_others_on_the_same_host_are_left_alone(visit: Visit) -> None:
    page = visit("")
    foreign = ["another-app", "tetrad-app-/elsewhere/:3", "tetrad-page-/elsewhere/page/:1"]
    names = json.dumps([*foreign, "tetrad-app-/games/tetrad/:1"])
    page.evaluate(f"Promise.all({names}.map((name) => caches.open(name))).then(() => true)")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found?.unregister())")
    page.reload()
    until(page, "caches.keys().then((names) => !names.includes('tetrad-app-/games/tetrad/:1'))")
    begin_and_stop(page)
    assert set(foreign) <= set(page.evaluate("caches.keys()"))


def begin_and_stop(page: Page) -> None:
    page.goto("play/qomet/")
    begin(page, None)
