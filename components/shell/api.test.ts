import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api";
import { noteAnswered, noteAway } from "./server-reach";

function openPage(hostname: string, { onLine = true } = {}) {
  const navigator = { onLine };
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("location", { hostname });
  return navigator;
}

const refuse = (meanwhile = () => {}) =>
  vi.stubGlobal("fetch", async () => {
    meanwhile();
    throw new TypeError("Failed to fetch");
  });
const post = () => api("/approvals/one/decision", { method: "POST", body: {} });

beforeEach(() => noteAnswered());
afterEach(() => vi.unstubAllGlobals());

test("on this machine a browser that is offline proves nothing: the request may have arrived", async () => {
  for (const hostname of ["127.0.0.1", "localhost", "[::1]"]) {
    openPage(hostname, { onLine: false });
    refuse();
    await expect(post()).rejects.toMatchObject({ notSent: false });
  }
});

test("elsewhere a browser that was offline before and after sent nothing", async () => {
  const navigator = openPage("countersign.example", { onLine: false });
  refuse();
  await expect(post()).rejects.toMatchObject({ notSent: true });
  refuse(() => {
    navigator.onLine = true;
  });
  await expect(post()).rejects.toMatchObject({ notSent: false });
});

test("nothing was sent to a server that was away before and after, and not back in between", async () => {
  openPage("127.0.0.1");
  refuse();
  await expect(post()).rejects.toMatchObject({ notSent: false });
  noteAway();
  await expect(post()).rejects.toMatchObject({ notSent: true });
  refuse(() => {
    noteAnswered();
    noteAway();
  });
  await expect(post()).rejects.toMatchObject({ notSent: false });
});

test("any answer, also a no, shows that the server is there", async () => {
  openPage("127.0.0.1");
  noteAway();
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: { code: "internal", message: "Broken." } }, { status: 500 }),
  );
  await expect(post()).rejects.toMatchObject({ status: 500 });
  refuse();
  await expect(post()).rejects.toMatchObject({ notSent: false });
});
