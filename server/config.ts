import { readFileSync } from "node:fs";
import type { z } from "zod";
import { DEVELOPMENT_SECRET, gracePeriodFaults, unsafeSettings } from "./config-safety.ts";
import type { Variable } from "./config-variable.ts";
import { variables, type VariableKey } from "./config-variables.ts";
import { absentParts, partNames, settingsOf, type Part } from "./optional-parts.ts";
import type { RedisConnection } from "./session/redis-client.ts";

type Values = { readonly [K in VariableKey]: z.output<(typeof variables)[K]["schema"]> };

export interface Config extends Values {
  readonly production: boolean;
  /** The site uses https: cookies are Secure with the `__Host-` prefix, and we send HSTS. */
  readonly secure: boolean;
  readonly redis: Omit<RedisConnection, "url">;
  /** The optional parts that this provider leaves out. */
  readonly absent: readonly Part[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The exit code for unusable configuration, EX_CONFIG in sysexits.h. */
export const EXIT_CONFIG = 78;

/** All of the configuration's faults. The message has the variables' names, never their values. */
export class ConfigFaults extends Error {
  override readonly name = "ConfigFaults";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault${faults.length === 1 ? "" : "s"}:\n  ${faults.join("\n  ")}`,
    );
    this.faults = faults;
  }
}

/** The only place that reads the process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Whether to start the embedded provider instead of using a real portal API. */
export function wantsEmbeddedProvider(env: Environment): boolean {
  const allowed = env["NODE_ENV"] !== "production" || env["DEMO"] === "1";
  return allowed && !env["PORTAL_API_URL"];
}

/** Parses the environment, which overrides the embedded provider's settings. Throws {@link ConfigFaults} with every fault. */
export function readConfig(env: Environment, embeddedSettings: Environment = {}): Config {
  const production = env["NODE_ENV"] === "production";
  const usesDefaults = !production || wantsEmbeddedProvider(env);
  const developmentDefaults: Environment = usesDefaults
    ? {
        PUBLIC_URL: `http://localhost:${env["PORT"] || "3000"}`,
        SESSION_SECRET: DEVELOPMENT_SECRET,
        BRAND_NAME: "Demarc",
        ...embeddedSettings,
      }
    : {};
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries(variables) as [VariableKey, Variable][]) {
    const raw =
      readVariable(variable, env, faults) ?? developmentDefaults[variable.name] ?? variable.defaultValue;
    const parsedValue = variable.schema.safeParse(raw);
    if (parsedValue.success) values[key] = parsedValue.data;
    else if (raw === undefined && variable.required) faults.push(`${variable.name} is missing`);
    else
      faults.push(
        `${variable.name} is not usable: ${parsedValue.error.issues[0]?.message ?? "unknown fault"}`,
      );
  }
  if (production && !usesDefaults) faults.push(...unsafeSettings(values));
  faults.push(...incompleteParts(values), ...gracePeriodFaults(values));
  if (faults.length > 0) throw new ConfigFaults(faults);
  const allValues = values as unknown as Values;
  const { publicUrl, portalApiUrl, portalHubUrl = `${portalApiUrl}/Hub/myportalalerts` } = allValues;
  const redis = { ca: allValues.redisCa, sentinelPassword: allValues.redisSentinelPassword };
  const resolved = { ...allValues, portalHubUrl, redis };
  return { ...resolved, production, secure: publicUrl.startsWith("https:"), absent: absentParts(resolved) };
}

/** An optional part needs either all its settings or none. */
function incompleteParts(values: Record<string, unknown>): string[] {
  return partNames.flatMap((part) => {
    const { missing, isIncomplete } = settingsOf(part, values);
    // A setting with an unusable value isn't in `values`, but we've already reported it.
    const unset = isIncomplete ? missing.filter((key) => key in values) : [];
    return unset.map((key) => `${variables[key].name} is missing, but settings that belong with it are set`);
  });
}

function readVariable(variable: Variable, env: Environment, faults: string[]): string | undefined {
  const direct = env[variable.name];
  // `docker run --env-file` passes quotes on like this.
  if (direct !== undefined && /^(["']).*\1$/s.test(direct))
    faults.push(`${variable.name} is not usable: the quotes are part of its value`);
  if (direct !== undefined && direct !== "") return direct;
  const file = variable.secret ? env[`${variable.name}_FILE`] : undefined;
  if (!file) return undefined;
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    faults.push(`${variable.name}_FILE cannot be read`);
    return undefined;
  }
}
