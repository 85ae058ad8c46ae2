import type { ValidationRule, validationRules } from "#app/portal-api/rules.ts";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { unknownRules } from "./judge.ts";

const MOST_CACHED = 1_000;

const cache = new Map<string, readonly ValidationRule[]>();

/** The server's rules for a form, asked for once in a session; unknown ones are logged. Throws PortalApiError. */
export async function formRules(
  { log }: Pick<LoadContext, "log">,
  { api, session, account }: Portal,
  operation: ReturnType<typeof validationRules>,
): Promise<readonly ValidationRule[]> {
  const key = `${session.handle} ${account.clientId} ${operation.path}`;
  const known = cache.get(key);
  if (known) return known;
  const rules = await api.call(operation, {});
  const unknown = unknownRules(rules);
  if (unknown.length > 0)
    log.warn({ call: operation.path, rules: unknown }, "unknown validation rules skipped");
  const [oldest] = cache.keys();
  if (cache.size >= MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(key, rules);
  return rules;
}
