import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Network } from "../built-in/checked-address.ts";
import { attemptFetch, closeServersAfterEach, internet, refusal, serve } from "./test-internet.ts";
import { attemptBody, prepareSandbox } from "./test-sandbox.ts";

prepareSandbox();
closeServersAfterEach();

describe("fetch", () => {
  it("sends method, headers and body, and answers status, headers, text and json", async () => {
    const port = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.writeHead(201, { "content-type": "application/json", "x-two": ["a", "b"] });
      response.end(JSON.stringify({ method: request.method, key: request.headers["x-key"], body }));
    });
    const { result } = await attemptFetch(
      `const answer = await fetch('http://public.test:${port}/', { method: 'post', headers: { 'X-Key': 'k' }, body: 'sent' });
       return { status: answer.status, type: answer.headers['content-type'], two: answer.headers['x-two'], text: await answer.text(), json: await answer.json() };`,
      [`public.test:${port}`],
    );
    const json = { method: "POST", key: "k", body: "sent" };
    expect(result).toEqual({
      status: 201,
      type: "application/json",
      two: "a, b",
      text: JSON.stringify(json),
      json,
    });
  });

  it("gives answers that are errors as what they are, and takes no answer for JSON that is none", async () => {
    const port = await serve((_, response) => response.writeHead(500).end("<oops>"));
    const url = `http://public.test:${port}/`;
    expect(
      await attemptFetch(`return (await fetch('${url}')).status`, [`public.test:${port}`]),
    ).toMatchObject({
      result: 500,
    });
    expect(
      await attemptFetch(`return (await fetch('${url}')).json()`, [`public.test:${port}`]),
    ).toMatchObject(refusal("SyntaxError"));
  });

  it("lets the code catch a refusal", async () => {
    const body =
      "try { await fetch('http://other.test/') } catch (error) { return [error instanceof Error, error.message] }";
    expect(await attemptFetch(body, ["public.test"])).toMatchObject({
      result: [true, '"other.test" is not among the hosts that this tool may reach.'],
    });
  });
});

describe("hosts that are not listed", () => {
  it.each([
    ["http://other.test/", ["public.test"]],
    ["http://public.test:8080/", ["public.test"]],
    ["http://public.test/", ["public.test:8080"]],
    ["http://public.test.evil.example/", ["public.test"]],
    ["http://evilpublic.test/", ["*.public.test", "public.test"]],
    ["http://public.test/", ["*.public.test"]],
    ["http://api.public.test/", ["public.test"]],
    ["http://8.8.8.8/", ["public.test"]],
    ["http://public.test/", ["*"]],
    ["http://public.test/", ["https://public.test"]],
  ])("%s with %o is refused before anything is looked up", async (url, hosts) => {
    const network = internet();
    expect(await attemptFetch(`await fetch('${url}')`, hosts, network)).toMatchObject(
      refusal("is not among the hosts"),
    );
    expect(network.asked).toEqual([]);
  });

  it.each([
    ["//public.test/", "complete URL"],
    ["ftp://public.test/", "http and https"],
    ["file:///etc/passwd", "http and https"],
    ["http://user:pass@public.test/", "user name or password"],
  ])("%s is no address to fetch", async (url, reason) => {
    expect(await attemptFetch(`await fetch('${url}')`, ["public.test"])).toMatchObject(refusal(reason));
  });
});

describe("private addresses", () => {
  it.each([
    ["http://10.0.0.1/", "10.0.0.1"],
    ["http://127.0.0.2/", "127.0.0.2"],
    ["http://2130706434/", "127.0.0.2"],
    ["http://169.254.169.254/", "169.254.169.254"],
    ["http://[::1]/", "[::1]"],
    ["http://localhost/", "localhost"],
    ["http://inside.test/", "inside.test"],
    ["http://mixed.test/", "mixed.test"],
    ["http://loopback.test/", "loopback.test"],
  ])("%s is refused although it is listed", async (url, host) => {
    expect(await attemptFetch(`await fetch('${url}')`, [host])).toMatchObject(
      refusal("not on the public internet"),
    );
  });

  it("a name is asked for once, and that answer is connected to", async () => {
    const port = await serve((_, response) => response.end("first"));
    const answers = ["127.0.0.1", "169.254.169.254"];
    let asked = 0;
    const network: Network = {
      resolve: async () => [{ address: answers[asked++] ?? "", family: 4 }],
      allows: (address) => address === "127.0.0.1",
    };
    const body = `return (await fetch('http://rebind.test:${port}/')).text()`;
    expect(await attemptFetch(body, [`rebind.test:${port}`], network)).toMatchObject({ result: "first" });
    expect(asked).toBe(1);
  });
});

describe("a request that is not sent", () => {
  it.each([
    ["{ headers: { Host: 'other.test' } }", "cannot be set"],
    ["{ headers: { 'transfer-encoding': 'chunked' } }", "cannot be set"],
    ["{ headers: { 'Proxy-Authorization': 'x' } }", "cannot be set"],
    ["{ headers: { 'a b': 'x' } }", "not valid"],
    ["{ headers: { a: 'x\\r\\nhost: other.test' } }", "not valid"],
    ["{ headers: { a: 1 } }", "headers.a"],
    ["{ method: 'CONNECT' }", "method"],
    ["{ method: 'TRACE' }", "method"],
    ["{ body: 'x' }", "has no body"],
    ["{ method: 'POST', body: { a: 1 } }", "body"],
    ["{ method: 'POST', body: 'x'.repeat(2 * 1024 * 1024 + 1) }", "larger than 2 MB"],
  ])("%s", async (options, reason) => {
    let requests = 0;
    const port = await serve((_, response) => {
      requests += 1;
      response.end();
    });
    const body = `await fetch('http://public.test:${port}/', ${options})`;
    expect(await attemptFetch(body, [`public.test:${port}`])).toMatchObject(refusal(reason));
    expect(requests).toBe(0);
  });
});

describe("an answer", () => {
  it("of more than 2 MB is refused, packed or not", async () => {
    const large = Buffer.alloc(2 * 1024 * 1024 + 1, "a");
    const port = await serve((request, response) => {
      if (request.url === "/packed")
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(large));
      else response.end(large);
    });
    for (const path of ["/packed", "/plain"]) {
      expect(
        await attemptFetch(`await fetch('http://public.test:${port}${path}')`, [`public.test:${port}`]),
      ).toMatchObject(refusal("larger than 2 MB"));
    }
  });

  it("of 2 MB arrives whole", async () => {
    const port = await serve((_, response) => response.end(Buffer.alloc(2 * 1024 * 1024, "a")));
    const body = `return (await (await fetch('http://public.test:${port}/')).text()).length`;
    expect(await attemptFetch(body, [`public.test:${port}`])).toMatchObject({ result: 2 * 1024 * 1024 });
  });

  it("that never ends takes the run's time and no more, and the connection is closed", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const port = await serve((request, response) => {
      request.socket.once("close", () => resolve());
      response.write("beginning");
    });
    const outcome = await attemptBody(`await fetch('http://public.test:${port}/')`, {
      capabilities: { hosts: [`public.test:${port}`] },
      network: internet(),
      limits: { milliseconds: 200 },
    });
    expect(outcome).toMatchObject(refusal("took longer than 0.2 s"));
    await closed;
  });

  it("that nobody gives is said in a word", async () => {
    const port = await serve((request) => request.socket.destroy());
    expect(
      await attemptFetch(`await fetch('http://public.test:${port}/')`, [`public.test:${port}`]),
    ).toMatchObject(refusal("It did not work:"));
    expect(await attemptFetch("await fetch('http://unknown.test/')", ["unknown.test"])).toMatchObject(
      refusal("could not be found"),
    );
  });
});
