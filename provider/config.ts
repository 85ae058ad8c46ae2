import { z } from "zod";
import { demoSecrets } from "./demo-secrets.ts";

const settingsSchema = z.object({
  PROVIDER_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  PROVIDER_HOST: z.string().min(1).default("127.0.0.1"),
  PROVIDER_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROVIDER_DATA: z.string().min(1).default("data/provider.sqlite"),
  PROVIDER_TOKEN_SECONDS: z.coerce.number().int().min(5).max(86_400).default(3600),
  PROVIDER_LINE_TEST_SECONDS: z.coerce.number().int().min(0).max(86_400).default(20),
  PROVIDER_EVENTS_URL: z.url({ protocol: /^https?$/ }).optional(),
  PROVIDER_INVOICES: z.coerce.number().int().min(0).max(1_000_000).default(0),
  PROVIDER_LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("warn"),
  PORTAL_URL: z.url({ protocol: /^https?$/ }).default("http://localhost:3000"),
  PORTAL_API_KEY: z.string().min(1).default(demoSecrets.portalApiKey),
  CUSTOMER_CLIENT_SECRET: z.string().min(1).default(demoSecrets.customerClientSecret),
  EMPLOYEE_CLIENT_SECRET: z.string().min(1).default(demoSecrets.employeeClientSecret),
});

/** The environment is invalid. The message lists every wrong setting, but never its value, which may be secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads the provider's settings. An empty value counts as missing. Throws {@link ConfigError}. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const result = settingsSchema.safeParse(nonEmpty);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`The provider cannot start:\n  ${faults.join("\n  ")}`);
  }
  const env = result.data;
  return {
    port: env.PROVIDER_PORT,
    host: env.PROVIDER_HOST,
    /** The public address, if it isn't the one that the process listens on. */
    url: env.PROVIDER_URL?.replace(/\/$/, ""),
    data: env.PROVIDER_DATA,
    tokenSeconds: env.PROVIDER_TOKEN_SECONDS,
    lineTestSeconds: env.PROVIDER_LINE_TEST_SECONDS,
    /** Where the hub's events go on to if another hub is in front. */
    eventsUrl: env.PROVIDER_EVENTS_URL?.replace(/\/$/, ""),
    invoices: env.PROVIDER_INVOICES,
    logLevel: env.PROVIDER_LOG_LEVEL,
    portalUrl: env.PORTAL_URL.replace(/\/$/, ""),
    apiKey: env.PORTAL_API_KEY,
    clientSecrets: { customer: env.CUSTOMER_CLIENT_SECRET, employee: env.EMPLOYEE_CLIENT_SECRET },
  };
}
