import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { pageNotFound } from "#app/errors/error-page.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { showItems } from "#app/grid/list-loader.server.ts";
import { paths } from "#app/paths.ts";
import { INTENT_FIELD } from "#app/request/hidden-fields.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { openToAnyone, requireAccount } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { sampleAccountForm } from "./account-form.ts";
import { sampleContactList, sampleContacts } from "./sample-contacts.server.ts";
import { accountRules, readAttachment } from "./sample-rules.server.ts";

export async function loadSandbox(args: LoaderFunctionArgs) {
  const portal = await requireSandbox(args);
  const { name: accountName } = portal.account;
  return {
    form: openForm(args, portal, sampleAccountForm, { rules: accountRules, fixed: { accountName } }),
    contacts: await showItems(sampleContactList, args, portal, sampleContacts),
  };
}

export async function submitSandbox(args: ActionFunctionArgs) {
  const portal = await requireSandbox(args);
  const body = await args.request.formData();
  if (body.get(INTENT_FIELD) !== sampleAccountForm.id) {
    requireSameAccount(portal, body, args.request);
    const tone = tones.find((one) => one === body.get("alert"));
    portal.session.flash({ tone: tone ?? "info", text: tone ? demoAlerts[tone] : NOTHING_SAVED });
    return redirect(paths.sandbox(), 303);
  }
  return submitForm(args, portal, sampleAccountForm, {
    body,
    judging: async () => {
      const attachment = await readAttachment(args);
      return {
        rules: accountRules,
        fixed: { accountName: portal.account.name, ...(attachment && { attachment }) },
      };
    },
    save: async () => ({
      to: paths.sandbox(),
      flash: `The sample is complete. ${NOTHING_SAVED}`,
    }),
  });
}

/** Requires a current account. In production, throws Page Not Found for everyone, signed in or not. */
async function requireSandbox(args: RouteArgs): Promise<Portal> {
  if (args.context.config.environment !== "production") return requireAccount(args);
  openToAnyone(args);
  throw pageNotFound();
}

const NOTHING_SAVED = "Nothing is saved in the sandbox.";

const demoAlerts = {
  success: "A success: what was asked for is done.",
  info: "An information: good to know.",
  warning: "A warning: done, but look at this.",
  error: "An error: it was not done.",
} as const;
const tones = Object.keys(demoAlerts) as (keyof typeof demoAlerts)[];
