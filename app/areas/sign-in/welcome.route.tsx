import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { navigationFor } from "#app/areas/shell/navigation.ts";
import { offers } from "#app/document/offers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { EnableNotifications } from "#app/live/enable-notifications.tsx";
import { paths } from "#app/paths.ts";
import { requireAccount } from "#app/request/require.ts";
import { rememberWelcomed } from "#app/request/welcome.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";

const TITLE = "Welcome";
export const meta = pageTitle(TITLE);

/** What this person can do here, shown after sign-ins until 'Got it' (docs/domain.md, Sign-in and sessions). */
export async function loader(args: LoaderFunctionArgs) {
  const { user, account } = await requireAccount(args);
  const { config, services } = args.context;
  const sessions = await services.persons.list(user);
  return {
    name: account.name,
    pages: navigationFor(user, account.clientId, args.context)
      .flatMap(({ children, ...page }) => children ?? [page])
      .filter(({ to }) => to !== paths.dashboard())
      .map(({ title, tooltip, icon, to }) => ({ title, detail: tooltip, icon, to })),
    otherSessions: sessions.length - 1,
    isLive: offers(config, "live"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireAccount(args);
  await rememberWelcomed(args.context, user);
  return redirect(paths.dashboard(), 303);
}

export default function Welcome() {
  const { name, pages, otherSessions, isLive } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader
        title={TITLE}
        intro={<p>This is what you can do here for {name}. Everything is in the menu, too.</p>}
        actions={
          <form method="post">
            <Button variant="primary">Got it</Button>
          </form>
        }
      />
      <Card heading="What you can do" id="pages" icon="layout-dashboard" flush>
        <LinkList items={pages} />
      </Card>
      <Card heading="Where you are signed in" id="sessions" icon="lock">
        <p>
          {otherSessions > 0
            ? `In this browser and ${otherSessions === 1 ? "one other" : `${otherSessions} others`}. `
            : "In this browser alone. "}
          <Link to={paths.sessions()}>See where, and sign out there</Link>
        </p>
      </Card>
      {isLive && (
        <>
          <EnableNotifications />
          <p>
            <Link to={paths.messages()}>Which messages reach me</Link>
          </p>
        </>
      )}
    </FormPage>
  );
}
