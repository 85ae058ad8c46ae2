import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { visitViews } from "#app/areas/line-faults/booking/visits.server.ts";
import { Visit } from "#app/areas/line-faults/visit.tsx";
import { markTicketRead } from "#app/areas/notifications/opened-notification.server.ts";
import { CopyLink } from "#app/areas/shell/copy-link.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { openPost, postAction } from "#app/forms/post.server.ts";
import { buttonAnswerOf } from "#app/forms/reply.ts";
import { SearchForm } from "#app/grid/grid-forms.tsx";
import { SelectedRow } from "#app/grid/grid-rows.tsx";
import { loadOrOfferSwitch } from "#app/request/numbered-objects.server.ts";
import { requireRole } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { TicketCards } from "./ticket-cards.tsx";
import { selectedTicketCells } from "./ticket-cells.tsx";
import { ticketEditor } from "./ticket-editor.server.ts";
import { ticketFiles } from "./ticket-files.server.ts";
import { ticketForm, ticketName } from "./ticket-form.ts";
import styles from "./tickets.module.css";

export const handle: PageFacts = { acceptsFiles: true };
export const meta = pageTitle((data) => ticketName(data) ?? "Ticket");

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Support");
  const id = args.params["id"] ?? "";
  const opening = loadOrOfferSwitch(args, portal, "ticket", id, () =>
    openPost(ticketEditor, { args, portal }),
  );
  markTicketRead(args, portal, id, opening);
  const [page, visits, files] = await Promise.all([
    opening,
    visitViews(args, portal, id),
    tolerate(ticketFiles.list(args, portal, id), args),
  ]);
  return { ...page, files, visits };
}

export const action = postAction(ticketEditor);

export default function TicketPage() {
  const view = useLoaderData<typeof loader>();
  const { id = "", form, files, visits } = view;
  const [query] = useSearchParams();
  // Without scripts, 'Show all' posts the form.
  const notesToShow = buttonAnswerOf<{ notes: string }>(ticketForm, useActionData())?.data.notes;
  return (
    <div className={styles.page}>
      <PageHeader
        title="Tickets"
        back={{ to: view.backTo, label: "Back to Tickets" }}
        tool={<CopyLink />}
        actions={
          <ButtonLink to={paths.ticketNew()} icon="plus">
            Log New Ticket
          </ButtonLink>
        }
      />
      <PageParts>
        <SearchForm list={view.list} state={view.state} onlyOnSubmit />
        <section className={styles.head} aria-labelledby="summary">
          <p>Ticket Summary</p>
          <h2 id="summary" dir="auto">
            {view.subject || `Ticket ${id}`}
          </h2>
          <a href="#reply">Write a reply</a>
          <SelectedRow list={view.list} row={view.row} caption={`Ticket ${id}`} cells={selectedTicketCells} />
        </section>
        {!view.isClosed &&
          visits.map((visit) => (
            <Card
              key={visit.id}
              heading={visit.title}
              id={`visit-${visit.id.replace(" ", "-")}`}
              icon="calendar"
            >
              <Visit {...visit} />
            </Card>
          ))}
        {/* A reply changes `?replied`, so that the form starts empty again. */}
        <PortalForm key={`${id} ${query.get("replied")}`} form={ticketForm} view={form}>
          <TicketCards
            view={view}
            saved={form.restored ? undefined : form.values}
            files={files}
            notesToShow={notesToShow}
            retryTo={paths.ticket(id)}
          />
        </PortalForm>
      </PageParts>
    </div>
  );
}
