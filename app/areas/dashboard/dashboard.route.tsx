import {
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NoAccountFound } from "#app/areas/accounts/no-account-found.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { formFields, readForm, withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireAccount, requireUser } from "#app/request/require.ts";
import { paths } from "#shared/paths.ts";
import { hasRoleAnywhere } from "#shared/roles.ts";
import { dashboardView } from "./dashboard-view.server.ts";
import { Dashboard } from "./dashboard.tsx";
import { rememberWelcomed } from "./welcome.server.ts";

export const meta = pageTitle("Dashboard");

/** Has to work without a current account, because requireAccount redirects here. */
export async function loader(args: LoaderFunctionArgs) {
  const { user, session } = await requireUser(args);
  if (session.account) return { dashboard: await dashboardView(args, await requireAccount(args)) };
  if (hasRoleAnywhere(user, "MyPortal Switch Account")) throw redirectDocument(paths.switchAccount());
  return { dashboard: undefined, phone: args.context.config.helpDeskPhone };
}

const gotIt = formFields("303 to the same address", {});

/** For 'Got it' on the welcome card. */
export const action = withFormsForDocs([gotIt], async (args: ActionFunctionArgs) => {
  const signedIn = await requireUser(args);
  await readForm(args, gotIt, { samePersonAs: signedIn });
  await rememberWelcomed(args.context, signedIn.user);
  return redirect(paths.dashboard(), 303);
});

export default function DashboardPage() {
  const view = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="visually-hidden">Dashboard</h1>
      {view.dashboard ? <Dashboard {...view.dashboard} /> : <NoAccountFound phone={view.phone} />}
    </>
  );
}
