import { expect, it } from "vitest";
import { echoTool } from "../../e2e/support/mcp/raw-upstream.ts";
import { installationCapability, installationHeader } from "./own-installation.ts";
import { testClock } from "./test-clock.ts";
import { watch } from "./test-connection.ts";
import { type UpstreamOptions, upstream } from "./test-stage.ts";

const tool = (name: string) => ({ ...echoTool, name });

it.each<[string, UpstreamOptions, string]>([
  [
    "a page instead of MCP",
    { before: (_, response) => !!response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello") },
    "The server does not speak MCP in a way that is understood.",
  ],
  [
    "garbage that calls itself JSON",
    { before: (_, response) => !!response.writeHead(200, { "content-type": "application/json" }).end("{{{") },
    "The server does not speak MCP in a way that is understood.",
  ],
  [
    "404",
    { before: (_, response) => !!response.writeHead(404).end() },
    "There is no MCP server at this address (404).",
  ],
  ["403", { before: (_, response) => !!response.writeHead(403).end() }, "The server denied access (403)."],
  ["500", { before: (_, response) => !!response.writeHead(500).end() }, "The server answered with HTTP 500."],
  [
    "401, with no sign-in to offer",
    { before: (_, response) => !!response.writeHead(401).end() },
    "The server wants credentials, or does not accept the ones it was given (401).",
  ],
  [
    "an error to its list",
    { on: { "tools/list": ({ answerError }) => answerError(-32_603, "out\nof order") } },
    "The server answered with an error: out of order",
  ],
  [
    "more than 2,000 tools",
    { tools: () => Array.from({ length: 2_001 }, (_, index) => tool(`tool-${index}`)) },
    "It lists more than 2,000 tools; a list this long is not read.",
  ],
  [
    "a message of more than 10 MB",
    { tools: () => [{ ...echoTool, description: "x".repeat(10_100_000) }] },
    "It sent a message larger than 10 MB.",
  ],
  [
    "pages that are more than 4 MB together",
    {
      on: {
        "tools/list": ({ message, answer }) => {
          const page = Number(message.params?.cursor ?? 0);
          answer({
            tools: [{ ...tool(`t${page}`), description: "x".repeat(1_500_000) }],
            nextCursor: `${page + 1}`,
          });
        },
      },
    },
    "Its list of tools is larger than 4 MB and was not read.",
  ],
  [
    "pages in a circle",
    { on: { "tools/list": ({ answer }) => answer({ tools: [], nextCursor: "again" }) } },
    "Its list of tools goes round in a circle.",
  ],
  [
    "pages without end",
    {
      on: {
        "tools/list": ({ message, answer }) =>
          answer({ tools: [], nextCursor: `${Number(message.params?.cursor ?? 0) + 1}` }),
      },
    },
    "Its list of tools has more than 200 pages and was not read.",
  ],
])("says what is wrong with a server that answers %s", async (_, options, error) => {
  const { url } = await upstream(options);
  expect(await watch({ url }).settled()).toMatchObject({ state: "failed", error, tools: [] });
});

it.each([
  [{ Host: "elsewhere" }, 'The header "Host" cannot be set.'],
  [{ "Mcp-Session-Id": "1" }, 'The header "Mcp-Session-Id" cannot be set.'],
  [{ "x-key": "two\r\nlines" }, "A header's name or value has a character that is not allowed."],
])(
  "refuses headers that would change what a request is: %j",
  async (headers: Record<string, string>, error) => {
    const { url, received } = await upstream();
    expect(await watch({ url, headers }).settled()).toMatchObject({ state: "failed", error });
    expect(received).toEqual([]);
  },
);

it("refuses our own /mcp, by its header or by what it says of itself, and does not try again", async () => {
  const clock = testClock();
  const byHeader = await upstream({
    before: (_, response) => {
      response.setHeader(installationHeader, "this-installation");
      return !!response.writeHead(401).end();
    },
  });
  const refused = { state: "failed", error: "This is Countersign's own /mcp; its tools are here already." };
  expect(await watch({ url: byHeader.url }, { clock }).settled()).toMatchObject(refused);
  const says = (id: string) => ({ capabilities: { experimental: { [installationCapability]: { id } } } });
  const bySelf = await upstream(says("this-installation"));
  expect(await watch({ url: bySelf.url }, { clock }).settled()).toMatchObject(refused);
  expect(clock.waiting()).toEqual([]);
  const other = await upstream(says("another-installation"));
  expect(await watch({ url: other.url }, { clock }).settled()).toMatchObject({ state: "ready" });
});
