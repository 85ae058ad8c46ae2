import { noteReply, prefilledReply, settleVisits } from "#app/areas/line-faults/booking/visits.server.ts";
import { uploadFiles } from "#app/files/upload-files.server.ts";
import { changesNothing } from "#app/forms/conflict.server.ts";
import { defineEdit, type Source } from "#app/forms/edit.server.ts";
import { objectToFields, type Choice } from "#app/forms/object-fields.ts";
import { definePost } from "#app/forms/post.server.ts";
import { toListDefinition, toListRow } from "#app/grid/define-list.server.ts";
import { previousListUrl, readListPlace, readListState } from "#app/grid/list-state.ts";
import { formatDateTime } from "#app/ui/format.ts";
import {
  formattingLost,
  linesToHtml,
  pageBudget,
  plainLines,
  plainText,
  sanitizeHtmlField,
} from "#shared/html.server.ts";
import { maximum, textLength } from "#shared/limits.ts";
import { paths } from "#shared/paths.ts";
import { cutText, toText } from "#shared/portal-api/shapes.ts";
import {
  getTicket,
  getTicketRules,
  ticketItem,
  ticketStatus,
  updateTicket,
  type Ticket,
} from "#shared/portal-api/support-tickets.ts";
import { changedNames, ticketChoices, type TicketChoices } from "./ticket-choices.server.ts";
import { EDIT_FIELD, NOTES_FIELD, ticketForm } from "./ticket-form.ts";
import { ticketList } from "./ticket-list.server.ts";

type TicketSource = Source<Ticket, TicketChoices>;

const ticket = defineEdit({
  form: ticketForm,
  get: getTicket,
  update: updateTicket,
  appendedFields: ["message"],
  related: ticketChoices,
  choices: ticketOptions,
  // A ticket without a contact, such as one from a trouble report, suggests the person's own.
  read({ item, related: { contacts, ownContact } }, { contactId }) {
    const ownContactId = contacts.find(({ value }) => value === toText(ownContact?.contactId))?.value ?? "";
    const statusId = toText(item.statusId);
    return { statusId, contactId: contactId || ownContactId, details: detailsText(item), message: "" };
  },
  withheld: ({ item }, { args: { request } }) =>
    detailsView(item, request).html === undefined ? [] : ["details"],
  write: async ({ item }, { details, message, ...ids }, portal) => ({
    details: details === detailsText(item) ? item.details : linesToHtml(details),
    message,
    ...(await changedNames(portal, item, ids)),
  }),
});

/** Edits a ticket (docs/domain.md, Tickets). A post that doesn't change or add anything doesn't save either. */
export const ticketEditor = definePost({
  ...ticket,
  role: "Support",
  rules: getTicketRules,
  // The API requires a message, but only for a new ticket: a reply may be empty.
  ruleContext(source, request, values) {
    const rules = request.rules.filter(
      ({ property, ruleName }) => property !== "Message" || ruleName !== "Required",
    );
    return ticket.ruleContext(source, { rules }, values);
  },
  async openOptions(source, request) {
    const options = ticket.openOptions(source);
    const message = await prefilledReply(request.args, request.portal, source.id ?? "");
    return { ...options, values: { ...options.values, message } };
  },
  view({ item, id, related: { addressPlaceholder } }, { args: { request }, portal: { account } }) {
    const isClosed = toText(item.statusId) === String(ticketStatus.closed);
    const list = toListDefinition(ticketList);
    return {
      id,
      list,
      state: readListState(`?${readListPlace(list, request.url) ?? ""}`, list),
      row: toListRow(ticketList, ticketItem.parse(item)),
      backTo: previousListUrl(list, request.url),
      isClosed,
      subject: singleLine(item.subject),
      facts: [
        ...ticketFacts(item),
        { term: "Visible to", detail: `Everyone at ${account.name} with the Support role` },
      ],
      lineTest: lineTestLink(item),
      /** A second submit button, which overrides the status field. */
      statusButton: isClosed
        ? ({ value: ticketStatus.inProgress, label: "Reopen ticket", icon: "undo-2" } as const)
        : ({ value: ticketStatus.closed, label: "Close ticket", icon: "check" } as const),
      addressPlaceholder,
      details: detailsView(item, request),
      notes: noteViews(item),
      totalNotes: item.formattedNotes?.length ?? 0,
    };
  },
  async otherButton({ args, portal }, body) {
    // 'Close ticket' has the same name as the field that it decides, and its value comes last.
    const statuses = body.getAll("statusId");
    if (statuses.length === 2) body.set("statusId", String(statuses[1]));
    const notesToShow = body.get(NOTES_FIELD);
    if (notesToShow !== null) return { data: { notes: String(notesToShow) } };
    if (!body.has(EDIT_FIELD)) return undefined;
    const query = { id: args.params["id"] ?? "" };
    return { data: {}, values: { details: detailsText(await portal.api.call(getTicket, { query })) } };
  },
  async save(posted) {
    if (!changesNothing(ticketForm, posted)) return ticket.save(posted);
    const { params, request } = posted.args;
    return {
      to: paths.ticket(params["id"] ?? "", readListPlace(ticketList, request.url)),
      flash: {
        tone: "info",
        text: "Nothing was saved, because you didn't change anything or write a reply.",
      },
    };
  },
  async saved({ source, args, portal, values }) {
    const id = toText(source.item.supportTicketId);
    await uploadFiles(args, portal, id);
    const closed = String(ticketStatus.closed);
    const wasClosed = toText(source.item.statusId) === closed;
    const isClosed = values.statusId === closed;
    if (isClosed) settleVisits(args, portal, id);
    const change = wasClosed === isClosed ? "updated" : isClosed ? "closed" : "reopened";
    // After a reply we show the ticket again; after closing it or any other save, the list.
    const { url } = args.request;
    if (values.message === "" || isClosed)
      return { to: previousListUrl(ticketList, url), flash: `Ticket ${id} was ${change}.` };
    await noteReply(args, portal, id, values.message);
    const noteCount = source.item.formattedNotes?.length ?? 0;
    return {
      to: paths.ticketReplied(id, noteCount, readListPlace(ticketList, url)),
      flash: `Your reply was added to ticket ${id}.`,
    };
  },
});

/** Shows formatted details until someone asks to edit them. Details too long for the field can't be edited, because saving would cut them. */
function detailsView({ details }: Ticket, request: Request) {
  const html = toText(details);
  const isLong = html.length > textLength.field;
  const lost = isLong ? "" : formattingLost(html);
  const isEdited = lost === "" || new URL(request.url).searchParams.has(EDIT_FIELD);
  return { lost, html: isLong || !isEdited ? sanitizeHtmlField(html) : undefined };
}

const detailsText = ({ details }: Ticket) => plainLines(toText(details), textLength.field);

/** Adds the current value to the options if it's missing, so that saving doesn't change it. */
function ticketOptions({ item, related }: TicketSource) {
  const { contactId, addressId } = objectToFields(ticketForm, item);
  const statusId = toText(item.statusId);
  const statuses = (ticketList.filter?.choices ?? []).map(({ code, label }) => ({
    value: String(code),
    label,
  }));
  const withCurrentValue = (options: readonly Choice[], value: string, label: string) =>
    value === "" || options.some((option) => option.value === value)
      ? options
      : [{ value, label }, ...options];
  return {
    statusId: withCurrentValue(statuses, statusId, `Status ${statusId}`),
    contactId: withCurrentValue(
      related.contacts,
      contactId,
      toText(item.contactName) || `Contact ${contactId}`,
    ),
    addressId: withCurrentValue(related.addresses, addressId, `Location ${addressId}`),
  };
}

/** Text for a single line. These fields are plain text rather than HTML, so a `<` is shown as typed. */
const singleLine = (value: unknown) => cutText(toText(value), textLength.title);

function ticketFacts(item: Ticket) {
  const { time } = ticketItem.parse(item);
  const { contract, affectedUsers, errorcodes, relatedDevice } = item;
  return [
    { term: "Date Ticket Logged", detail: formatDateTime(time) },
    { term: "Contract", detail: plainText(toText(contract)) },
    { term: "Number of Users Affected", detail: toText(affectedUsers) },
    { term: "Error Code", detail: singleLine(errorcodes) },
    { term: "Related Device", detail: plainText(toText(relatedDevice)) },
  ];
}

/** A link to the line test for a ticket about calls and lines, with the number and postcode from its text. */
function lineTestLink({ category, subject, details, formattedNotes }: Ticket) {
  if (!plainText(toText(category)).includes("Calls & Lines")) return undefined;
  const lines = [details, formattedNotes?.at(-1)?.content].map((html) =>
    plainLines(toText(html), textLength.row),
  );
  const text = [singleLine(subject), ...lines].join("\n");
  const phoneNumber = /\b0(?: ?\d){9,10}\b/.exec(text)?.[0].replaceAll(" ", "");
  const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i.exec(text)?.[0];
  return {
    to: paths.lineFaults({ cli: phoneNumber, postcode }),
    label: phoneNumber ? "Test this line" : "Run a Line Test",
  };
}

/** The first note is open if there's little to read (docs/domain.md, Tickets). */
function noteViews({ formattedNotes }: Ticket) {
  const totalNotes = formattedNotes?.length ?? 0;
  const notes = (formattedNotes ?? []).slice(0, maximum.notes);
  const budget = pageBudget();
  const length = plainText(toText(notes[0]?.content)).length;
  const isShort = (notes.length < 10 && length < 200) || (notes.length < 5 && length < 600);
  return notes.map(({ header, content }, index) => ({
    // Counted from the oldest, so that a note keeps its number when a live event brings a newer one.
    number: totalNotes - index,
    header: plainText(toText(header)) || "Note",
    html: sanitizeHtmlField(toText(content), budget),
    isOpen: index === 0 && isShort,
  }));
}

export type TicketView = Awaited<ReturnType<NonNullable<(typeof ticketEditor)["view"]>>>;
