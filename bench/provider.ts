/**
 * The fake provider: Chat Completions over HTTP that answers at once. A process of its own, so that its work is done
 * outside both sides, and the same one for both. It searches the request's text instead of parsing it: with 500 turns
 * of history parsing would cost more than what is measured.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { argumentsFor, filesOf, finalText } from "./script.ts";

const finalWords = finalText.match(/\S+\s*/g) ?? [];

const line = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const chunk = (delta: object, finish: string | null = null) =>
  line({
    id: "chatcmpl-bench",
    object: "chat.completion.chunk",
    created: 0,
    model: "bench",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
const ending = `${line({
  id: "chatcmpl-bench",
  object: "chat.completion.chunk",
  created: 0,
  model: "bench",
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
})}data: [DONE]\n\n`;

const finalAnswer = [
  chunk({ role: "assistant", content: "" }),
  ...finalWords.map((word) => chunk({ content: word })),
  chunk({}, "stop"),
  ending,
].join("");

let lastCall = 0;

function toolCalls(count: number, file: string): string {
  const calls = filesOf(count, file).map((name, index) => ({
    index,
    id: `call_${lastCall++}`,
    type: "function",
    function: { name: "write_file", arguments: argumentsFor(name) },
  }));
  return [
    chunk({ role: "assistant", content: "" }),
    ...calls.map((call) => chunk({ tool_calls: [call] })),
    chunk({}, "tool_calls"),
    ending,
  ].join("");
}

function answerTo(request: string): string {
  if (request.lastIndexOf('"role":"tool"') > request.lastIndexOf('"role":"user"')) return finalAnswer;
  const order = /\[\[bench (\d+) ([\w.-]+)\]\]/.exec(request.slice(request.lastIndexOf("[[bench ")));
  const count = Number(order?.[1] ?? 0);
  return count === 0 ? finalAnswer : toolCalls(count, order?.[2] ?? "");
}

async function textOf(request: IncomingMessage): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const part of request) bytes.push(part);
  return Buffer.concat(bytes).toString("utf8");
}

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data: [{ id: "gpt-5-bench", object: "model" }] }));
    return;
  }
  const answer = answerTo(await textOf(request));
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(answer);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
