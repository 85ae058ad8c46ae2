import type { ValidationRule, validationRules } from "#app/portal-api/rules.ts";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { unknownRules } from "./judge.ts";

const MOST_CACHED = 1_000;

/** How long rules hold: a change of them at the API shows by then. */
const LIFE_MS = 10 * 60_000;

interface Cached {
  readonly rules: readonly ValidationRule[];
  readonly until: number;
}
const cache = new Map<string, Cached>();

/** The server's rules for a form of an account, asked for once in a session and again after 10 minutes; unknown ones are logged. Throws PortalApiError. */
export async function formRules(
  { log, services }: Pick<LoadContext, "log" | "services">,
  { api, session, account }: Portal,
  operation: ReturnType<typeof validationRules>,
): Promise<readonly ValidationRule[]> {
  const key = `${session.handle} ${account.clientId} ${operation.path}`;
  const now = services.now().getTime();
  const known = cache.get(key);
  if (known && now < known.until) return known.rules;
  const rules = await api.call(operation, {});
  const unknown = unknownRules(rules);
  if (unknown.length > 0)
    log.warn({ call: operation.path, rules: unknown }, "unknown validation rules skipped");
  cache.delete(key);
  const [oldest] = cache.keys();
  if (cache.size >= MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(key, { rules, until: now + LIFE_MS });
  return rules;
}
