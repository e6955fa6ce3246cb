"""How long a page thinks: its first answer, cold and warm, and the moves of its strongest bot.

The static edition in Chromium, its worker asked as the app asks it, and the same in Node. Level 10
plays itself for a few moves of each game; a phone is taken as four times slower than this machine,
for throttling in browser tools does not slow workers. Memory is what the browser's process for the
page holds.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from benchmarks.page.host import ROOT, SITE, hosted, is_built
from tetrad import solvers
from tetrad.rules import GAMES
from tetrad.solvers.solution import MEBIBYTE, Limits

PROGRAM = Path(__file__).with_name("node.mjs")
FOLDERS = (ROOT / "web" / "node_modules" / "pyodide", SITE / "page", ROOT / "build" / "wasm")
PHONE = 4
MOVES = 12
LATE = {
    "quantik": "..../.A../..b./c..D",
    "qawale": "00,x2,00/x,1,2,x/x2,1,x/00,x2,00 2",
    "qomet": "1../.../2../...1.../.../..2/... 1 -",
}
START = """async () => {
  const list = await (await fetch('page/page.json')).json();
  const root = new URL('./', location.href).pathname;
  const options = { type: 'module', name: root + 'page/' };
  window.engine = new Worker(root + 'assets/' + list.worker, options);
  let number = 0;
  window.ask = (method, path, body) => new Promise((done, fail) => {
    const own = ++number, begun = performance.now();
    engine.addEventListener('message', ({ data }) => {
      if (data.kind === 'failed') fail(new Error(data.message));
      if (data.number === own) done({ ...data, seconds: (performance.now() - begun) / 1000 });
    });
    engine.postMessage({ number: own, method, path, body });
  });
  return (await ask('GET', '/api/quantik/board')).seconds;
}"""
SOLVE = """async ([path]) => {
  const { status, body, seconds } = await ask('GET', path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return [seconds, body.moves.filter(({ value }) => value !== 'unknown').length];
}"""
PLAY = """async ([game, most]) => {
  const seat = { kind: 'bot', level: 10 }, channel = new BroadcastChannel('tetrad'), times = [];
  let then = 0;
  const played = new Promise((done) => {
    channel.onmessage = ({ data: { event } }) => {
      if (event.kind === 'thinking' && event.on) then = performance.now();
      else if (event.kind === 'move') {
        times.push((performance.now() - then) / 1000);
        then = performance.now();
      }
      if (times.length >= most || (event.kind === 'thinking' && !event.on)) done();
    };
  });
  await ask('POST', '/api/matches', { game, first: seat, second: seat });
  await played;
  channel.close();
  engine.terminate();
  return times;
}"""


def measure(browser: Any) -> None:
    if not is_built():
        print("the static edition is not built; run 'make site' for times of moves")
        return
    with hosted() as host:
        _measure(browser, host.address)


def _measure(browser: Any, address: str) -> None:
    page = browser.new_context().new_page()
    page.goto(address)
    cold = page.evaluate(START)
    page.evaluate("engine.terminate()")
    warm = page.evaluate(START)
    print(f"first answer: cold {cold:.1f} s, warm {warm:.1f} s (x{PHONE}: {warm * PHONE:.1f} s)")
    asked = {
        game: f"/api/{game}?position={text.replace(' ', '_')}&time=5" for game, text in LATE.items()
    }
    node = _in_node(asked)
    print(f"node: Python starts {node['starting']:.1f} s, the package {node['loading']:.1f} s")
    for game, path in asked.items():
        found = {
            "chromium": page.evaluate(SOLVE, [path]),
            "node": (node["games"][game]["solving"], node["games"][game]["proven"]),
            "native": _native(game, LATE[game]),
        }
        told = "; ".join(f"{name} {took:.2f} s, {known}" for name, (took, known) in found.items())
        print(f"{game:8} analysed, at most 5 s, and moves proven: {told}")
        print(f"{game:8} first move of level 10 in Node: {node['games'][game]['moving']:.2f} s")
    for game in GAMES:
        times = page.evaluate(PLAY, [game, MOVES])
        median, worst = statistics.median(times) * PHONE, max(times) * PHONE
        told = f"median {median:.1f} s, worst {worst:.1f} s"
        print(f"{game:8} level 10, {len(times)} moves x{PHONE}: {told}, {_memory(browser)} MB held")
        page.evaluate(START)


def _in_node(asked: dict[str, str]) -> dict[str, Any]:
    command = ["node", str(PROGRAM), *map(str, FOLDERS), json.dumps(asked)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def _native(game: str, text: str) -> tuple[float, int]:
    limits = Limits(time=5.0, memory=16 * MEBIBYTE, thorough=True)
    solvers.solve(GAMES[game].start(), Limits(time=0.1))
    begun = time.perf_counter()
    found = solvers.solve(GAMES[game].parse(text), limits)
    seconds = time.perf_counter() - begun
    return seconds, sum(each.value != "unknown" for each in found.moves)


def _memory(browser: Any) -> int:
    """Megabytes of the largest process that shows a page; 0 where that cannot be read."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return max((_held(each["id"]) for each in found if each["type"] == "renderer"), default=0)


def _held(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    kilobytes = next((line.split()[1] for line in lines if line.startswith("VmRSS")), "0")
    return int(kilobytes) // 1000
