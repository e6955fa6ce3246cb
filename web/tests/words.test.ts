import { afterEach, describe, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { listed, match, short, speak, t, takeTime, tn, together } = await import("../src/i18n/translate");
const { because, describeMove, moveName } = await import("../src/i18n/words");
const { arrow, ROWS, squareAt } = await import("../src/board/geometry");
const { stepLetter } = await import("../src/board/attempt");
const { lessons } = await import("../src/learn/lessons/qomet");

const slavic = [...Array(200).keys()].map((n) => {
  const last = n % 10, two = n % 100;
  return last === 1 && two !== 11 ? 0 : last >= 2 && last <= 4 && (two < 12 || two > 14) ? 1 : 2;
}).join("");

/** Translations by their English, as a catalog names them. */
const named = (texts: Record<string, string | string[]>): object => Object.fromEntries(Object.entries(texts).map(([text, words]) => [short(text), words]));

afterEach(() => speak("en"));

describe("texts", () => {
  it("have the short names that the server gives them", () => {
    expect(short("Play {game}")).toBe("nclgj");
    expect(short("Loading …")).toBe("1ho21");
  });

  it("stay English without a catalog and fill their gaps", () => {
    expect(t("Play {game}", { game: "Qomet" })).toBe("Play Qomet");
    expect(tn("{n} move", "{n} moves", 2)).toBe("2 moves");
  });

  it("take the plural form of the language", async () => {
    const catalog = { plural: slavic, messages: named({ "{n} move": ["{n} ход", "{n} хода", "{n} ходов"] }) };
    vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => catalog }));
    await speak("ru");
    expect([1, 3, 11, 22, 105].map((n) => tn("{n} move", "{n} moves", n))).toEqual(["1 ход", "3 хода", "11 ходов", "22 хода", "105 ходов"]);
  });

  it("keep the direction of a move in a sentence from right to left", async () => {
    const catalog = { plural: "", messages: named({ "Try {move}.": "נסו {move}." }) };
    vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => catalog }));
    await speak("he");
    expect(t("Try {move}.", { move: "@d4" })).toBe("נסו \u2068@d4\u2069.");
    await speak("en");
    expect(t("Try {move}.", { move: "@d4" })).toBe("Try @d4.");
  });

  it("list things in the script of the language, each in its own direction", async () => {
    vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => ({ plural: "", messages: {} }) }));
    vi.stubGlobal("navigator", { languages: ["sr-RS", "he-IL"] });
    expect(listed(["d4", "d5", "d6"]), "before there is time").toBe("d4, d5, d6");
    takeTime();
    await speak("sr");
    expect(listed(["d4", "d5", "d6"])).toBe("d4, d5 i d6");
    await speak("he");
    expect(listed(["d4", "d5"])).toBe("\u2068d4\u2069 ו-\u2068d5\u2069");
    expect(listed(["d4"])).toBe("d4");
  });

  it("write numbers as the language and its region do, in lessons, too", async () => {
    vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => ({ plural: "", messages: {} }) }));
    vi.stubGlobal("navigator", { languages: ["ar-EG", "de-DE"] });
    await speak("ar");
    expect(lessons()[0]!.text).toContain("The board has ٢٥ spaces");
    await speak("de");
    expect(tn("{n} move", "{n} moves", 12345)).toBe("12.345 moves");
    expect(lessons()[0]!.text).toContain("The board has 25 spaces");
  });

  it("put a space between sentences where the language does", async () => {
    vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => ({ plural: "", messages: {} }) }));
    expect(together(["One.", "", "Two."])).toBe("One. Two.");
    await speak("ja");
    expect(together(["一。", "二。"])).toBe("一。二。");
  });

  it("find the rulebook language of a browser", () => {
    expect(["pt-BR", "zh-TW", "zh-CN", "no", "iw", "xx"].map(match)).toEqual(["pt", "zh-Hant", "zh-Hans", "nb", "he", undefined]);
  });
});

describe("what the server says", () => {
  const said = (template: string, params = {}, more = {}) => ({ code: "x", template, params, message: template, ...more });
  const line = said("row {name}", { name: "3" });

  it("becomes a sentence, with its parts in words", () => {
    const reason = said("{player} has no {shape} in {line}", { player: 1, shape: "A", line: "row", name: "3" }, { parts: { player: said("Light"), shape: said("sphere"), line } });
    expect(because(reason)).toBe("Light has no sphere in row 3.");
    expect(because(said("wins in {plies} turn", { plies: 3 }, { plural: "wins in {plies} turns", count: "plies" }))).toBe("Wins in 3 turns.");
    expect(because(said("{square} is not empty", { square: "b3" }))).toBe("b3 is not empty.");
  });

  it("is said in the language of the page, down to the full stop", async () => {
    const catalog = { plural: "", messages: named({ "{sentence}.": "{sentence}。", "{shape} in {line}": "{line}: {shape}", "row {name}": "{name} 行", sphere: "球" }) };
    vi.stubGlobal("fetch", async () => ({ ok: true, json: async () => catalog }));
    await speak("ja");
    expect(because(said("{shape} in {line}", {}, { parts: { shape: said("sphere"), line } }))).toBe("3 行: 球。");
  });
});

describe("a move in words", () => {
  it("names the spaces of a sowing, not its letters", () => {
    expect(describeMove("qawale", "a1nnes", 1)).toBe("Light sows a1 along a2-a3-b3-b2");
  });

  it("has its notation in brackets where that says it otherwise", () => {
    expect(moveName("quantik", "D@b3")).toBe("cone b3 (D@b3)");
    expect(moveName("qawale", "a1nnes")).toBe("a1-a2-a3-b3-b2 (a1nnes)");
    expect(["@d4", "d4-d5", "a1-off"].map((move) => moveName("qomet", move))).toEqual(["d4 (@d4)", "d4-d5", "a1-off"]);
  });
});

describe("the board", () => {
  it("can be crossed with the arrow keys from every square to every square", () => {
    for (const game of ["quantik", "qawale", "qomet"] as const) {
      const seen = new Set(["d4"]);
      for (const square of seen) {
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
          const to = arrow(game, square, key);
          if (to) seen.add(to);
        }
      }
      expect(seen.size).toBe(ROWS[game].flat().length);
    }
  });

  it("finds the square under a point", () => {
    expect(squareAt("qomet", 0.5, 0.5)).toBe("d4");
    expect(squareAt("quantik", 0.01, 0.5)).toBeUndefined();
  });

  it("names the steps between neighbours", () => {
    expect(["a2", "b1", "c3"].map((to) => stepLetter("a1", to))).toEqual(["n", "e", ""]);
  });
});
