import { afterEach, describe, expect, it, vi } from "vitest";
import { hrefOf, pathOf } from "../src/net/edition";

const asFiles = (): void => {
  vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => "static" }) });
};
const at = (path: string): string => pathOf(new URL(path, "https://example.org"));

afterEach(() => vi.unstubAllGlobals());

describe("the edition with a server", () => {
  it("has the addresses that the app knows", () => {
    expect(["/", "/match/abc?join=1", "/play/qomet"].map(hrefOf)).toEqual(["/", "/match/abc?join=1", "/play/qomet"]);
    expect(["/", "/match/abc", "/play/qomet/"].map(at)).toEqual(["/", "/match/abc", "/play/qomet"]);
  });
});

describe("the edition of files", () => {
  it("has a folder for each page, and the name of a match in its query", () => {
    asFiles();
    expect(["/", "/match/local-1?lang=fr", "/play/qomet?level=2"].map(hrefOf)).toEqual(["/", "/match/?id=local-1&lang=fr", "/play/qomet/?level=2"]);
  });

  it("finds its way back from them", () => {
    asFiles();
    expect(["/", "/index.html", "/match/?id=local-1", "/match/", "/play/qomet/index.html"].map(at)).toEqual(["/", "/", "/match/local-1", "/match", "/play/qomet"]);
  });
});
