import { openApiRoutes } from "../openapi.ts";
import type { Route } from "../route.ts";
import { approvalRoutes } from "./approvals.ts";
import { callRoutes } from "./calls.ts";
import { clientRoutes } from "./clients.ts";
import { conversationRoutes } from "./conversations.ts";
import { eventRoutes } from "./events.ts";
import { inspectorRoutes } from "./inspector.ts";
import { modelRoutes } from "./models.ts";
import { runRoutes } from "./runs.ts";
import { secretRoutes } from "./secrets.ts";
import { serverRoutes } from "./servers.ts";
import { sessionRoutes } from "./session.ts";
import { studioRoutes } from "./studio.ts";
import { toolRoutes } from "./tools.ts";
import { workspaceRoutes } from "./workspace.ts";

const described: Route[] = [
  ...sessionRoutes,
  ...conversationRoutes,
  ...runRoutes,
  ...approvalRoutes,
  ...toolRoutes,
  ...studioRoutes,
  ...serverRoutes,
  ...callRoutes,
  ...clientRoutes,
  ...inspectorRoutes,
  ...secretRoutes,
  ...modelRoutes,
  ...workspaceRoutes,
  ...eventRoutes,
];

/** The whole of /api/v1. */
export const routes: Route[] = [...described, ...openApiRoutes(described)];
