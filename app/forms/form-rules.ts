import { unknownRules } from "#app/forms/judge.ts";
import type { ValidationRule, validationRules } from "#app/portal-api/rules.ts";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";

/** Lists kept at most; a form's list is a few kilobytes. */
const MOST = 1_000;

const kept = new Map<string, readonly ValidationRule[]>();

/**
 * The server's rules for a form, asked for once in a session. Rules that nobody here knows are logged
 * when they arrive and passed over afterwards. Throws PortalApiError.
 */
export async function formRules(
  { log }: Pick<LoadContext, "log">,
  { api, session, account }: Portal,
  operation: ReturnType<typeof validationRules>,
): Promise<readonly ValidationRule[]> {
  const key = `${session.handle} ${account.clientId} ${operation.path}`;
  const known = kept.get(key);
  if (known) return known;
  const rules = await api.call(operation, {});
  const unknown = unknownRules(rules);
  if (unknown.length > 0)
    log.warn({ call: operation.path, rules: unknown }, "unknown validation rules skipped");
  const [oldest] = kept.keys();
  if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
  kept.set(key, rules);
  return rules;
}
