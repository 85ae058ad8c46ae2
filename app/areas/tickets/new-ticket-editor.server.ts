import { redirect } from "@remix-run/node";
import { uploadFiles } from "#app/files/upload-files.server.ts";
import { defineEdit, type Source } from "#app/forms/edit.server.ts";
import type { Choice } from "#app/forms/object-fields.ts";
import { definePost, type PostRequest } from "#app/forms/post.server.ts";
import { recordCompleted } from "#app/request/completed-actions.ts";
import { paths } from "#shared/paths.ts";
import { toText, type ApiId } from "#shared/portal-api/shapes.ts";
import {
  createTicket,
  getBlankTicket,
  getTicket,
  getTicketRules,
  updateTicket,
  type Ticket,
} from "#shared/portal-api/support-tickets.ts";
import type { Enquiry } from "./enquiry.server.ts";
import type { ServiceChoice } from "./service-choice.server.ts";
import { accountService } from "./service-tree.ts";
import { ticketChoices, type TicketChoices } from "./ticket-choices.server.ts";
import { newTicketForm } from "./ticket-form.ts";

/** Shown if the API's answer had no ticket id. */
const FILES_LATER = "Your files weren't sent. Please open the ticket from the list and add them to it.";

/** The `contractCover` of tickets about Account & Billing. */
const ACCOUNT_COVER = 1;

type ChosenServices = ServiceChoice["chosen"];
type NewSource = Pick<Source<Ticket, TicketChoices>, "item" | "related">;

/** `loadEnquiry` loads the text to fill in the form with, if there's any. */
export function newTicketEditor(
  { chosen, previousUrl }: ServiceChoice,
  loadEnquiry?: () => Promise<Enquiry | undefined>,
) {
  const choices = (source: NewSource) => newTicketChoices(chosen, source);
  const withheld = (source: NewSource) => fieldsNotAsked(chosen, source);
  const ticket = defineEdit({
    form: newTicketForm,
    get: getTicket,
    update: updateTicket,
    blank: getBlankTicket,
    create: createTicket,
    idName: "supportTicketId",
    async related(portal) {
      const [offered, enquiry] = await Promise.all([ticketChoices(portal), loadEnquiry?.()]);
      return { ...offered, enquiry };
    },
    choices,
    withheld,
    read(source, values) {
      const { contractCover, contactId, addressId } = choices(source);
      const { ownContact, enquiry } = source.related;
      return {
        subject: enquiry?.subject ?? "",
        message: enquiry?.details ?? "",
        affectedUsers: "",
        // Withheld fields are saved with these values: blank, except that an Account ticket keeps its cover.
        ...Object.fromEntries(withheld(source).map((name) => [name, ""])),
        contractCover:
          valueIfOffered(contractCover, values.contractCover) || likelyContract(chosen, contractCover),
        contactId: valueIfOffered(contactId, values.contactId || ownContact?.contactId),
        addressId:
          valueIfOffered(addressId, values.addressId || ownContact?.addressId) || onlyOptionValue(addressId),
      };
    },
    write(source, { contractItemId }) {
      const device = choices(source).contractItemId.find(({ value }) => value === contractItemId);
      return {
        relatedDevice: device?.label ?? source.item.relatedDevice,
        category: chosen.map(({ title }) => title).join(" > "),
      };
    },
  });
  return definePost({
    ...ticket,
    role: "Support",
    rules: getTicketRules,
    view: ({ related: { addressPlaceholder, enquiry } }) => ({ addressPlaceholder, back: enquiry?.back }),
    /** 'Previous Step' without scripts, which warns before typed text is lost. */
    async otherButton({ args }, body) {
      if (!new URL(args.request.url).searchParams.has("previous")) return undefined;
      const hasTypedText = ["affectedUsers", "errorcodes", "subject", "message"].some((name) =>
        body.get(name),
      );
      if (!hasTypedText) throw redirect(previousUrl, 303);
      return { data: { warnsBeforeLeaving: true } };
    },
    saved: finishTicket,
  });
}

async function finishTicket({ args, portal }: PostRequest, id: string) {
  await recordCompleted(portal, "ticket logged", id);
  if (id) await uploadFiles(args, portal, id, newTicketForm.maxFileCount);
  const filesToAddLater = !id && args.context.files;
  const flash = filesToAddLater ? { flash: { tone: "warning" as const, text: FILES_LATER } } : {};
  return { to: paths.ticketConfirmation(id || undefined), ...flash };
}

function newTicketChoices(chosen: ChosenServices, { item, related: { contacts, addresses } }: NewSource) {
  const contracts = (item.contractList ?? []).map(({ contractId, formattedContractDetails }) =>
    toChoice(contractId, formattedContractDetails),
  );
  // The API may use numbers or texts as contract ids.
  const hasNumericIds = contracts.some(({ apiId }) => typeof apiId === "number");
  const accountCover = toChoice(hasNumericIds ? ACCOUNT_COVER : String(ACCOUNT_COVER));
  return {
    contractCover: chosen[0] === accountService ? [accountCover] : contracts,
    contractItemId: (item.deviceList ?? []).map(({ itemId, formattedDeviceDetails }) =>
      toChoice(itemId, formattedDeviceDetails),
    ),
    contactId: contacts,
    addressId: addresses,
  };
}

/** Fields that this service doesn't ask for, and selects without options. */
function fieldsNotAsked(chosen: ChosenServices, source: NewSource) {
  const isTechnical = chosen[0] !== accountService;
  const extraFields = new Set(chosen.flatMap((service) => service.extraFields ?? []));
  const { contractCover, contractItemId } = newTicketChoices(chosen, source);
  const asked = {
    contractCover: isTechnical && contractCover.length > 0,
    affectedUsers: isTechnical,
    errorcodes: extraFields.has("errorcodes"),
    contractItemId: extraFields.has("contractItemId") && contractItemId.length > 0,
  };
  return (Object.keys(asked) as (keyof typeof asked)[]).filter((name) => !asked[name]);
}

const toChoice = (apiId: ApiId, label?: unknown) => ({
  value: String(apiId),
  label: toText(label) || String(apiId),
  apiId,
});

const valueIfOffered = (options: readonly Choice[], id: unknown) =>
  options.find(({ value }) => value === toText(id))?.value ?? "";

/** The only contract, or the only one that mentions the service, e.g. 'Business Broadband' for Broadband. */
function likelyContract(chosen: ChosenServices, contracts: readonly Choice[]): string {
  const service = chosen.at(-1)?.title.toLowerCase() ?? "";
  const namingService = contracts.filter(({ label }) => label.toLowerCase().includes(service));
  return onlyOptionValue(contracts) || onlyOptionValue(namingService);
}

const onlyOptionValue = (options: readonly Choice[]) =>
  options.length === 1 ? (options[0]?.value ?? "") : "";
