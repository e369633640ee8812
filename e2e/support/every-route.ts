import type { Server } from "./server.ts";

type Operation = {
  servers?: unknown[];
  requestBody?: { content?: Record<string, unknown> };
  security?: unknown[];
};
export type DescribedRoute = { method: string; path: string; takesJson: boolean; open: boolean };

/** Every route under /api/v1 that the server says it has, with something in the place of each parameter. */
export async function everyRoute(server: Server): Promise<DescribedRoute[]> {
  const { body } = await server.api.get<{ paths: Record<string, Record<string, Operation>> }>(
    "/openapi.json",
  );
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { servers }]) => servers === undefined)
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, "some-id"),
        takesJson: operation.requestBody?.content?.["application/json"] !== undefined,
        open: operation.security?.length === 0,
      })),
  );
}
