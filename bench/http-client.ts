import { Agent, type IncomingMessage, request } from "node:http";

export type HttpClient = ReturnType<typeof createHttpClient>;
export type OnData = (data: string, id: string | null) => void;

/** Bare Node HTTP with kept connections: the client's own work is the same for both sides and as little as can be. */
export function createHttpClient(url: string, identity: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });

  function send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<IncomingMessage> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const content: Record<string, string> =
      text === ""
        ? {}
        : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    return new Promise((resolve, reject) => {
      const sent = request(
        url + path,
        { method, agent, headers: { ...identity, ...content, ...headers } },
        resolve,
      );
      sent.once("error", reject);
      sent.end(text);
    });
  }

  async function accepted(response: IncomingMessage, what: string): Promise<IncomingMessage> {
    if ((response.statusCode ?? 500) < 400) return response;
    throw new Error(
      `${what} answered ${response.statusCode}: ${(await bytesOf(response)).toString().slice(0, 500)}`,
    );
  }

  return {
    async bytes(path: string, headers: Record<string, string> = {}) {
      const response = await accepted(await send("GET", path, undefined, headers), path);
      return { headers: response.headers, bytes: await bytesOf(response) };
    },

    async json<Body>(method: string, path: string, body?: unknown): Promise<Body> {
      const response = await accepted(await send(method, path, body), path);
      const bytes = await bytesOf(response);
      return (bytes.length === 0 ? {} : JSON.parse(bytes.toString())) as Body;
    },

    /** Server-sent events until the server ends the stream. */
    async events(
      method: string,
      path: string,
      body: unknown,
      onData: OnData,
      headers: Record<string, string> = {},
    ) {
      const sent = await send(method, path, body, { accept: "text/event-stream", ...headers });
      const response = await accepted(sent, path);
      if (!String(response.headers["content-type"]).startsWith("text/event-stream")) {
        throw new Error(`${path} answered no stream: ${(await bytesOf(response)).toString().slice(0, 500)}`);
      }
      let rest = "";
      response.setEncoding("utf8");
      for await (const text of response) {
        const blocks = (rest + text).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const data = /^data: ?(.*)$/m.exec(block)?.[1];
          if (data !== undefined) onData(data, /^id: ?(.*)$/m.exec(block)?.[1] ?? null);
        }
      }
    },

    close: () => agent.destroy(),
  };
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts);
}
