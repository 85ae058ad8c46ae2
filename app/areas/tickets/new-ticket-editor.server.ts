import { redirect } from "@remix-run/node";
import { uploadFiles } from "#app/files/upload-files.server.ts";
import { defineEditor, type Source } from "#app/forms/editor.server.ts";
import { fieldsOf, written } from "#app/forms/object-fields.ts";
import { paths } from "#app/paths.ts";
import { wordsOf, type OwnId } from "#app/portal-api/shapes.ts";
import {
  createTicket,
  getBlankTicket,
  getTicket,
  getTicketRules,
  updateTicket,
  type Ticket,
} from "#app/portal-api/support-tickets.ts";
import { noteDone } from "#app/request/done-here.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import type { Option } from "#app/ui/select.tsx";
import type { ServiceChoice } from "./choice.server.ts";
import { accountService } from "./service-tree.ts";
import { ticketChoices, type TicketChoices } from "./ticket-choices.server.ts";
import { newTicketForm } from "./ticket-form.ts";

/** Where the API did not say which ticket it made. */
const FILES_LATER = "Your files were not sent. Please open the ticket in the list and add them there.";

/** What covers the tickets about the account and its bills. */
const ACCOUNT_COVER = "1";

type NewSource = Source<Ticket, TicketChoices>;

/** A new ticket about the chosen service. */
export function newTicketEditor({ chosen, previous, typed }: ServiceChoice) {
  return defineEditor({
    form: newTicketForm,
    role: "Support",
    rules: getTicketRules,
    get: getTicket,
    update: updateTicket,
    blank: getBlankTicket,
    create: createTicket,
    idName: "supportTicketId",
    related: ticketChoices,
    choices: choicesOf,
    withheld: (source) => withheldFrom(chosen, source),
    read(source) {
      const { item, related } = source;
      const { contractCover, contactId, addressId } = choicesOf(source);
      const values = fieldsOf(newTicketForm, item);
      const { me } = related;
      const withheld = withheldFrom(chosen, source).map((name) => [name, ""]);
      return {
        ...values,
        ...typed,
        affectedUsers: "",
        contractCover: offered(contractCover, values.contractCover) ?? only(contractCover),
        contactId: offered(contactId, values.contactId || me?.contactId) ?? "",
        addressId: offered(addressId, values.addressId || me?.addressId) ?? only(addressId),
        ...Object.fromEntries(withheld),
        ...(chosen[0] === accountService && { contractCover: ACCOUNT_COVER }),
      };
    },
    write(source, { values, confirmed }) {
      const { item } = source;
      const { contractCover, ...choices } = choicesOf(source);
      // Sent as a number if the contracts' ids are numbers.
      const isNumber = contractCover.some(({ ownId }) => typeof ownId === "number");
      const account = {
        value: ACCOUNT_COVER,
        label: "",
        ownId: isNumber ? Number(ACCOUNT_COVER) : ACCOUNT_COVER,
      };
      const device = choices.contractItemId.find(({ value }) => value === values.contractItemId);
      return {
        ...written(item, values, { ...choices, contractCover: [...contractCover, account] }),
        relatedDevice: device?.label ?? item.relatedDevice,
        category: chosen.map(({ title }) => title).join(" > "),
        isSaveConfirmed: confirmed,
      };
    },
    saved: addFiles,
    step: async (args, _portal, body) => stepBack(args, body, previous),
  });
}

function choicesOf({ item, related: { contactId, addressId } }: Pick<NewSource, "item" | "related">) {
  return {
    contractCover: (item.contractList ?? []).map(({ contractId, formattedContractDetails }) =>
      choice(contractId, wordsOf(formattedContractDetails)),
    ),
    contractItemId: (item.deviceList ?? []).map(({ itemId, formattedDeviceDetails }) =>
      choice(itemId, wordsOf(formattedDeviceDetails)),
    ),
    contactId,
    addressId,
  };
}

/** The fields that this service does not ask, and those that have nothing to choose. */
function withheldFrom(chosen: ServiceChoice["chosen"], source: Pick<NewSource, "item" | "related">) {
  const isTechnical = chosen[0] !== accountService;
  const asks = new Set(chosen.flatMap((service) => service.asks ?? []));
  const { contractCover, contractItemId } = choicesOf(source);
  const isAsked = {
    contractCover: isTechnical && contractCover.length > 0,
    affectedUsers: isTechnical,
    errorcodes: asks.has("errorcodes"),
    contractItemId: asks.has("contractItemId") && contractItemId.length > 0,
  };
  return (Object.keys(isAsked) as (keyof typeof isAsked)[]).filter((name) => !isAsked[name]);
}

const choice = (ownId: OwnId, label: string) => ({
  value: String(ownId),
  label: label || String(ownId),
  ownId,
});

function offered(options: readonly Option[] | undefined, id: unknown): string | undefined {
  return options?.find(({ value }) => value === wordsOf(id))?.value;
}

function only(options: readonly Option[] = []): string {
  return options.length === 1 ? (options[0]?.value ?? "") : "";
}

async function addFiles({ id, args, portal }: { id: string; args: RouteArgs; portal: Portal }) {
  await noteDone(portal, "ticket logged", id);
  if (id) await uploadFiles(args, portal, { kind: "Support", id, most: newTicketForm.mostFiles });
  const isLeft = !id && args.context.files;
  const flash = isLeft ? { flash: { tone: "warning" as const, text: FILES_LATER } } : {};
  return { to: paths.ticketConfirmation(id || undefined), ...flash };
}

/** 'Previous Step' without scripts: asks before it drops what was typed. */
function stepBack({ request }: RouteArgs, body: FormData, previous: string) {
  if (!new URL(request.url).searchParams.has("previous")) return undefined;
  const isTyped = ["affectedUsers", "errorcodes", "subject", "message"].some((name) => body.get(name));
  if (!isTyped) throw redirect(previous, 303);
  return { data: { leaves: true } };
}
