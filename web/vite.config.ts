import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = "../src/tetrad/server/static";
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Writes FILE.gz and FILE.br beside every text file: the server need not compress on each request. */
function precompress(folder: string): Plugin {
  return {
    name: "precompress",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        if (!COMPRESSED.test(name) || statSync(path).isDirectory()) continue;
        const text = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
        writeFileSync(`${path}.br`, brotliCompressSync(text));
      }
    },
  };
}

const server = process.env.TETRAD_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [precompress(OUT)],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: OUT,
    manifest: "pages.json",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/locale": server } },
  test: { include: ["tests/**/*.test.ts"] },
});
