import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import zopfli from "@gfx/zopfli";
import { runnerImport, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const OUT = "../src/tetrad/server/static";
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Writes FILE.gz and FILE.br beside every text file: the server need not compress on each request. */
function precompress(folder: string): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        if (!COMPRESSED.test(name) || statSync(path).isDirectory()) continue;
        const text = readFileSync(path);
        writeFileSync(`${path}.gz`, await zopfli.gzipAsync(text, { numiterations: 15 }));
        writeFileSync(`${path}.br`, brotliCompressSync(text));
      }
    },
  };
}

/**
 * Few files: an HTTP/1.1 server is asked for six at a time, and each further turn costs a phone
 * its round trip. So there is what every page needs, what every page but the first needs, what every
 * page with a live board needs, the faces of the opponents, which come late to the first page, what
 * pages for study share, and a file for each page.
 */
const GROUPS = [
  { name: "app", tags: ["$initial" as const] },
  { name: "inner", test: /[\\/]src[\\/](net[\\/]failures|ui[\\/]sure)/ },
  { name: "study", test: /[\\/]src[\\/](analyse|review|puzzles)[\\/]/, minShareCount: 2 },
  { name: "room", test: /[\\/]src[\\/](?!opponents[\\/]face|page[\\/]|people[\\/]|turns[\\/]|settings[\\/]|start[\\/]clocks|ui[\\/](sheet|copy))/, minShareCount: 2 },
];

/** The source of each page that is not there from the start, by the first part of its address. */
const PAGES = {
  play: "start/play.tsx",
  match: "match/page.tsx",
  games: "games/page.tsx",
  meet: "meet/page.tsx",
  account: "people/account-page.tsx",
  people: "people/page.tsx",
  embed: "embed/page.tsx",
  tournaments: "tournaments/page.tsx",
  analyse: "analyse/page.tsx",
  puzzles: "puzzles/page.tsx",
  openings: "openings/page.tsx",
  "learn/quantik": "learn/page.tsx",
  "learn/qawale": "learn/page.tsx",
  "learn/qomet": "learn/page.tsx",
};

/** Writes down which files a page opens: the server names them in the page's first bytes. */
function pageFiles(): Plugin {
  return {
    name: "page-files",
    enforce: "post", // when the style is there, too
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const imported = (name: string): string[] => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        return !chunk || chunk.isEntry ? [] : [name, ...chunk.imports.flatMap(imported)];
      };
      const opened = (source: string): string[] => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === resolve("src", source));
        if (!chunk) this.error(`no page is built from ${source}`);
        return [...new Set([chunk.fileName, ...chunk.imports.flatMap(imported)])];
      };
      const files = Object.entries(PAGES).map(([page, source]) => {
        const [, game] = page.split("/");
        const more = page === "games" ? opened("page/kept.ts") : game ? opened(`learn/lessons/${game}.ts`) : [];
        return [page, [...opened(source), ...more]];
      });
      const all = { "": ["opponents/face.tsx", "home/demo.ts", "page/kept.ts"].flatMap(opened), ...Object.fromEntries(files) };
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(all) });
      // What has to be kept so that every page opens without a network.
      this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify(Object.keys(bundle).filter((name) => name.startsWith("assets/"))) });
    },
  };
}

/** Writes down the positions of the lessons: the server sends their boards along with the page. */
function lessonPositions(): Plugin {
  return {
    name: "lesson-positions",
    apply: "build",
    async generateBundle() {
      const positions: Record<string, string[]> = {};
      for (const game of ["quantik", "qawale", "qomet"]) {
        const { module } = await runnerImport<{ lessons: () => { position: string }[] }>(`./src/learn/lessons/${game}.ts`);
        positions[game] = module.lessons().map(({ position }) => position);
      }
      this.emitFile({ type: "asset", fileName: "lessons.json", source: JSON.stringify(positions) });
    },
  };
}

const server = process.env.TETRAD_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  // What the app fetches itself lies beside its own files, wherever they are served.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/${name}` : { relative: true }) },
  worker: { format: "es" },
  plugins: [pageFiles(), lessonPositions(), precompress(OUT)],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/locale": server } },
  test: { include: ["tests/**/*.test.ts"] },
});
