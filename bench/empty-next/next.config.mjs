import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

export default { poweredByHeader: false, turbopack: { root }, outputFileTracingRoot: root };
