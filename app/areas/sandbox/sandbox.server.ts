import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound } from "#app/errors/error-page.ts";
import { answerPost, definePost, openPost } from "#app/forms/post.server.ts";
import { showItems } from "#app/grid/list-loader.server.ts";
import { INTENT_FIELD } from "#app/request/hidden-fields.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { openToAnyone, requireAccount } from "#app/request/require.ts";
import type { FlashMessage } from "#server/session/portal-session.ts";
import { paths } from "#shared/paths.ts";
import { getClientSummary } from "#shared/portal-api/clients.ts";
import { sampleAccountForm } from "./account-form.ts";
import { sampleContactList, sampleContacts } from "./sample-contacts.server.ts";

export async function loadSandbox(args: LoaderFunctionArgs) {
  const portal = await requireSandbox(args);
  return {
    ...(await openPost(sampleAccount, { args, portal })),
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
    return { facts: attachment && { attachment } };
  },
  save: async () => ({ to: paths.sandbox(), flash: `The sample is complete. ${NOTHING_SAVED}` }),
});

async function handleButton({ context }: RouteArgs, portal: Portal, body: FormData): Promise<FlashMessage> {
  const startedAt = performance.now();
  const elapsed = () => `${Math.round(performance.now() - startedAt)} ms`;
  const alert = demoAlerts.find(({ tone }) => tone === body.get("alert"));
  if (alert) return alert;
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

const demoAlerts = [
  { tone: "success", text: "We've done what you asked for." },
  { tone: "info", text: "This may be useful to know." },
  { tone: "warning", text: "It's done, but please check it." },
  { tone: "error", text: "We couldn't do it." },
] as const;

/** Measures the first uploaded file without keeping it; undefined if there isn't one. */
async function readAttachment({ context: { files } }: RouteArgs) {
  for await (const { name, body } of files ?? []) {
    let size = 0;
    for await (const chunk of body) size += (chunk as Buffer).length;
    return { name, size };
  }
  return undefined;
}
