import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { whenAsked } from "#app/forms/asked-reload.ts";
import { formTitled } from "#app/forms/form-title.ts";
import { requireAccount } from "#app/request/require.ts";
import { AccountPage } from "./account-page.tsx";
import { accountView } from "./account-view.server.ts";
import { saveAccount } from "./save-account.server.ts";

export const meta = formTitled("Account Details");

/** A half-typed form must not be reloaded. */
export const shouldRevalidate = whenAsked();

/** The user's own details; open to every user with an account. */
export async function loader(args: LoaderFunctionArgs) {
  return accountView(args, await requireAccount(args));
}

/** Saves them; may ask first about 'Opt Out', warnings or a conflict. */
export async function action(args: ActionFunctionArgs) {
  return saveAccount(args, await requireAccount(args));
}

export default function AccountDetails() {
  return <AccountPage view={useLoaderData<typeof loader>()} reply={useActionData<typeof action>()} />;
}
