import { ACCOUNT_FIELD } from "#app/request/account-field.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import type { Draft } from "#server/session/portal-session.ts";
import { INTENT_FIELD } from "./define-form.ts";

/** Bytes of a draft at most: a long message fits, a flood does not. */
const LONGEST = 32 * 1024;
/** Bank and card numbers, secrets and payloads never rest on the server. */
const NEVER_KEPT = /sortcode|account(?:number|no$)|iban|bank|card|cvv|cv2|security|password|secret|crypt/i;

type Fields = readonly (readonly [string, string])[];
type Asked = Pick<RouteArgs, "context" | "request">;

/**
 * Keeps what was typed when a post meets a session or token that has run out, or an API that is down: the form's
 * page then comes back filled. Files and bank numbers are left out; a post that is no form of
 * the kit, or too long, is not kept.
 */
export function keepDraft({ context, request }: Asked, form: FormData): void {
  const intent = form.get(INTENT_FIELD);
  if (typeof intent !== "string" || intent === "") return;
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && mayKeep(entry[0]),
  );
  if (JSON.stringify(fields).length > LONGEST) return;
  context.session.keepDraft({ form: draftName(request, intent), fields });
  context.state.draftKept = true;
}

/** The same from a post whose body nobody has read yet. */
export async function keepDraftOfPost(args: RouteArgs): Promise<void> {
  if (args.request.method !== "POST") return;
  const form = await args.request.formData().catch(() => undefined);
  if (form) keepDraft(args, form);
}

/**
 * The draft of one form of this page, only for the account that the form was filled in for. A page that a person
 * opened takes it: it is handed out once. One that the browser asked for by itself, e.g. ahead of time, leaves it.
 */
export function openDraft({ context, request }: Asked, intent: string, account: string): Fields | undefined {
  const name = draftName(request, intent);
  const draft = context.session.peekDraft(name);
  if (!draft || !isOf(draft, account)) return undefined;
  if (context.navigation) context.session.takeDraft(name);
  return draft.fields;
}

/** Forgets the draft of a form that has been saved for this account. */
export function dropDraft({ context, request }: Asked, intent: string, account: string): void {
  const name = draftName(request, intent);
  const draft = context.session.peekDraft(name);
  if (draft && isOf(draft, account)) context.session.takeDraft(name);
}

function isOf({ fields }: Draft, account: string): boolean {
  return fields.some(([name, value]) => name === ACCOUNT_FIELD && value === account);
}

function mayKeep(name: string): boolean {
  return !NEVER_KEPT.test(name.replace(/[^a-z0-9]/gi, ""));
}

function draftName(request: Request, intent: string): string {
  return `${new URL(request.url).pathname} ${intent}`.slice(0, 300);
}
