import type { Draft } from "#server/session/portal-session.ts";
import { ACCOUNT_FIELD, INTENT_FIELD } from "./hidden-fields.ts";
import type { RouteArgs } from "./portal.ts";

const LONGEST_BYTES = 32 * 1024;
const NEVER_KEPT = /sortcode|account(?:number|no$)|iban|bank|card|cvv|cv2|security|password|secret|crypt/i;

type Asked = Pick<RouteArgs, "context" | "request">;

/** Keeps what a form of the kit sent, unless it is too long; files, bank and card numbers and secrets are left out. */
export function keepDraft({ context, request }: Asked, form: FormData): void {
  const intent = form.get(INTENT_FIELD);
  if (typeof intent !== "string" || intent === "") return;
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && mayKeep(entry[0]),
  );
  if (JSON.stringify(fields).length > LONGEST_BYTES) return;
  context.session.keepDraft({ form: draftName(request, intent), fields });
  context.state.draftKept = true;
}

/** {@link keepDraft} for a post whose body was not read yet. */
export async function keepDraftOfPost(args: RouteArgs): Promise<void> {
  if (args.request.method !== "POST") return;
  const form = await args.request.formData().catch(() => undefined);
  if (form) keepDraft(args, form);
}

/** The draft of one form of this page and account. A page that a person opened takes it away, a prefetch leaves it. */
export function openDraft(
  { context, request }: Asked,
  intent: string,
  account: string,
): Draft["fields"] | undefined {
  const name = draftName(request, intent);
  const draft = context.session.peekDraft(name);
  if (!draft || !isOf(draft, account)) return undefined;
  if (context.navigation) context.session.takeDraft(name);
  return draft.fields;
}

export function dropDraft({ context, request }: Asked, intent: string, account: string): void {
  const name = draftName(request, intent);
  const draft = context.session.peekDraft(name);
  if (draft && isOf(draft, account)) context.session.takeDraft(name);
}

function isOf({ fields }: Draft, account: string): boolean {
  return fields.some(([name, value]) => name === ACCOUNT_FIELD && value === account);
}

/** Whether a field may leave its form: into a draft, or onto the page that says that the account was switched. */
export function mayKeep(name: string): boolean {
  return !NEVER_KEPT.test(name.replace(/[^a-z0-9]/gi, ""));
}

function draftName(request: Request, intent: string): string {
  return `${new URL(request.url).pathname} ${intent}`.slice(0, 300);
}
