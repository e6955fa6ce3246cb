import { expect, test, vi } from "vitest";

const later: ((answer: Response) => void)[] = [];
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("document", { getElementById: () => null, querySelector: () => null, documentElement: { dataset: {} } });
vi.stubGlobal("fetch", (_: string, { method }: RequestInit) =>
  method === "DELETE" ? Promise.resolve(new Response(null, { status: 204 })) : new Promise<Response>((answer) => later.push(answer)));

test("who has signed out is not signed in again by an answer from before", async () => {
  const { account, fetchAccount, signedIn, signOut } = await import("../src/people/account");
  const asked = fetchAccount();
  await vi.waitFor(() => expect(later).toHaveLength(1));
  await signOut();
  later[0]!(Response.json({ account: { name: "Emmy", progress: null } }));
  await asked;
  expect(account.value).toBeNull();
  expect(signedIn.value).toBe("");
});
