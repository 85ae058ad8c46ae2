import { otherAccountPage } from "#app/errors/error-page.ts";
import type { ObjectInOtherAccount } from "#app/errors/switch-and-open.tsx";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { paths } from "#shared/paths.ts";
import type { PortalApi } from "#shared/portal-api/client.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { getInvoice } from "#shared/portal-api/invoices.ts";
import { getQuote } from "#shared/portal-api/quotes.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { getTicket } from "#shared/portal-api/support-tickets.ts";
import { hasRole, hasRoleAnywhere } from "#shared/roles.ts";
import { cachedAccounts } from "./accounts.ts";
import { portalApiOf, type Portal, type RouteArgs } from "./portal.ts";

interface Kind {
  readonly name: string;
  readonly role: RoleName;
  readonly to: (number: string) => string;
  readonly find: (api: PortalApi, number: string) => Promise<unknown>;
}

export const numberedKinds = {
  ticket: {
    name: "Ticket",
    role: "Support",
    to: paths.ticket,
    find: (api, id) => api.call(getTicket, { query: { id } }, optionalCallOptions),
  },
  invoice: {
    name: "Invoice",
    role: "Orders",
    to: paths.invoice,
    find: (api, invoiceNumber) => api.call(getInvoice, { query: { invoiceNumber } }, optionalCallOptions),
  },
  quote: {
    name: "Quote",
    role: "Quotes",
    to: paths.quote,
    find: (api, quoteId) => api.call(getQuote, { query: { quoteId } }, optionalCallOptions),
  },
} as const satisfies Record<string, Kind>;

const kinds: readonly Kind[] = Object.values(numberedKinds);

/** The account's tickets, invoices and quotes with exactly this number; leaves out any that can't be loaded. */
export async function findByNumber(args: RouteArgs, portal: Portal, number: string) {
  const { user, account, api } = portal;
  const allowed = kinds.filter(({ role }) => hasRole(user, account.clientId, role));
  const existences = await Promise.all(allowed.map((kind) => exists(args, kind, api, number)));
  return allowed.filter((_, index) => existences[index]).map((kind) => toNumberedObject(kind, number));
}

/** If someone, e.g. an employee, has more other accounts than this, we don't search any of them, so that a page makes few calls. */
const MAX_OTHER_ACCOUNTS = 5;

/** Like {@link findByNumber}, but in the person's other accounts. Never reveals anything about other people's accounts. */
export async function findInOtherAccounts(
  args: RouteArgs,
  { user, session, account }: Portal,
  number: string,
  searchedKinds: readonly Kind[] = kinds,
): Promise<readonly ObjectInOtherAccount[]> {
  if (!hasRoleAnywhere(user, "MyPortal Switch Account")) return [];
  const others = cachedAccounts(session).filter(({ clientId }) => clientId !== account.clientId);
  if (others.length > MAX_OTHER_ACCOUNTS) return [];
  const candidates = others.flatMap(({ clientId, name }) =>
    searchedKinds
      .filter(({ role }) => hasRole(user, clientId, role))
      .map((kind) => ({ kind, account: { id: clientId, name } })),
  );
  const existences = await Promise.all(
    candidates.map(({ kind, account: { id } }) => exists(args, kind, portalApiOf(args.context, id), number)),
  );
  return candidates
    .filter((_, index) => existences[index])
    .map(({ kind, account: other }) => ({ ...toNumberedObject(kind, number), account: other }));
}

/** Loads an object by its number. If it's in another of the person's accounts, throws a page that says so. */
export async function loadOrOfferSwitch<Loaded>(
  args: RouteArgs,
  portal: Portal,
  kind: keyof typeof numberedKinds,
  number: string,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!isPortalApiError(error) || error.kind !== "notFound") throw error;
    const [found] = await findInOtherAccounts(args, portal, number, [numberedKinds[kind]]);
    if (!found) throw error;
    throw otherAccountPage(found, portal.account.name);
  }
}

const toNumberedObject = ({ name, to }: Kind, number: string) => ({
  name: `${name} ${number}`,
  to: to(number),
});

async function exists(args: RouteArgs, kind: Kind, api: PortalApi, number: string): Promise<boolean> {
  const found = kind.find(api, number).then(
    () => true,
    (error: unknown) => {
      if (isPortalApiError(error) && ["notFound", "forbidden", "rejected"].includes(error.kind)) return false;
      throw error;
    },
  );
  const result = await tolerate(found, args);
  return result.ok && result.value;
}
