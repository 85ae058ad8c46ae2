import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { ValidationRule, validationRules } from "#shared/portal-api/rules.ts";
import { unknownRules } from "./validate.ts";

const MAX_CACHED = 1_000;

const CACHE_MS = 10 * 60_000;

interface FormRequest {
  readonly args: { readonly context: Pick<LoadContext, "log" | "services"> };
  readonly portal: Portal;
}

const cache = new Map<string, { rules: readonly ValidationRule[]; expiresAt: number }>();

/** The API's rules for a form, cached by session and account for 10 minutes; none if the form has no call. Logs unknown rules. Throws PortalApiError. */
export async function loadFormRules(
  { args: { context }, portal: { api, session, account } }: FormRequest,
  operation: ReturnType<typeof validationRules> | undefined,
): Promise<readonly ValidationRule[]> {
  if (!operation) return [];
  const key = `${session.handle} ${account.clientId} ${operation.path}`;
  const now = context.services.now().getTime();
  const cached = cache.get(key);
  if (cached && now < cached.expiresAt) return cached.rules;
  const rules = await api.call(operation, {});
  const unknown = unknownRules(rules);
  if (unknown.length > 0)
    context.log.warn({ call: operation.path, rules: unknown }, "unknown validation rules skipped");
  // Deleted first so that its new entry comes last, because a Map keeps the order of insertion.
  cache.delete(key);
  const [oldest] = cache.keys();
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(key, { rules, expiresAt: now + CACHE_MS });
  return rules;
}
