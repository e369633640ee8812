import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** How a server that is away looks from here: nobody listens, somebody hangs up at once, or nobody says a word. */
export type Away = "refuses" | "hangs up" | "is silent";

export type DatabaseProxy = {
  /** The database's address, through here. */
  url: string;
  leave(how: Away): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

/** Stands between us and the database's server, and lets it go away and come back. */
export async function openProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let away: Away | null = null;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    return socket;
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (away === "hangs up") incoming.end();
    if (away !== null) return void incoming.resume();
    const outgoing = keep(connect(Number(port), hostname));
    incoming.on("data", (data) => away === "is silent" || outgoing.write(data));
    outgoing.on("data", (data) => away === "is silent" || incoming.write(data));
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
  });
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, "127.0.0.1", resolve));
  const hangUp = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      hangUp();
    });
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    async leave(how) {
      away = how;
      if (how === "refuses") await stop();
      if (how === "hangs up") hangUp();
    },
    async comeBack() {
      const listening = away !== "refuses";
      away = null;
      hangUp();
      if (!listening) await listen(own);
    },
    close: stop,
  };
}
