import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound } from "#app/errors/error-page.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { answerPost, definePost } from "#app/forms/post.server.ts";
import { showItems } from "#app/grid/list-loader.server.ts";
import { INTENT_FIELD } from "#app/request/hidden-fields.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { openToAnyone, requireAccount } from "#app/request/require.ts";
import type { FlashMessage } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import { getClientSummary } from "#shared/portal-api/clients.ts";
import { validationRule } from "#shared/portal-api/rules.ts";
import { ATTACHMENT_MB, ATTACHMENT_TYPES, sampleAccountForm } from "./account-form.ts";
import { sampleContactList, sampleContacts } from "./sample-contacts.server.ts";

export async function loadSandbox(args: LoaderFunctionArgs) {
  const portal = await requireSandbox(args);
  const { name: accountName } = portal.account;
  return {
    form: openForm(args, portal, sampleAccountForm, { rules: accountRules, fixed: { accountName } }),
    contacts: await showItems(sampleContactList, args, sampleContacts),
  };
}

export async function submitSandbox(args: ActionFunctionArgs) {
  const portal = await requireSandbox(args);
  const answer = await answerPost(sampleAccount, { args, portal });
  // We never show a memorable word again.
  if ("data" in answer && answer.data.kind === "refused")
    delete answer.data.result.initialValue?.["memorableWord"];
  return answer;
}

export const sampleAccount = definePost({
  form: sampleAccountForm,
  async otherButton({ args, portal }, body) {
    if (body.get(INTENT_FIELD) === sampleAccountForm.id) return undefined;
    portal.session.flash(await handleButton(args, portal, body));
    throw redirect(paths.sandbox(), 303);
  },
  fixed: (_source, { portal }) => ({ accountName: portal.account.name }),
  async ruleContext(_source, { args }) {
    const attachment = await readAttachment(args);
    return { rules: accountRules, facts: attachment && { attachment } };
  },
  save: async () => ({ to: paths.sandbox(), flash: `The sample is complete. ${NOTHING_SAVED}` }),
});

async function handleButton({ context }: RouteArgs, portal: Portal, body: FormData): Promise<FlashMessage> {
  const startedAt = performance.now();
  const elapsed = () => `${Math.round(performance.now() - startedAt)} ms`;
  const tone = tones.find((name) => name === body.get("alert"));
  if (tone) return { tone, text: demoAlerts[tone] };
  if (body.get("call") === "token") {
    const outcome = await context.services.identity.renew(portal.session);
    return outcome === "renewed"
      ? { tone: "success", text: `Got a new token in ${elapsed()}.` }
      : { tone: "error", text: `${RENEWAL_FAILED} (${outcome})` };
  }
  if (body.get("call") === "data") {
    await portal.api.call(getClientSummary, {});
    return { tone: "success", text: `Loaded the details of ${portal.account.name} in ${elapsed()}.` };
  }
  return { tone: "info", text: NOTHING_SAVED };
}

/** Requires a current account. In production, throws Page Not Found for everyone. */
async function requireSandbox(args: RouteArgs): Promise<Portal> {
  if (args.context.config.environment !== "production") return requireAccount(args);
  openToAnyone(args);
  throw pageNotFound();
}

const RENEWAL_FAILED = "There was an error renewing your authentication token.";
const NOTHING_SAVED = "Nothing is saved in the sandbox.";

const demoAlerts = {
  success: "We've done what you asked for.",
  info: "This may be useful to know.",
  warning: "It's done, but please check it.",
  error: "We couldn't do it.",
} as const;
const tones = Object.keys(demoAlerts) as (keyof typeof demoAlerts)[];

const REQUIRED = ["Title", "GivenName", "Surname", "Position", "Email", "Phone"];

const accountRules = [
  ...REQUIRED.map((property) => ({ property, ruleName: "Required" })),
  { property: "Signature", ruleName: "Required", description: "Please sign with your name." },
  { property: "Phone", ruleName: "Phone" },
  { property: "Email", ruleName: "Email" },
  {
    property: "Attachment",
    ruleName: "FileName",
    description: "The name of the file can only contain letters, numbers and underscores.",
  },
  {
    property: "Attachment",
    ruleName: "FileExtension",
    description: "The file must be a DOC or DOCX document.",
    parameters: { ext: [...ATTACHMENT_TYPES] },
  },
  {
    property: "Attachment",
    ruleName: "FileSize",
    description: `The file must be smaller than ${ATTACHMENT_MB} MB.`,
    parameters: { size: ATTACHMENT_MB },
  },
].map((rule) => validationRule.parse({ severity: 0, ...rule }));

/** Measures the first uploaded file without keeping it; undefined if there isn't one. */
async function readAttachment({ context: { files } }: RouteArgs) {
  for await (const { name, body } of files ?? []) {
    let size = 0;
    for await (const chunk of body) size += (chunk as Buffer).length;
    return { name, size };
  }
  return undefined;
}
