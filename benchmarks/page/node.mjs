// What a page's worker does, in Node: Python starts, level 10 makes a first move, positions are solved.
// Arguments: the folders of pyodide, of the package's archive and of the searches, and the questions.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [python, site, built, questions] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${python}/pyodide.mjs`));

function opened(game) {
  const clock = { until: Infinity };
  const glance = () => (performance.now() >= clock.until ? 1n : 0n);
  const compiled = new WebAssembly.Module(readFileSync(`${built}/${game}.wasm`));
  const { exports } = new WebAssembly.Instance(compiled, { env: { glance } });
  return {
    call: (name, ...numbers) => exports[name](...numbers.map(BigInt)),
    view: (address, size) => new Uint8Array(exports.memory.buffer, Number(address), Number(size)),
    allow: (seconds) => (clock.until = seconds < 0 ? Infinity : performance.now() + seconds * 1000),
  };
}

/** Seconds that something takes, and what it gives. */
async function timed(work) {
  const begun = performance.now();
  const given = await work();
  return [(performance.now() - begun) / 1000, given];
}

const [starting, pyodide] = await timed(() => loadPyodide({ indexURL: python }));
const [loading] = await timed(() => {
  pyodide.unpackArchive(readFileSync(`${site}/tetrad.zip`).buffer, "zip", { extractDir: "/tetrad" });
  pyodide.registerJsModule("page_host", { open: opened });
  pyodide.runPython(`
import sys
sys.path.insert(0, "/tetrad")
import page_host
from tetrad.page.engine import install
install(page_host.open)
from tetrad.page.answers import answer, think
`);
});
const [answer, think] = ["answer", "think"].map((name) => pyodide.globals.get(name));

const games = {};
for (const [game, path] of Object.entries(JSON.parse(questions))) {
  const wish = { game, first: { kind: "bot", level: 10 } };
  const { of, events } = JSON.parse(answer("POST", "/api/matches", JSON.stringify(wish)));
  const [moving] = await timed(() => think(of, JSON.stringify(events)));
  const [solving, found] = await timed(() => JSON.parse(answer("GET", path)));
  const proven = found.body.moves.filter(({ value }) => value !== "unknown").length;
  games[game] = { moving, solving, proven };
}
console.log(JSON.stringify({ starting, loading, games }));
