import { ACCOUNT_FIELD, INTENT_FIELD } from "./hidden-fields.ts";
import type { RouteArgs } from "./portal.ts";

const MAX_LENGTH = 32 * 1024;
const NEVER_KEPT =
  /sortcode|account(?:number|no$)|iban|bank|card|cvv|cv2|security|password|memorable|secret|crypt/i;

type RequestArgs = Pick<RouteArgs, "context" | "request">;
type Fields = readonly (readonly [name: string, value: string])[];

/** Keeps a form's fields unless they are too long. Files, bank and card numbers and secrets are left out. */
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
  // Read by hand: it may be any page's form, and nothing but the session is told of it.
  const form = await args.request.formData().catch(() => undefined);
  if (form) keepDraft(args, form);
}

/** The draft of a form of this page and account. It's removed when a person opens the page, but not by a prefetch. */
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

/** The fields of a form that are no files. */
export function textEntries(form: FormData): [string, string][] {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** The values of each name; a list where a name comes more than once. */
export function valuesByName(
  pairs: Iterable<readonly [string, FormDataEntryValue]>,
): Record<string, unknown> {
  const sent = new Map<string, unknown[]>();
  for (const [name, value] of pairs) sent.set(name, [...(sent.get(name) ?? []), value]);
  return Object.fromEntries([...sent].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}

/** Whether a field may be kept in a draft or repeated on the page about a switched account. */
export function mayKeepField(name: string): boolean {
  return !NEVER_KEPT.test(name.replace(/[^a-z0-9]/gi, ""));
}

function draftName(request: Request, intent: string): string {
  return `${new URL(request.url).pathname} ${intent}`;
}
