/** A game's search, compiled to WebAssembly, as Python in the page takes it. */

type Entry = (...numbers: bigint[]) => bigint;

export interface Module {
  call(name: string, ...numbers: (number | bigint)[]): bigint;
  view(address: number | bigint, size: number | bigint): Uint8Array;
  allow(seconds: number): void;
}

/** A new instance, with a memory of its own and a clock that stops it. */
export function opened(compiled: WebAssembly.Module): Module {
  let until = Infinity;
  const glance = (): bigint => (performance.now() >= until ? 1n : 0n);
  const { exports } = new WebAssembly.Instance(compiled, { env: { glance } });
  const memory = exports.memory as WebAssembly.Memory;
  return {
    call: (name, ...numbers) => (exports[name] as Entry)(...numbers.map(BigInt)),
    view: (address, size) => new Uint8Array(memory.buffer, Number(address), Number(size)),
    allow: (seconds) => {
      until = seconds < 0 ? Infinity : performance.now() + seconds * 1000;
    },
  };
}
