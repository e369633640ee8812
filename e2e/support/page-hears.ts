import { expect, type Page } from "@playwright/test";
import type { Server } from "./server.ts";

/**
 * Waits until it is sure that the page is told of whatever happens from now on. What begins after its first reading
 * of the conversations is in its list only because it heard of it.
 */
export async function untilPageHears(page: Page, server: Server): Promise<void> {
  const list = page.getByRole("navigation", { name: "Conversations" });
  const begun: string[] = [];
  for (const what of ["Read", "Heard"]) {
    // One that began before the page listened is never shown: then another one is.
    await expect(async () => {
      const title = `${what} ${crypto.randomUUID()}`;
      const { body } = await server.api.post<{ id: string }>("/conversations", { title });
      begun.push(body.id);
      await expect(list).toContainText(title, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
  }
  for (const id of begun) await server.api.delete(`/conversations/${id}`);
}
