import { PersonField } from "#app/document/owner-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { paths } from "#shared/paths.ts";
import type { DashboardView } from "./dashboard-view.server.ts";

/** Shown to new people until they press 'Got it' (docs/domain.md, Sign-in and sessions). */
export function WelcomeCard({ welcome, accountName }: Pick<DashboardView, "welcome" | "accountName">) {
  if (!welcome) return null;
  const { pages, isLive } = welcome;
  return (
    <Card
      heading="Welcome"
      id="welcome"
      icon="layout-dashboard"
      footer={
        <form method="post" action={paths.dashboard()}>
          <PersonField />
          <Button>Got it</Button>
        </form>
      }
    >
      <div className="stack">
        <Disclosure summary={`What you can do for ${accountName}`}>
          <p>It&apos;s all in the menu as well.</p>
          <LinkList items={pages} />
        </Disclosure>
        <p>
          <a href={paths.sessions()}>See where you&apos;re signed in</a>, and sign out anywhere else.
        </p>
        {isLive && (
          <p>
            <a href={`${paths.dashboard()}?enableNotifications=true`}>Turn on browser notifications</a>, or
            choose <a href={paths.messages()}>your notification settings</a>.
          </p>
        )}
      </div>
    </Card>
  );
}
