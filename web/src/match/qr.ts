/**
 * QR codes for links of up to 134 bytes: versions 1 to 6, error correction L, byte mode.
 * After ISO/IEC 18004; the numbers in the tables are those of the standard.
 */

/** For each version the data bytes, the correction bytes of a block and the number of blocks. */
const VERSIONS = [[19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2]] as const;

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const multiply = (a: number, b: number): number => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

/** The generator polynomial of this degree, highest coefficient (1) left out. */
function generator(degree: number): number[] {
  let poly = [1];
  for (let i = 0; i < degree; i++) {
    const longer = [...poly, 0];
    poly.forEach((c, k) => (longer[k + 1]! ^= multiply(c, EXP[i]!)));
    poly = longer;
  }
  return poly.slice(1);
}

function correction(data: number[], degree: number): number[] {
  const divisor = generator(degree);
  let rest = new Array<number>(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((c, i) => c ^ multiply(divisor[i]!, factor));
  }
  return rest;
}

/** Length and bytes, filled up with the standard's padding. */
function dataBytes(bytes: Uint8Array, room: number): number[] {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15];
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
  nibbles.push(0);
  if (nibbles.length % 2) nibbles.push(0);
  const out: number[] = [];
  for (let i = 0; i < nibbles.length && out.length < room; i += 2) out.push((nibbles[i]! << 4) | nibbles[i + 1]!);
  for (let pad = 0xec; out.length < room; pad ^= 0xec ^ 0x11) out.push(pad);
  return out;
}

function interleaved(data: number[], degree: number, blocks: number): number[] {
  const size = data.length / blocks;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * size, (i + 1) * size));
  const checks = parts.map((part) => correction(part, degree));
  const weave = (lists: number[][]): number[] => lists[0]!.flatMap((_, i) => lists.map((list) => list[i]!));
  return [...weave(parts), ...weave(checks)];
}

type Grid = (boolean | undefined)[][];

function square(grid: Grid, x: number, y: number, radius: number, dark: (ring: number) => boolean): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const row = grid[y + dy];
      if (row && x + dx >= 0 && x + dx < grid.length) row[x + dx] = dark(Math.max(Math.abs(dx), Math.abs(dy)));
    }
  }
}

function withPatterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined));
  for (let i = 0; i < size; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(grid, x, y, 4, (ring) => ring !== 2 && ring !== 4);
  if (version > 1) square(grid, size - 7, size - 7, 2, (ring) => ring !== 1);
  return grid;
}

/** Level L and the mask, protected by their own code, twice around the corners. */
function writeFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  let rest = (1 << 3) | mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((((1 << 3) | mask) << 10) | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const down = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
    const across = i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i;
    grid[down]![8] = dark;
    grid[8]![across] = dark;
  }
  grid[size - 8]![8] = true;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Two columns at a time from the right, up and down in turns, around what is already there. */
function writeData(grid: Grid, bytes: number[], mask: number): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let i = 0; i < size; i++) {
      const y = upward ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== undefined) continue;
        const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
        grid[y]![x] = dark !== MASKS[mask]!(x, y);
      }
    }
  }
}

/** Long runs of one colour make a code hard to read. */
function runs(grid: Grid): number {
  const rows = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))];
  return rows.reduce((sum, row) => {
    const found = row.map((dark) => (dark ? "1" : "0")).join("").match(/1{5,}|0{5,}/g) ?? [];
    return sum + found.reduce((all, run) => all + run.length - 2, 0);
  }, 0);
}

function draw(version: number, bytes: number[], mask: number): Grid {
  const grid = withPatterns(version);
  writeFormat(grid, mask);
  writeData(grid, bytes, mask);
  return grid;
}

export function qrGrid(text: string, onlyMask?: number): Grid {
  const bytes = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(([room]) => bytes.length + 2 <= room);
  if (index < 0) throw new RangeError("the text is too long for a QR code of this kind");
  const [room, degree, blocks] = VERSIONS[index]!;
  const all = interleaved(dataBytes(bytes, room), degree, blocks);
  const masks = onlyMask === undefined ? [...MASKS.keys()] : [onlyMask];
  return masks.map((mask) => draw(index + 1, all, mask)).sort((a, b) => runs(a) - runs(b))[0]!;
}

/** The dark squares as one SVG path, with the quiet zone the standard asks for. */
export function qrPath(text: string): { size: number; path: string } {
  const grid = qrGrid(text);
  const cells = grid.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])));
  return { size: grid.length + 8, path: cells.join("") };
}
