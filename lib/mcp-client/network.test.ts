import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import type { Network } from "./network.ts";
import { isOwnAddress } from "./own-address.ts";
import { testClock } from "./test-clock.ts";
import { testNetwork, watch } from "./test-connection.ts";
import { upstream } from "./test-stage.ts";

/** Names and their addresses; 127.0.0.1 stands for the public internet. */
function internet(names: Record<string, string[]>, change: Partial<Network> = {}): Network {
  return testNetwork({
    resolve: async (hostname) => {
      const addresses = names[hostname];
      if (!addresses) throw new Error("ENOTFOUND");
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    allows: (address) => address === "127.0.0.1",
    ...change,
  });
}

const connect = (
  url: string,
  network: Network,
  more: { allowPrivateAddress?: boolean; headers?: Record<string, string> } = {},
) => watch({ url, allowPrivateAddress: false, ...more }, { network, clock: testClock() }).settled();

describe("the address of a server", () => {
  it.each([
    ["example.com", "complete URL"],
    ["ftp://example.com/", "Only http and https"],
    ["file:///etc/passwd", "Only http and https"],
    ["https://user:secret@example.com/mcp", "user name or password"],
  ])("is refused for its form: %s", async (url, reason) => {
    const { state, error } = await connect(url, internet({}));
    expect({ state, error }).toEqual({ state: "failed", error: expect.stringContaining(reason) });
    expect(error).not.toContain("secret");
  });

  it.each([
    "http://10.0.0.1/",
    "http://127.0.0.2/",
    "http://[::1]/",
    "http://0x7f000002/",
    "http://169.254.169.254/",
  ])("is refused when it is private, without a connection: %s", async (url) => {
    expect(await connect(url, internet({}))).toMatchObject({
      error: expect.stringContaining("private or local"),
    });
  });

  it.each([
    ["a private one", ["10.0.0.7"]],
    ["a private one among public ones", ["127.0.0.1", "192.168.0.1"]],
  ])("is refused when its name leads to %s", async (_, addresses) => {
    const { error } = await connect("http://rebind.test/", internet({ "rebind.test": addresses }));
    expect(error).toContain("private or local");
  });

  it("is the one that is connected to: a name that changes its answer is checked each time", async () => {
    const { port, received } = await upstream();
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    let asked = 0;
    const network = internet(
      {},
      {
        resolve: async () => (answers[Math.min(asked++, 1)] ?? []).map((address) => ({ address, family: 4 })),
      },
    );
    const { error } = await connect(`http://rebind.test:${port}/mcp`, network);
    expect(error).toContain("private or local");
    expect(received).toHaveLength(1);
  });

  it("may be private when the server's switch says so, but never our own", async () => {
    const { port, received } = await upstream();
    const network = internet(
      { "here.test": ["127.0.0.1"] },
      { allows: () => false, isOwn: (_, own) => own === port },
    );
    const own = await connect(`http://here.test:${port}/mcp`, network, { allowPrivateAddress: true });
    expect(own).toMatchObject({
      state: "failed",
      error: expect.stringContaining("Countersign itself listens"),
    });
    expect(received).toEqual([]);
    const other = { ...network, isOwn: () => false };
    expect(await connect(`http://here.test:${port}/mcp`, other, { allowPrivateAddress: true })).toMatchObject(
      {
        state: "ready",
      },
    );
  });

  it("says when a name is not known", async () => {
    expect(await connect("http://unknown.test/", internet({}))).toMatchObject({
      error: '"unknown.test" could not be found.',
    });
  });
});

describe("a redirect", () => {
  it("to another host is refused, and the credentials do not go there", async () => {
    const elsewhere = await upstream();
    const { port } = await upstream({
      before: (_, response) =>
        !!response.writeHead(307, { location: `http://other.test:${elsewhere.port}/mcp` }).end(),
    });
    const network = internet({ "server.test": ["127.0.0.1"], "other.test": ["127.0.0.1"] });
    const headers = { authorization: "Bearer secret" };
    const { error } = await connect(`http://server.test:${port}/mcp`, network, { headers });
    expect(error).toContain("redirects to another address");
    expect(elsewhere.headers).toEqual([]);
  });

  it("within the same origin is followed", async () => {
    const { port } = await upstream({
      before: (request, response) => {
        if (request.url === "/mcp/") return false;
        return !!response.writeHead(308, { location: "/mcp/" }).end();
      },
    });
    const network = internet({ "server.test": ["127.0.0.1"] });
    expect(await connect(`http://server.test:${port}/mcp`, network)).toMatchObject({ state: "ready" });
  });
});

it("sends the headers of the configuration with every request", async () => {
  const { port, headers } = await upstream();
  const network = internet({ "server.test": ["127.0.0.1"] });
  await connect(`http://server.test:${port}/mcp`, network, { headers: { "X-Key": "secret" } });
  expect(headers.length).toBeGreaterThan(2);
  expect(headers.every((one) => one["x-key"] === "secret")).toBe(true);
});

describe("isOwnAddress", () => {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  it.each([
    "127.0.0.1",
    "127.3.2.1",
    "0.0.0.0",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    ...own.map(({ address }) => address),
    "not an address",
  ])("knows %s", (address) => {
    expect(isOwnAddress(address, 3000, [3000])).toBe(true);
    expect(isOwnAddress(address, 3001, [3000])).toBe(false);
  });

  it("lets others have the same port", () => {
    expect(isOwnAddress("203.0.113.9", 3000, [3000])).toBe(false);
  });
});
