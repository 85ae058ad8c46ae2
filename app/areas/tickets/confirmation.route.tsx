import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { requireCompleted } from "#app/request/completed-actions.ts";
import { requireRole } from "#app/request/require.ts";
import { Card } from "#app/ui/card.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { Table } from "#app/ui/table.tsx";
import { paths } from "#shared/paths.ts";
import { toText } from "#shared/portal-api/shapes.ts";
import { getTicket, listTicketPriorities, priorities } from "#shared/portal-api/support-tickets.ts";

export const meta = pageTitle("Saved");

/** Loads the confirmation for a ticket that this session has logged. If the API doesn't answer, shows the default priorities. */
export async function loader(args: LoaderFunctionArgs) {
  const id = new URL(args.request.url).searchParams.get("ticket") ?? "";
  const portal = await requireRole(args, "Support");
  await requireCompleted(portal, "ticket logged", id, paths.ticketNew());
  const [loaded, apiPriorities] = await Promise.all([
    id ? tolerate(portal.api.call(getTicket, { query: { id } }, optionalCallOptions)) : undefined,
    tolerate(portal.api.call(listTicketPriorities, {}, optionalCallOptions), args),
  ]);
  const ticket = loaded?.ok ? loaded.value : undefined;
  const shownPriorities: readonly { id: string; text: string }[] =
    apiPriorities.ok && apiPriorities.value.length > 0 ? apiPriorities.value : priorities;
  return {
    ticket: ticket && { id: String(ticket.supportTicketId), priority: toText(ticket.priorityId) },
    rows: shownPriorities.map(({ id: priorityId, text }) => ({
      key: priorityId,
      cells: [
        `Priority ${priorityId}`,
        text,
        priorities.find((priority) => priority.id === priorityId)?.response ?? "",
      ],
    })),
  };
}

export default function TicketConfirmation() {
  const { ticket, rows } = useLoaderData<typeof loader>();
  const ticketPriority = rows.find(({ key }) => key === ticket?.priority)?.cells;
  return (
    <DonePage
      title="Saved"
      fact={ticket ? `Ticket ${ticket.id} logged` : "Ticket logged"}
      next={
        ticketPriority && (
          <p>{`We'll reply within ${ticketPriority[2]} (${ticketPriority[0]}, ${ticketPriority[1]}).`}</p>
        )
      }
      buttons={[
        ticket !== undefined && { to: paths.ticket(ticket.id), label: "View Ticket" },
        { to: paths.tickets(), label: "Manage Tickets" },
      ]}
    >
      <Card heading="Priority levels" id="priorities" icon="gauge" flush>
        <Table
          caption="How soon we'll reply, by priority"
          columns={[
            { key: "priority", label: "Priority", phone: "title" },
            { key: "name", label: "Name", phone: "fact" },
            { key: "response", label: "Response time", phone: "value" },
          ]}
          rows={rows}
        />
      </Card>
    </DonePage>
  );
}
