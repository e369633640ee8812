import { createConnection } from "../../../lib/mcp-client/connection.ts";

/** Connects to a stubborn local server, prints the ids of its processes, and stays until it is killed. */
const connection = createConnection(
  {
    id: "1",
    name: "odd",
    command: process.execPath,
    args: [`${import.meta.dirname}/odd-command.ts`, "stubborn"],
  },
  {
    network: { resolve: async () => [], allows: () => false, isOwn: () => false },
    installationId: "none",
    version: "0.0.0",
  },
);
connection.start();
const { content } = await connection.callTool("act", { what: "pids" });
process.stdout.write(`${JSON.stringify(content)}\n`);
setInterval(() => undefined, 1_000);
