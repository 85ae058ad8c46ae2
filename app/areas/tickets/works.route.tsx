import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { settleVisits } from "#app/areas/line-faults/booking/visits.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { defineForm, PERHAPS_SAVED_ADVICE, VERSION_FIELD } from "#app/forms/define-form.ts";
import { objectToFields } from "#app/forms/object-fields.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { statusOf } from "#app/grid/define-list.server.ts";
import { previousListUrl } from "#app/grid/list-state.ts";
import { loadOrOfferSwitch } from "#app/request/numbered-objects.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { cutText, toText } from "#shared/portal-api/shapes.ts";
import {
  getTicket,
  ticketItem,
  ticketStatus,
  updateTicket,
  type Ticket,
} from "#shared/portal-api/support-tickets.ts";
import { changedNames, currentContact } from "./ticket-choices.server.ts";
import { ticketForm, ticketName } from "./ticket-form.ts";
import { ticketList } from "./ticket-list.server.ts";

const CHANGED =
  "The ticket has changed since you opened this page. Please check it, then press 'Yes, close it' again.";

const itWorksForm = defineForm({
  id: "ticket-works",
  button: "Yes, close it",
  fields: {},
  sendingLabel: "Closing…",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} You'll see it in the ticket's history.`,
});

/** A ticket's row version, or its status if the API has none. */
const versionOf = ({ rowVersion, statusId }: Ticket) => toText(rowVersion) || toText(statusId);

/** Closes a ticket with one press, on the page that its row or an email leads to (docs/domain.md, Tickets). */
const closeTicket = definePost({
  form: itWorksForm,
  role: "Support",
  async source({ args, portal }) {
    const { id = "" } = args.params;
    const load = () => portal.api.call(getTicket, { query: { id } }, { fresh: true });
    const item = await loadOrOfferSwitch(args, portal, "ticket", id, load);
    if (toText(item.statusId) === String(ticketStatus.closed)) {
      portal.session.flash({ tone: "info", text: `Ticket ${id} is already closed.` });
      throw redirect(paths.ticket(id), 303);
    }
    return { id, item };
  },
  view: ({ id, item }) => ({
    id,
    subject: cutText(toText(item.subject), textLength.title),
    status: statusOf(ticketList, ticketItem.parse(item))?.label ?? "",
  }),
  openOptions: ({ item }) => ({ shownNow: { [VERSION_FIELD]: versionOf(item) } }),
  async save({ texts, args, portal, source: { id, item } }) {
    if (texts[VERSION_FIELD] !== versionOf(item)) {
      const { pathname, search } = new URL(args.request.url);
      return { to: pathname + search, flash: { tone: "warning", text: CHANGED } };
    }
    // The API requires a contact, so a ticket without one gets the person's own, as in the editor.
    const hasContact = objectToFields(ticketForm, item).contactId !== "";
    const contactId = hasContact
      ? item.contactId
      : ((await currentContact(portal))?.contactId ?? item.contactId);
    const statusId = ticketStatus.closed;
    const ids = { statusId: String(statusId), contactId: toText(contactId) };
    const names = await changedNames(portal, item, ids);
    const body = { ...item, contactId, statusId, ...names, message: "It's working now." };
    await portal.api.call(updateTicket, { body });
    settleVisits(args, portal, id);
    const to = previousListUrl(ticketList, args.request.url);
    return { to, flash: `Ticket ${id} was closed.` };
  },
});

export const meta = pageTitle((data) => ["Is it working now?", ticketName(data)]);
export const loader = postLoader(closeTicket);
export const action = postAction(closeTicket);

export default function ItWorks() {
  const { id, subject, status, form } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Is it working now?" back={{ to: paths.ticket(id), label: `Ticket ${id}` }} />
      <Card heading={subject || `Ticket ${id}`} id="works" icon="life-buoy">
        <div className="stack">
          <p>
            This closes ticket {id} (now {status || "open"}) and adds &quot;It&apos;s working now.&quot; to
            its history. You can reopen it at any time.
          </p>
          <PortalForm form={itWorksForm} view={form}>
            <ButtonRow>
              <Button variant="primary">{itWorksForm.button}</Button>
              <ButtonLink to={`${paths.ticket(id)}#reply`}>Not yet, write a reply</ButtonLink>
            </ButtonRow>
          </PortalForm>
        </div>
      </Card>
    </FormPage>
  );
}
