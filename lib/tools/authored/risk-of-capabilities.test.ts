import { expect, it } from "vitest";
import { asksByDefault, type CapabilityNames, riskOfCapabilities } from "./risk-of-capabilities.ts";

const hosts = ["api.example.com"];
const secrets = ["KEY"];

it.each<[CapabilityNames, string]>([
  [{}, "L0"],
  [{ hosts: [], secrets: [] }, "L0"],
  [{ files: "read" }, "L1"],
  [{ secrets }, "L2"],
  [{ files: "read", secrets }, "L2"],
  [{ files: "write" }, "L2"],
  [{ files: "write", secrets }, "L3"],
  [{ hosts }, "L3"],
  [{ hosts, secrets }, "L4"],
  [{ files: "read", hosts }, "L4"],
  [{ files: "read", hosts, secrets }, "L4"],
  [{ files: "write", hosts }, "L4"],
  [{ files: "write", hosts, secrets }, "L5"],
])("%o is %s", (capabilities, risk) => {
  expect(riskOfCapabilities(capabilities)).toBe(risk);
  expect(asksByDefault(riskOfCapabilities(capabilities))).toBe(risk !== "L0");
});
