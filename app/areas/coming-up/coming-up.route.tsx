import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Renewal } from "#app/areas/subscriptions/renewal.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { comingUpView } from "./coming-up-view.server.ts";

export const handle: PageFacts = { rateLimit: "searches" };
export const meta = pageTitle("Coming up");

export async function loader(args: LoaderFunctionArgs) {
  return comingUpView(args, await requireAccount(args));
}

export default function ComingUp() {
  const { tabs, months, failures, notes, hasCalendar } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Coming up"
        intro="Everything that's due to end or happen, soonest first."
        actions={
          hasCalendar && (
            <ButtonLink to={paths.comingUpCalendar()} icon="calendar" reloadDocument download>
              Add all dates to calendar
            </ButtonLink>
          )
        }
      />
      <Tabs label="What to show" tabs={tabs} />
      <PageParts>
        {notes.map((note) => (
          <Message key={note} tone="warning">
            {note}
          </Message>
        ))}
        {failures.map((failure, index) => (
          <PanelError key={index} {...failure} />
        ))}
        {months.length === 0 && failures.length === 0 && (
          <EmptyState icon="calendar">There's nothing coming up.</EmptyState>
        )}
        {months.map(({ heading, month, rows }) => (
          <Card key={month} heading={heading} id={`month-${month}`} icon="calendar" flush>
            <LinkList
              items={rows.map(({ renewal, ...row }) => ({
                ...row,
                more: renewal && <Renewal {...renewal} of={row.title} />,
              }))}
            />
          </Card>
        ))}
      </PageParts>
    </>
  );
}
