import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { ListPage } from "#app/grid/grid.tsx";
import { listLoader } from "#app/grid/list-loader.server.ts";
import { listPlaceOf } from "#app/grid/list-state.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { paths } from "#shared/paths.ts";
import { ticketCells } from "./ticket-cells.tsx";
import { ticketList } from "./ticket-list.server.ts";

export const meta = pageTitle("Tickets");
export const loader = listLoader(ticketList, ({ portal }) => ({ userName: portal.user.fullName }));

export default function Tickets() {
  const { view, userName } = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Tickets"
      intro={
        <>
          To see closed tickets, change the status filter.{" "}
          {userName && <a href={`${paths.tickets()}?search=${encodeURIComponent(userName)}`}>Only mine</a>}
        </>
      }
      view={view}
      cells={ticketCells}
      tools={({ key, rowData }) =>
        rowData.isOpen && (
          <IconLink
            to={paths.ticketWorks(key, listPlaceOf(view.list, view.state))}
            icon="check"
            size="small"
            title="It's working now"
            label={`It's working now: close ticket ${key}`}
            reloadDocument
          />
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
