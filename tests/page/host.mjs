// The modules of WebAssembly on stdin and stdout, for tests: one JSON array in, one answer out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [folder] = process.argv.slice(2);
const compiled = {};
const modules = [];

function opened(game) {
  compiled[game] ??= new WebAssembly.Module(readFileSync(`${folder}/${game}.wasm`));
  const clock = { until: Infinity };
  const glance = () => (performance.now() >= clock.until ? 1n : 0n);
  modules.push({ clock, exports: new WebAssembly.Instance(compiled[game], { env: { glance } }).exports });
  return modules.length - 1;
}

const bytes = (module, address, size) => new Uint8Array(modules[module].exports.memory.buffer, address, size);
const answers = {
  open: opened,
  call: (module, name, ...numbers) => String(modules[module].exports[name](...numbers.map(BigInt))),
  read: (module, address, size) => Buffer.from(bytes(module, address, size)).toString("hex"),
  write: (module, address, hex) => bytes(module, address, hex.length / 2).set(Buffer.from(hex, "hex")),
  allow: (module, seconds) => (modules[module].clock.until = seconds < 0 ? Infinity : performance.now() + seconds * 1000),
  held: (module) => modules[module].exports.memory.buffer.byteLength,
  close: (module) => (modules[module] = undefined),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [what, ...given] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answers[what](...given) ?? null)}\n`);
}
