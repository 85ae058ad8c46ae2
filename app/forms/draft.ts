import type { PortalSession } from "#server/session/portal-session.ts";
import type { RouteArgs } from "../request/proof.ts";
import { INTENT_FIELD } from "./define-form.ts";

/** Bytes of a draft at most: a long message fits, a flood does not. */
const LONGEST = 32 * 1024;
/** Bank and card numbers, secrets and payloads never rest on the server (architecture §4). */
const NEVER_KEPT = /sortcode|account(?:number|no$)|iban|bank|card|cvv|cv2|security|password|secret|crypt/i;

type Fields = readonly (readonly [string, string])[];

/**
 * Keeps what was typed when a post meets a session or token that has run out, or an API that is down: the form's
 * page then comes back filled (architecture §4). Files and bank numbers are left out; a post that is no form of
 * the kit, or too long, is not kept.
 */
export function keepDraft(
  { context, request }: Pick<RouteArgs, "context" | "request">,
  form: FormData,
): void {
  const intent = form.get(INTENT_FIELD);
  if (typeof intent !== "string" || intent === "") return;
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && mayKeep(entry[0]),
  );
  if (JSON.stringify(fields).length > LONGEST) return;
  context.session.keepDraft({ form: draftName(request, intent), fields });
}

/** The same from a post whose body nobody has read yet. */
export async function keepDraftOfPost(args: RouteArgs): Promise<void> {
  if (args.request.method !== "POST") return;
  const form = await args.request.formData().catch(() => undefined);
  if (form) keepDraft(args, form);
}

/** The draft of one form of this page, once; only for the account that the form was filled in for. */
export function takeDraft(
  session: PortalSession,
  request: Request,
  intent: string,
  account: { field: string; id: string },
): Fields | undefined {
  const draft = session.takeDraft(draftName(request, intent));
  const belongs = draft?.fields.some(([name, value]) => name === account.field && value === account.id);
  return belongs ? draft?.fields : undefined;
}

/** Forgets the draft of a form that has been saved. */
export function dropDraft(session: PortalSession, request: Request, intent: string): void {
  session.takeDraft(draftName(request, intent));
}

function mayKeep(name: string): boolean {
  return !NEVER_KEPT.test(name.replace(/[^a-z0-9]/gi, ""));
}

function draftName(request: Request, intent: string): string {
  return `${new URL(request.url).pathname} ${intent}`.slice(0, 300);
}
