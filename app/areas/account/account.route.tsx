import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { whenAsked } from "#app/forms/asked-reload.ts";
import { formTitled } from "#app/forms/form-title.ts";
import { requireAccount } from "#app/request/require.ts";
import { AccountPage } from "./account-page.tsx";
import { accountView } from "./account-view.server.ts";
import { saveAccount } from "./save-account.server.ts";

export const meta = formTitled("Account Details");

/** What nobody asked for must not reload a form that is being filled in. */
export const shouldRevalidate = whenAsked();

/** One's own details in the current account (spec 1 §2); anybody who is signed in may. */
export async function loader(args: LoaderFunctionArgs) {
  return accountView(args, await requireAccount(args));
}

/** Saves them, and may ask first: about 'Opt Out', warnings, or a change by somebody else. */
export async function action(args: ActionFunctionArgs) {
  return saveAccount(args, await requireAccount(args));
}

/** Account Details. */
export default function AccountDetails() {
  return <AccountPage view={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}
