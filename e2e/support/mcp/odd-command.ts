import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * A local MCP server without any library, odd in the way that its first argument names. Its one tool `act` does what
 * the argument `what` of the call says.
 */
type Message = { id?: number | string; method?: string; params?: Record<string, unknown> };

const [oddity = "none"] = process.argv.slice(2);
const send = (message: Record<string, unknown>) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (value: unknown) => ({ content: [{ type: "text", text: String(value) }] });

if (oddity === "fails") {
  process.stderr.write("starting up\nno configuration was found\n\n");
  process.exit(3);
}
const confession = `${"x".repeat(150)} ${process.env.API_KEY} ${"x".repeat(3_000)}\n`;
if (oddity === "tells") {
  process.stderr.write(confession);
  process.exit(3);
}
if (oddity === "mutters") process.stdout.write(confession.repeat(101));
if (oddity === "garbage") {
  for (let line = 0; line < 500; line += 1) process.stdout.write(`Welcome to line ${line}!\n`);
}
if (oddity === "chatty") process.stdout.write("Listening on stdio\n{}\n[1]\n");
/** An answer that nobody asked for, nested deeper than can be walked. */
const deepAnswer = `{"jsonrpc":"2.0","id":987654,"result":{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}}\n`;
if (oddity === "stubborn") {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1_000);
}

const act: Record<string, (message: Message) => void> = {
  die: () => process.exit(1),
  "die-after-the-answer": ({ id }) => {
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id, result: text("last words".padEnd(500_000, "!")) })}\n`,
      () => process.exit(0),
    );
  },
  hang: () => undefined,
  deep: () => process.stdout.write(deepAnswer),
  flood: () => {
    const line = "x".repeat(1_000_000);
    for (let times = 0; times < 12; times += 1) process.stdout.write(line);
  },
  chatter: () => {
    const line = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x".repeat(20_000) } })}\n`;
    const more = () => {
      while (process.stdout.write(line));
      process.stdout.once("drain", more);
    };
    more();
  },
  environment: ({ id }) => send({ id, result: text(JSON.stringify(process.env)) }),
  pids: ({ id }) => {
    const helper = spawn(process.execPath, ["-e", "process.on('SIGTERM',()=>0);setInterval(()=>0,1000)"], {
      stdio: "ignore",
    });
    send({ id, result: text(JSON.stringify([process.pid, helper.pid])) });
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message: Message = JSON.parse(line);
  const { id, method, params } = message;
  if (id === undefined || ["silent", "garbage", "mutters"].includes(oddity)) return;
  if (method === "initialize") {
    const serverInfo = { name: "odd", version: "1" };
    return send({
      id,
      result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
    });
  }
  if (method === "tools/list") {
    if (oddity === "deep") process.stdout.write(deepAnswer);
    return send({ id, result: { tools: [{ name: "act", inputSchema: { type: "object" } }] } });
  }
  if (method === "tools/call") {
    return act[String(Reflect.get(Object(params?.arguments), "what"))]?.(message);
  }
  // As servers do that were built before there was another revision.
  if (oddity === "strict") process.exit(1);
  return send({ id, error: { code: -32_601, message: "Method not found" } });
});
