import { ACCOUNT_FIELD, INTENT_FIELD } from "./hidden-fields.ts";
import type { RouteArgs } from "./portal.ts";

const MAX_LENGTH = 32 * 1024;
const NEVER_KEPT =
  /sortcode|account(?:number|no$)|iban|bank|card|cvv|cv2|security|password|memorable|secret|crypt/i;

type RequestArgs = Pick<RouteArgs, "context" | "request">;
type Fields = readonly (readonly [name: string, value: string])[];

/** Keeps a form's fields unless they're too long. Leaves out files, bank and card numbers and secrets. */
export function keepDraft({ context, request }: RequestArgs, form: FormData): void {
  const intent = form.get(INTENT_FIELD);
  if (typeof intent !== "string" || intent === "") return;
  const fields = textEntries(form).filter(([name]) => mayKeepField(name));
  if (JSON.stringify(fields).length > MAX_LENGTH) return;
  context.session.keep("draft", draftName(request, intent), fields);
  context.state.draftKept = true;
}

export async function keepDraftOfPost(args: RouteArgs): Promise<void> {
  if (args.request.method !== "POST") return;
  // Read without a schema, because it may be any page's form and only goes into the session.
  const form = await args.request.formData().catch(() => undefined);
  if (form) keepDraft(args, form);
}

/** The draft for a form on this page and in this account. Opening the page removes it, but a prefetch doesn't. */
export function openDraft(args: RequestArgs, intent: string, account: string): Fields | undefined {
  const draft = findDraft(args, intent, account);
  if (draft && args.context.navigation) dropDraft(args, intent, account);
  return draft;
}

export function dropDraft(args: RequestArgs, intent: string, account: string): void {
  if (findDraft(args, intent, account))
    args.context.session.keep("draft", draftName(args.request, intent), undefined);
}

function findDraft({ context, request }: RequestArgs, intent: string, account: string): Fields | undefined {
  const fields = context.session.kept("draft", draftName(request, intent)) as Fields | undefined;
  return fields?.some(([name, value]) => name === ACCOUNT_FIELD && value === account) ? fields : undefined;
}

/** A form's fields, without files. */
export function textEntries(form: FormData): [string, string][] {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** The values by name; a list if a name comes more than once. */
export function valuesByName(
  pairs: Iterable<readonly [string, FormDataEntryValue]>,
): Record<string, unknown> {
  const sent = new Map<string, unknown[]>();
  for (const [name, value] of pairs) sent.set(name, [...(sent.get(name) ?? []), value]);
  return Object.fromEntries([...sent].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}

/** Whether a draft, or the page about a switched account, may contain the field. */
export function mayKeepField(name: string): boolean {
  return !NEVER_KEPT.test(name.replace(/[^a-z0-9]/gi, ""));
}

function draftName(request: Request, intent: string): string {
  return `${new URL(request.url).pathname} ${intent}`;
}
