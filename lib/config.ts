import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const whole = (allowed: string, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be ${allowed}`)
    .transform(Number)
    .pipe(z.number().min(minimum, `must be ${allowed}`).max(maximum, `must be ${allowed}`));

const optionalText = z.string().optional();

const environmentSchema = z.object({
  PORT: whole("a port number from 0 to 65535", 0, 65_535).default(3000),
  HOST: z
    .enum(["127.0.0.1", "localhost", "::1"], {
      error: "must be 127.0.0.1, localhost or ::1: Countersign listens on this machine only",
    })
    .default("127.0.0.1"),
  DATABASE_URL: optionalText.refine((value) => value === undefined || /^postgres(ql)?:\/\/./.test(value), {
    error: "must be an address of the form postgres://user:password@host:port/database",
  }),
  COUNTERSIGN_DATA_DIR: z.string().default(".data"),
  COUNTERSIGN_WORKSPACE: optionalText,
  COUNTERSIGN_SECRET: optionalText.refine((value) => value === undefined || value.length >= 32, {
    error: "must have at least 32 characters",
  }),
  COUNTERSIGN_AUTH: z.literal("local", { error: "must be local" }).default("local"),
  COUNTERSIGN_LEASE_SECONDS: whole("a whole number of seconds from 1 to 3600", 1, 3600).default(10),
  COUNTERSIGN_MAX_RUNS: whole("a whole number from 1 to 100000", 1, 100_000).default(200),
  OPENAI_API_KEY: optionalText,
  OPENAI_BASE_URL: optionalText.refine(
    (value) => value === undefined || (URL.canParse(value) && /^https?:/.test(value)),
    { error: "must be an http or https address" },
  ),
  OPENAI_MODEL: optionalText,
  OPENAI_API: z.enum(["responses", "chat"], { error: "must be responses or chat" }).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be one of fatal, error, warn, info, debug, trace, silent",
    })
    .default("info"),
});

export type Config = {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  dataDirectory: string;
  workspace: string;
  secret: string | undefined;
  leaseSeconds: number;
  maximumRuns: number;
  openai: {
    apiKey: string | undefined;
    baseUrl: string | undefined;
    model: string | undefined;
    api: "responses" | "chat";
  };
  logLevel: string;
};

/** A value that cannot be understood: the start stops with its name and what is allowed. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(trimmed(environment));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const values = parsed.data;
  if (values.DATABASE_URL && !values.COUNTERSIGN_SECRET) {
    throw new ConfigError(
      "COUNTERSIGN_SECRET: required with DATABASE_URL, at least 32 characters, the same on every instance",
    );
  }
  const dataDirectory = path.resolve(values.COUNTERSIGN_DATA_DIR);
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    dataDirectory,
    workspace: path.resolve(values.COUNTERSIGN_WORKSPACE ?? path.join(dataDirectory, "workspace")),
    secret: values.COUNTERSIGN_SECRET,
    leaseSeconds: values.COUNTERSIGN_LEASE_SECONDS,
    maximumRuns: values.COUNTERSIGN_MAX_RUNS,
    openai: {
      apiKey: values.OPENAI_API_KEY,
      baseUrl: values.OPENAI_BASE_URL,
      model: values.OPENAI_MODEL,
      api: values.OPENAI_API ?? (values.OPENAI_BASE_URL ? "chat" : "responses"),
    },
    logLevel: values.LOG_LEVEL,
  };
}

/** What is blank is not set. */
function trimmed(environment: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(environment)) {
    if (value.trim() !== "") set[name] = value.trim();
  }
  return set;
}

/** The file, where there is one, fills in what the environment does not set. */
export function loadConfig(file: string): Config {
  try {
    if (existsSync(file)) process.loadEnvFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${path.resolve(file)} cannot be read (${code}). Make it a file that this user may read, or move it away.`,
    );
  }
  return readConfig(process.env);
}
