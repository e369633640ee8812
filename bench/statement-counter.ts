import { connect, createServer, type Socket } from "node:net";

export type StatementCounter = {
  /** For DATABASE_URL: the same database, through here. */
  url: string;
  /** The statements that were executed since it was last asked, in their order. */
  take: () => string[];
  close: () => void;
};

/**
 * Counts what goes over the wire: every simple query and every Execute, BEGIN and COMMIT included. Exact, with the
 * texts, and of this one client only, which neither the server's log nor its statistics would be; and it needs nothing
 * of the server. It stands between in the counting part only, never where time is measured.
 */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  let executed: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const read = readMessages((statement) => executed.push(statement));
    client.on("data", (bytes: Buffer) => {
      read(bytes);
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => client.write(bytes));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" && address ? address.port : 0);
  return {
    url: url.href,
    take() {
      const taken = executed;
      executed = [];
      return taken;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The frontend's half of the protocol: a startup message without a type, then type, length and body. */
export function readMessages(onStatement: (text: string) => void): (bytes: Buffer) => void {
  const prepared = new Map<string, string>();
  let bound = "";
  let started = false;
  let rest: Buffer = Buffer.alloc(0);
  const read = (type: string, body: Buffer) => {
    if (type === "Q") onStatement(textsIn(body)[0] ?? "");
    if (type === "P") prepared.set(textsIn(body)[0] ?? "", textsIn(body)[1] ?? "");
    if (type === "B") bound = prepared.get(textsIn(body)[1] ?? "") ?? "";
    if (type === "E") onStatement(bound);
  };
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = started ? 5 : 4;
      if (rest.length < head) return;
      const size = rest.readInt32BE(head - 4) + (head - 4);
      if (rest.length < size) return;
      if (started) read(String.fromCharCode(rest[0] ?? 0), rest.subarray(head, size));
      started = true;
      rest = rest.subarray(size);
    }
  };
}

/** The two texts, each ended by a zero, that a message begins with. */
function textsIn(body: Buffer): string[] {
  const first = body.indexOf(0);
  const second = body.indexOf(0, first + 1);
  return [body.toString("utf8", 0, first), body.toString("utf8", first + 1, second < 0 ? undefined : second)];
}
