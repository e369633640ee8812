import pino from "pino";
import { maskKeys } from "./policy/mask-keys.ts";

const stderr = pino.destination(2);

/**
 * JSON lines on stderr, so that stdout stays for the one ready line. Headers and bodies are never logged; whatever an
 * error quotes of them is masked on the way out.
 */
export const log = pino(
  { level: "info", base: undefined },
  { write: (line: string) => void stderr.write(maskKeys(line)) },
);
