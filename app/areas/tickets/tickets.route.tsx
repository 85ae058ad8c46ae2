import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { toListQuery } from "#app/grid/list-query.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ticketList } from "./ticket-list.server.ts";
import { ticketCells } from "./ticket-parts.tsx";
import { WorksButton } from "./works-form.tsx";

export const meta = pageTitle("Tickets");
export const loader = listLoader(ticketList, ({ portal }) => ({ own: portal.user.fullName }));

export default function Tickets() {
  const { view, own } = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Tickets"
      intro={
        <>
          To see closed tickets, change the status filter.{" "}
          {own && <a href={`${paths.tickets()}?search=${encodeURIComponent(own)}`}>Only those in my name</a>}
        </>
      }
      view={view}
      cells={ticketCells}
      tools={({ key, rowData }) =>
        rowData.isOpen && (
          <WorksButton account={view.account} id={key} place={toListQuery(view.list, view.state)} />
        )
      }
      actions={
        <ButtonLink to={paths.ticketNew()} variant="primary" icon="plus">
          Log New Ticket
        </ButtonLink>
      }
    />
  );
}
