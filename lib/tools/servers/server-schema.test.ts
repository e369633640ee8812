import { expect, test } from "vitest";
import { serverPatchSchema } from "./server-schema.ts";

test.each(["tools", "requireApproval"])(
  "a selector in %s that begins with @ is one that there is",
  (field) => {
    const parse = (selector: string) => serverPatchSchema.safeParse({ [field]: [selector] });
    for (const selector of ["@all", "@write", "@destructive", "send", "a@b"]) {
      expect(parse(selector).success).toBe(true);
    }
    for (const selector of ["@writes", "@", "@ALL"]) {
      expect(parse(selector).error?.issues).toMatchObject([
        { path: [field, 0], message: expect.stringContaining(`${selector} is none of @all`) },
      ]);
    }
  },
);
