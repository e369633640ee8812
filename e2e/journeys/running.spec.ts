import type { Locator, Page } from "@playwright/test";
import { expect, signIn, test } from "../support/fixtures.ts";
import type { Exchange, RawUpstream } from "../support/mcp/raw-upstream.ts";
import type { Server } from "../support/server.ts";
import { addUpstream } from "../support/upstreams.ts";
import {
  answer,
  approve,
  begin,
  button,
  call,
  decidedCard,
  expectOver,
  pendingCard,
  runStatus,
  say,
} from "./chat-page.ts";

type Slow = { tool: string; upstream: RawUpstream; progress: (share: number) => void; finish: () => void };

/** A server's tool that works until the test says that it is done. */
const slow = test.extend<{ addSlowTool: (server: Server, requireApproval: string[]) => Promise<Slow> }>({
  addSlowTool: async ({ startUpstream }, use) => {
    await use(async (server, requireApproval) => {
      const calls: Exchange[] = [];
      const progress = (share: number) => {
        const { message, push } = last(calls);
        const meta = Object(message.params?._meta);
        const params = {
          progressToken: meta.progressToken,
          progress: share,
          total: 100,
          message: "counting",
        };
        push({ method: "notifications/progress", params });
      };
      const upstream = await startUpstream({
        tools: () => [{ name: "work", description: "Works.", inputSchema: { type: "object" } }],
        on: {
          "tools/call": (exchange) => {
            calls.push(exchange);
            progress(40);
          },
        },
      });
      const { name } = await addUpstream(server, {
        name: `slow-${crypto.randomUUID().slice(0, 8)}`,
        url: upstream.url,
        allowPrivateAddress: true,
        requireApproval,
      });
      const finish = () => last(calls).answer({ content: [{ type: "text", text: "All counted." }] });
      return { tool: `${name}__work`, upstream, progress, finish };
    });
  },
});

function last(calls: Exchange[]): Exchange {
  const exchange = calls.at(-1);
  if (!exchange) throw new Error("The tool was not called.");
  return exchange;
}

const timesCalled = ({ upstream }: Slow) =>
  upstream.received.filter(({ method }) => method === "tools/call").length;

async function expectRunning(page: Page, place: Locator, tool: string, share: number): Promise<void> {
  await expect(runStatus(page)).toContainText(`Running ${tool}`);
  await expect(place).toContainText("Running");
  await expect(place).toContainText(`${share} %, counting`);
  const bar = page.getByRole("progressbar", { name: `Progress of ${tool}` });
  await expect(bar).toHaveAttribute("aria-valuenow", String(share));
}

slow(
  "a tool that runs says how far it is, also after a reload, and then what it gave",
  async ({ page, server, addSlowTool }) => {
    const work = await addSlowTool(server, []);
    await begin(page, server, call(work.tool, { to: 100 }));
    await expectRunning(page, answer(page), work.tool, 40);
    await page.reload();
    await expectRunning(page, answer(page), work.tool, 40);
    work.progress(80);
    await expectRunning(page, answer(page), work.tool, 80);
    work.finish();
    await expect(answer(page)).toContainText("Done");
    await expectOver(page);
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await page.reload();
    await expect(answer(page)).toContainText("Done");
    await button(page, `Details of ${work.tool}`).click();
    await expect(answer(page)).toContainText("All counted.");
    expect(timesCalled(work)).toBe(1);
  },
);

slow(
  "an approved tool that is stopped while it runs: interrupted, and so it stays; the chat goes on",
  async ({ page, server, addSlowTool }) => {
    const work = await addSlowTool(server, ["@all"]);
    await begin(page, server, call(work.tool, { to: 100 }));
    await approve(pendingCard(page, work.tool));
    const card = decidedCard(page, work.tool, "approved");
    await expectRunning(page, card, work.tool, 40);
    await page.reload();
    await expectRunning(page, card, work.tool, 40);

    await button(page, "Stop").click();
    await expect(card).toContainText("Interrupted");
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expectOver(page);
    await page.reload();
    await expect(card).toContainText("Interrupted");
    await expect(card.getByRole("button", { name: /Approve|Reject/ })).toHaveCount(0);
    await say(page, call("calculate", { expression: "6 * 7" }));
    await expect(answer(page).last()).toContainText("42");
    expect(timesCalled(work)).toBe(1);
  },
);

slow(
  "a server that is killed while a tool runs: interrupted, not run again, and the answer goes on",
  async ({ page, launch, database, addSlowTool }) => {
    const env = { COUNTERSIGN_LEASE_SECONDS: "1" };
    const first = await launch({ database, env });
    const work = await addSlowTool(first, []);
    const id = await begin(page, first, call(work.tool, { to: 100 }));
    await expectRunning(page, answer(page), work.tool, 40);
    await first.kill("SIGKILL");

    const { dataDir, workspace } = first;
    const second = await launch({ database, dataDir, workspace, env });
    await signIn(page, second, `/c/${id}`);
    await expect(answer(page)).toContainText("Interrupted");
    await expectOver(page);
    expect(timesCalled(work)).toBe(1);
  },
);
