import { redirect } from "@remix-run/node";
import { uploadFiles } from "#app/files/upload-files.server.ts";
import { toField } from "#app/forms/checks.ts";
import { defineEditor, fieldsOf, written, type Source } from "#app/forms/editor.server.ts";
import { paths } from "#app/paths.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
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
import type { Choice } from "./choice.server.ts";
import { accountService } from "./service-tree.ts";
import { ticketChoices, type TicketChoices } from "./ticket-choices.server.ts";
import { newTicketForm } from "./ticket-form.ts";

/** Where the API did not say which ticket it made. */
const FILES_LATER = "Your files were not sent. Please open the ticket in the list and add them there.";

/** What covers the tickets about the account and its bills. */
const ACCOUNT_COVER = "1";

type NewSource = Source<Ticket, TicketChoices>;

/** A new ticket about the chosen service. */
export function newTicketEditor({ chosen, previous, typed }: Choice) {
  return defineEditor({
    form: newTicketForm,
    role: "Support",
    rules: getTicketRules,
    get: getTicket,
    update: updateTicket,
    blank: getBlankTicket,
    create: createTicket,
    idName: "supportTicketId",
    beside: ticketChoices,
    read({ thing, beside }) {
      const { contractCover, contactId, addressId } = asked(chosen, { thing, beside });
      const values = fieldsOf(newTicketForm, thing);
      const { me } = beside;
      return {
        ...values,
        ...typed,
        affectedUsers: "",
        contractCover: offered(contractCover, values.contractCover) ?? only(contractCover),
        contactId: offered(contactId, values.contactId || me?.contactId) ?? "",
        addressId: offered(addressId, values.addressId || me?.addressId) ?? only(addressId),
      };
    },
    judging(source) {
      const hidden = Object.entries(asked(chosen, source)).flatMap(([name, isShown]) =>
        isShown ? [] : [name],
      );
      const cover = chosen[0] === accountService ? ACCOUNT_COVER : "";
      return {
        rules: source.rules.filter(({ property }) => !hidden.includes(toField(property))),
        fixed: Object.fromEntries(hidden.map((name) => [name, name === "contractCover" ? cover : ""])),
      };
    },
    write({ thing, beside }, { values, confirmed }) {
      const contracts = (thing.contractList ?? []).map(({ contractId }) => contractId);
      const ids = {
        ...beside.ids,
        contractItemId: (thing.deviceList ?? []).map(({ itemId }) => itemId),
        // Sent as a number if the contracts' ids are numbers.
        contractCover: contracts.some((id) => typeof id === "number")
          ? [...contracts, Number(ACCOUNT_COVER)]
          : contracts,
      };
      const { contractItemId: devices } = asked(chosen, { thing, beside });
      const device = devices?.find(({ value }) => value === values.contractItemId);
      return {
        ...written(thing, values, ids),
        relatedDevice: device?.label ?? thing.relatedDevice,
        category: chosen.map(({ title }) => title).join(" > "),
        isSaveConfirmed: confirmed,
      };
    },
    saved: addFiles,
    step: async (args, _portal, body) => stepBack(args, body, previous),
    view: (source) => asked(chosen, source),
  });
}

/** The fields of which not every service asks all, with what can be chosen; undefined for one that is not shown. */
function asked(chosen: Choice["chosen"], { thing, beside }: Pick<NewSource, "thing" | "beside">) {
  const isTechnical = chosen[0] !== accountService;
  const asks = new Set(chosen.flatMap((service) => service.asks ?? []));
  const contracts = (thing.contractList ?? []).map(({ contractId, formattedContractDetails }) =>
    option(contractId, wordsOf(formattedContractDetails)),
  );
  const devices = (thing.deviceList ?? []).map(({ itemId, formattedDeviceDetails }) =>
    option(itemId, wordsOf(formattedDeviceDetails)),
  );
  return {
    contractCover: isTechnical && contracts.length > 0 ? contracts : undefined,
    affectedUsers: isTechnical || undefined,
    errorcodes: asks.has("errorcodes") || undefined,
    contractItemId: asks.has("contractItemId") && devices.length > 0 ? devices : undefined,
    contactId: beside.contacts,
    addressId: beside.addresses,
  };
}

export type NewTicketView = ReturnType<typeof asked>;

const option = (id: string | number, label: string): Option => ({
  value: String(id),
  label: label || String(id),
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
