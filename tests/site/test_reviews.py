"""Looking back at a game takes seconds; a page that is left has nobody waiting for it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.site.test_site import begin, until
from tests.web import playing

Visit = Callable[..., Page]
# Plies of which nothing is proven soon: their review takes all the time it may.
RECORD = '[Game "qawale"]\n\n1. a1nne a4ess 2. d1nww d4wsw *\n'

# Notes what the page sends its workers.
NOTE = """() => {
    globalThis.sent = [];
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
        sent.push(message);
        return send.call(this, message);
    };
}"""
DROPPED = """(() => {
    const review = sent.find((each) => /review$|analyse$/.test(each.path ?? ""));
    return Boolean(review) && sent.some((each) => each.dropped === review.number);
})()"""
ASKED = "sent.some((each) => /review$|analyse$/.test(each.path ?? ''))"


def test_leaving_a_game_that_is_over_stops_its_review(visit: Visit) -> None:
    page = visit("play/qawale/")
    page.evaluate(NOTE)
    begin(page, None)
    playing.play_by_mouse(page, "qawale", "a1nne")
    playing.wait_for_ply(page, 1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_text("Looking back at the game")).to_be_visible()
    until(page, ASKED)
    page.get_by_role("link", name="My games").first.click()
    until(page, DROPPED)


def test_another_game_stops_the_search_for_mistakes(visit: Visit) -> None:
    page = visit("analyse/qawale/?moves=a1nne,a4ess")
    page.evaluate(NOTE)
    page.get_by_role("button", name="Find the mistakes").click()
    until(page, ASKED)
    page.get_by_role("button", name="First position").click()
    playing.play_by_mouse(page, "qawale", "d4wsw")
    until(page, DROPPED)
    expect(page.get_by_role("button", name="Find the mistakes")).to_be_enabled()


def test_a_review_that_nobody_waits_for_is_not_finished(visit: Visit) -> None:
    """The worker answers the next question, and the one before it never."""
    page = visit("")
    assert page.evaluate(STOPPED, RECORD) == [1, 3]


STOPPED = """async (record) => {
    const files = await (await fetch('files.json')).json();
    const name = files.find((each) => /assets\\/worker-/.test(each));
    const root = location.pathname;
    const worker = new Worker(root + name, { type: 'module', name: root + 'page/' });
    const answered = [], waiting = new Map();
    worker.onmessage = ({ data }) => {
        if (data.kind !== 'answer') return;
        answered.push(data.number);
        waiting.get(data.number)?.();
    };
    const ask = (number, method, path, body) => new Promise((done) => {
        waiting.set(number, done);
        worker.postMessage({ number, method, path, body });
    });
    await ask(1, 'GET', '/api/qawale/board');
    void ask(2, 'POST', '/api/analyse', { record });
    await new Promise((done) => setTimeout(done, 1000));
    worker.postMessage({ dropped: 2 });
    await ask(3, 'GET', '/api/qawale/board');
    worker.terminate();
    return answered;
}"""
