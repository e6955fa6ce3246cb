"""The compiled games in a page beside the native ones: how many leaves they count in a second.

The same modules run in Node and in Chromium. Each number is the best of three runs, measured one
after the other, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import base64
import json
import subprocess
import time
from collections.abc import Callable
from typing import Any

from benchmarks.page.host import ROOT
from tetrad import solvers
from tetrad.rules import GAMES

BUILT = ROOT / "build" / "wasm"
DEPTHS = {"quantik": 5, "qawale": 4, "qomet": 5}
RUNS = 3
# Counts leaves in a module; the arguments are its bytes, the game and the depth.
COUNT = """([text, game, depth, runs]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const module = new WebAssembly.Module(bytes), env = { glance: () => 0n };
  const { exports } = new WebAssembly.Instance(module, { env });
  const area = exports.reserve(4096n);
  const ends = BigInt(START_ENDS);
  const ask = {
    quantik: () => exports.leaves(0n, 0n, BigInt(depth), area),
    qomet: () => exports.leaves(0n, BigInt(depth), area),
    qawale: () => exports.leaves(area, exports.unpack(0n, ends, area), 0n, BigInt(depth)),
  }[game];
  let best = Infinity, leaves = 0n;
  for (let run = 0; run < runs; run++) {
    const begun = performance.now();
    leaves = ask();
    best = Math.min(best, performance.now() - begun);
  }
  return [Number(leaves), best / 1000];
}"""


def main() -> None:
    if not (BUILT / "qomet.wasm").is_file():
        print("page: not built; run 'make wasm'")
        return
    from playwright.sync_api import sync_playwright

    from benchmarks.app import chromium
    from benchmarks.page import moves

    print("leaves per second in a page, and as a part of the native ones")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        for game, depth in DEPTHS.items():
            native = _best(lambda game=game, depth=depth: _native(game, depth))  # type: ignore[misc]
            rates = {"node": _in_node(game, depth), "chromium": _in(page.evaluate, game, depth)}
            shown = "  ".join(
                f"{name} {rate / 1e6:7.1f} M/s ({rate / native:.2f})"
                for name, rate in rates.items()
            )
            print(f"{game:8} native {native / 1e6:7.1f} M/s  {shown}")
        moves.measure(browser)
        browser.close()


def _native(game: str, depth: int) -> int:
    return solvers.perft(GAMES[game].start(), depth)


def _best(count: Callable[[], int]) -> float:
    count()
    rates = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        leaves = count()
        rates.append(leaves / (time.perf_counter() - begun))
    return max(rates)


def _arguments(game: str, depth: int) -> list[Any]:
    text = base64.b64encode((BUILT / f"{game}.wasm").read_bytes()).decode()
    return [text, game, depth, RUNS]


def _code() -> str:
    from tetrad.kernels import qawale

    return COUNT.replace("START_ENDS", f'"{qawale.start()[1]}"')


def _in(evaluate: Callable[..., Any], game: str, depth: int) -> float:
    leaves, seconds = evaluate(_code(), _arguments(game, depth))
    return float(leaves / seconds)


def _in_node(game: str, depth: int) -> float:
    program = f"console.log(JSON.stringify(({_code()})({json.dumps(_arguments(game, depth))})))"
    ran = subprocess.run(["node", "-"], input=program, capture_output=True, text=True, check=True)
    leaves, seconds = json.loads(ran.stdout)
    return float(leaves / seconds)
