import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Tool } from "../tool.ts";
import type { Network } from "./checked-address.ts";
import { createFetchUrlTool } from "./fetch-url.ts";
import { isPublicAddress } from "./public-address.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A small internet: 127.0.0.1 stands for a public host, and every other rule is the product's own. */
function internet(names: Record<string, string[] | (() => string[])>): Network {
  return {
    resolve: async (hostname) => {
      const found = names[hostname];
      if (!found) throw new Error("ENOTFOUND");
      const addresses = typeof found === "function" ? found() : found;
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    allows: (address) => address === "127.0.0.1" || isPublicAddress(address),
  };
}

const run = (tool: Tool, url: string, signal = new AbortController().signal) =>
  tool.run({ url }, { signal, ground: null });
const publicHost = createFetchUrlTool(internet({ "public.test": ["127.0.0.1"] }));

describe("isPublicAddress", () => {
  it.each(["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111"])("allows %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "4000::1",
    "not an address",
    "",
  ])("refuses %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it("refuses every address of this machine", () => {
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    expect(own.filter(({ address }) => isPublicAddress(address))).toEqual([]);
  });
});

describe("the address, before anyone is asked", () => {
  const tool = createFetchUrlTool();
  const foresee = (url: string) => tool.foresee?.({ url }, { signal: new AbortController().signal });

  it.each([
    ["HTTPS://Example.COM:443/a/../b?q=ä#part", "https://example.com/b?q=%C3%A4"],
    ["http://8.8.8.8", "http://8.8.8.8/"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
  ])("%s is shown in full", async (url, text) => {
    expect(await foresee(url)).toEqual({ possible: true, preview: { kind: "url", text }, ground: null });
  });

  it.each([
    ["example.com", "complete URL"],
    ["ftp://example.com/", "http and https"],
    ["file:///etc/passwd", "http and https"],
    ["javascript:alert(1)", "http and https"],
    ["https://user:secret@example.com/", "user name or password"],
    ["http://localhost:3000/", "public internet"],
    ["http://LOCALHOST./", "public internet"],
    ["http://app.localhost/", "public internet"],
    ["http://127.0.0.1:3000/", "public internet"],
    ["http://127.1/", "public internet"],
    ["http://2130706433/", "public internet"],
    ["http://0x7f.0.0.1/", "public internet"],
    ["http://0/", "public internet"],
    ["http://169.254.169.254/latest/meta-data", "public internet"],
    ["http://[::1]/", "public internet"],
    ["http://[::ffff:127.0.0.1]/", "public internet"],
    ["http://[fd00::1]/", "public internet"],
  ])("%s is impossible, and not run either", async (url, reason) => {
    expect(await foresee(url)).toEqual({ possible: false, error: expect.stringContaining(reason) });
    await expect(run(tool, url)).rejects.toThrow(reason);
  });
});

describe("fetch_url", () => {
  it("returns status, address and text, with the name that was asked for", async () => {
    const port = await serve((request, response) => {
      response.setHeader("content-type", "application/json; charset=utf-8");
      response.end(JSON.stringify({ host: request.headers.host, method: request.method }));
    });
    const url = `http://public.test:${port}/a`;
    const text = JSON.stringify({ host: `public.test:${port}`, method: "GET" });
    expect(await run(publicHost, url)).toEqual({ url, status: 200, contentType: "application/json", text });
  });

  it("reads pages without their markup, other encodings, and errors as what they are", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/page") response.setHeader("content-type", "text/html").end("<p>Hello<p>there");
      else if (request.url === "/latin") {
        response.setHeader("content-type", "text/plain; charset=iso-8859-1").end(Buffer.from([0xe9]));
      } else response.writeHead(404, { "content-type": "text/plain" }).end("none");
    });
    const get = (path: string) => run(publicHost, `http://public.test:${port}${path}`);
    expect(await get("/page")).toMatchObject({ text: "Hello\nthere" });
    expect(await get("/latin")).toMatchObject({ text: "é" });
    expect(await get("/gone")).toMatchObject({ status: 404, text: "none" });
  });

  it.each([
    ["a private address", ["10.0.0.7"]],
    ["loopback by IPv6", ["::1"]],
    ["a private one among public ones", ["8.8.8.8", "192.168.0.1"]],
    ["a mapped one", ["::ffff:10.0.0.1"]],
  ])("refuses a name that resolves to %s", async (_, addresses) => {
    const tool = createFetchUrlTool(internet({ "rebind.test": addresses }));
    await expect(run(tool, "http://rebind.test/")).rejects.toThrow("public internet");
  });

  it("asks for a name once and connects to that answer, whatever the next would be", async () => {
    const port = await serve((_, response) => response.end("first answer"));
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    let asked = 0;
    const tool = createFetchUrlTool(internet({ "rebind.test": () => answers[asked++] ?? [] }));
    expect(await run(tool, `http://rebind.test:${port}/`)).toMatchObject({ text: "first answer" });
    expect(asked).toBe(1);
  });

  it("follows a redirect and says where it ended", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/end") response.end("arrived");
      else response.writeHead(302, { location: "/end" }).end();
    });
    const answer = await run(publicHost, `http://public.test:${port}/start`);
    expect(answer).toMatchObject({ url: `http://public.test:${port}/end`, status: 200, text: "arrived" });
  });

  it.each([
    ["http://127.0.0.2/", "public internet"],
    ["http://[::1]/", "public internet"],
    ["http://localhost/", "public internet"],
    ["//169.254.169.254/", "public internet"],
    ["http://inside.test/", "public internet"],
    ["file:///etc/passwd", "http and https"],
    ["http://user:pass@public.test/", "user name or password"],
    ["http://[bad", "complete URL"],
  ])("does not follow a redirect to %s", async (location, reason) => {
    const port = await serve((_, response) => response.writeHead(301, { location }).end());
    const network = internet({ "public.test": ["127.0.0.1"], "inside.test": ["10.1.2.3"] });
    await expect(run(createFetchUrlTool(network), `http://public.test:${port}/`)).rejects.toThrow(reason);
  });

  it("gives up on redirects without end, after five", async () => {
    let requests = 0;
    const port = await serve((_, response) => {
      requests += 1;
      response.writeHead(307, { location: "/again" }).end();
    });
    await expect(run(publicHost, `http://public.test:${port}/`)).rejects.toThrow("more than 5 times");
    expect(requests).toBe(6);
  });

  it("refuses what is no text, and more than 2 MB, packed or not", async () => {
    const large = Buffer.alloc(2 * 1024 * 1024 + 1, "a");
    const port = await serve((request, response) => {
      if (request.url === "/image") response.writeHead(200, { "content-type": "image/png" }).end("x");
      else if (request.url === "/packed")
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(large));
      else response.end(large);
    });
    await expect(run(publicHost, `http://public.test:${port}/image`)).rejects.toThrow("image/png");
    await expect(run(publicHost, `http://public.test:${port}/large`)).rejects.toThrow("2 MB");
    await expect(run(publicHost, `http://public.test:${port}/packed`)).rejects.toThrow("2 MB");
  });

  it("stops when it is told to, in the middle of an answer", async () => {
    const controller = new AbortController();
    const port = await serve((_, response) => {
      response.write("beginning");
      controller.abort();
    });
    const fetching = run(publicHost, `http://public.test:${port}/`, controller.signal);
    await expect(fetching).rejects.toMatchObject({ name: "AbortError" });
  });

  it("stops while a name is still looked up", async () => {
    const controller = new AbortController();
    const tool = createFetchUrlTool({
      resolve: () => {
        queueMicrotask(() => controller.abort());
        return new Promise(() => undefined);
      },
      allows: isPublicAddress,
    });
    await expect(run(tool, "http://slow.test/", controller.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("says so when a name is unknown or nobody answers", async () => {
    await expect(run(publicHost, "http://unknown.test/")).rejects.toThrow("could not be found");
    const port = await serve((request) => request.socket.destroy());
    await expect(run(publicHost, `http://public.test:${port}/`)).rejects.toThrow("could not be fetched");
  });
});
