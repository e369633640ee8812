import { describe, expect, it } from "vitest";
import { attemptFetch, closeServersAfterEach, refusal, serve } from "./test-internet.ts";
import { prepareSandbox } from "./test-sandbox.ts";

prepareSandbox();
closeServersAfterEach();

describe("redirects", () => {
  const redirecting = (location: (port: number) => string, status = 302) =>
    new Promise<{ port: number; seen: string[] }>((resolve, reject) => {
      const seen: string[] = [];
      let port = 0;
      serve((request, response) => {
        seen.push(
          `${request.method} ${request.headers.host?.split(":")[0]}${request.url} ${request.headers["x-key"] ?? "-"}`,
        );
        if (request.url === "/end") response.end("arrived");
        else response.writeHead(status, { location: location(port) }).end();
      }).then((listening) => {
        port = listening;
        resolve({ port, seen });
      }, reject);
    });

  it.each([
    ["http://other.test/", "is not among the hosts"],
    ["http://public.test/", "is not among the hosts"],
    ["http://10.0.0.1/", "not on the public internet"],
    ["//169.254.169.254/", "not on the public internet"],
    ["http://localhost/", "not on the public internet"],
    ["file:///etc/passwd", "http and https"],
    ["http://[bad", "complete URL"],
  ])("to %s are refused", async (location, reason) => {
    const { port } = await redirecting(() => location);
    expect(
      await attemptFetch(`await fetch('http://public.test:${port}/')`, [`public.test:${port}`]),
    ).toMatchObject(refusal(reason));
  });

  it("to a listed name with a private address are refused", async () => {
    const { port } = await redirecting(() => "http://inside.test/");
    expect(
      await attemptFetch(`await fetch('http://public.test:${port}/')`, [
        `public.test:${port}`,
        "inside.test",
      ]),
    ).toMatchObject(refusal("not on the public internet"));
  });

  it("on the same host keep headers, and to another listed host lose them", async () => {
    for (const [host, key] of [
      ["public.test", "k"],
      ["other.test", "-"],
    ]) {
      const { port, seen } = await redirecting((port) => `http://${host}:${port}/end`);
      const body = `return (await fetch('http://public.test:${port}/', { headers: { 'x-key': 'k' } })).text()`;
      const { result } = await attemptFetch(body, [`public.test:${port}`, `other.test:${port}`]);
      expect(result).toBe("arrived");
      expect(seen).toEqual(["GET public.test/ k", `GET ${host}/end ${key}`]);
    }
  });

  it("turn a POST into a GET, or keep it where they must, but never carry a body elsewhere", async () => {
    const post = (port: number) =>
      `await fetch('http://public.test:${port}/', { method: 'POST', body: 'x' })`;
    const found = await redirecting(() => "/end");
    await attemptFetch(post(found.port), [`public.test:${found.port}`]);
    expect(found.seen.at(-1)).toBe("GET public.test/end -");
    const kept = await redirecting(() => "/end", 307);
    await attemptFetch(post(kept.port), [`public.test:${kept.port}`]);
    expect(kept.seen.at(-1)).toBe("POST public.test/end -");
    const elsewhere = await redirecting((port) => `http://other.test:${port}/end`, 307);
    expect(
      await attemptFetch(post(elsewhere.port), [
        `public.test:${elsewhere.port}`,
        `other.test:${elsewhere.port}`,
      ]),
    ).toMatchObject(refusal("not redirected to another host"));
    expect(elsewhere.seen).toHaveLength(1);
  });

  it("without end are given up after five", async () => {
    const { port, seen } = await redirecting(() => "/again");
    expect(
      await attemptFetch(`await fetch('http://public.test:${port}/')`, [`public.test:${port}`]),
    ).toMatchObject(refusal("more than 5 times"));
    expect(seen).toHaveLength(6);
  });
});
