import { readdirSync } from "node:fs";
import type { ZodType } from "zod";
import type { List } from "#app/grid/define-list.server.ts";
import type { Operation } from "#app/portal-api/operation.ts";
import type { RoleName } from "#app/request/roles.ts";

/** The call of a module of app/portal-api, with what the rest of the portal asks of it. */
export interface ContractCall {
  /** `getInvoice`. */
  readonly name: string;
  /** `GET Invoice/Details`. */
  readonly call: string;
  readonly operation: Operation;
  /** The setting that names its base. */
  readonly base: string;
  readonly role: RoleName | undefined;
  /** False where it may be made before an account is chosen. */
  readonly needsAccount: boolean;
  /** What the portal's lists ask for; undefined for a call that no list makes. */
  readonly list: ListUse | undefined;
}

export interface Example {
  /** The path and query parameters that were asked with, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly answer: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}
/** By the name of the call, `GET Invoice/Details`. */
export type Examples = ReadonlyMap<string, Example>;

interface ListUse {
  readonly sorts: readonly string[];
  /** Numbers go as `includedStatusCodes`, words as `includedStatuses`. */
  readonly statuses: readonly (number | string)[];
  /** The status of an item, as the portal reads it. */
  readonly statusOf: ((item: unknown) => number | string) | undefined;
  readonly searches: boolean;
  /** Parameters that a list always sends, e.g. `unpaidOnly`. */
  readonly fixed: readonly string[];
}

export const PORTAL_API = "PORTAL_API_URL";
/** Modules whose calls go elsewhere. */
const neighbours: Readonly<Record<string, string>> = {
  "address-lookup": "ADDRESS_LOOKUP_URL",
  "bank-check": "BANK_CHECK_URL",
  fibre: "FIBRE_ADDRESSES_URL",
  files: "FILES_URL",
};
/** Calls that go elsewhere than their module's. */
const elsewhere: Readonly<Record<string, string>> = { listAvailableProducts: "FIBRE_PRODUCTS_URL" };

/** Who may make a call; the first that fits counts, no role where none does. Rules of forms are for everybody. */
const roles: readonly (readonly [RegExp, RoleName | undefined])[] = [
  [/^(Contact|Client|Address)\/GetValidationRules$/, undefined],
  [/^(Invoice|Payment|DirectDebit)\//, "Orders"],
  [/^Contact\/(ContactsByCurrentClientId|Create|Edit|Edit\/.*)$/, "MyPortal Admin"],
  [/^Address\/(Create|Edit)(\/|$)/, "MyPortal Admin"],
  [/^License\//, "Contracts"],
  [/^Quote\//, "Quotes"],
  [/^Returns$/, "Returns"],
  [/^SupportTicket\//, "Support"],
  [/^Order\//, "Devices Shop"],
];
const WITHOUT_ACCOUNT = /^(Client\/MyAccounts|Notification\/UnreadCount|EventLog\/.*|logout)$/;

const folderOf = (path: string) => new URL(`../../app/${path}`, import.meta.url);

/** Every call that the portal makes, by path and method; of two operations for one call the list's counts. */
export const contractCalls = (): Promise<readonly ContractCall[]> => (known ??= readCalls());

/** Those to the portal API itself. */
export async function portalApiCalls(): Promise<readonly ContractCall[]> {
  return (await contractCalls()).filter(({ base }) => base === PORTAL_API);
}

/** Finds a call by its name. Throws where the contract has none. */
export const callIn = (calls: readonly ContractCall[]) => (name: string) => {
  const found = calls.find(({ call }) => call === name);
  if (!found) throw new Error(`the contract has no ${name}`);
  return found;
};

let known: Promise<readonly ContractCall[]> | undefined;

async function readCalls(): Promise<readonly ContractCall[]> {
  const lists = await listsOfAreas();
  const found = new Map<string, ContractCall>();
  const files = readdirSync(folderOf("portal-api")).filter((file) => /^[\w-]+\.ts$/.test(file));
  for (const file of files) {
    const service = neighbours[file.replace(".ts", "")] ?? PORTAL_API;
    for (const [name, operation] of await operationsIn(new URL(file, folderOf("portal-api/")))) {
      const base = elsewhere[name] ?? service;
      const path = operation.path.replace(/\/$/, "");
      const call = `${operation.method} ${path}`;
      const role = base === PORTAL_API ? roles.find(([fits]) => fits.test(path))?.[1] : undefined;
      const list = useOf(lists.filter((one) => one.operation === operation));
      if (list || !found.has(base + call)) {
        found.set(base + call, {
          name,
          call,
          operation,
          base,
          role,
          needsAccount: !WITHOUT_ACCOUNT.test(path),
          list,
        });
      }
    }
  }
  return [...found.values()].sort((a, b) => compare(pathOf(a), pathOf(b)) || compare(a.call, b.call));
}

const pathOf = ({ operation }: ContractCall) => operation.path.toLowerCase();
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The operations that a module exports, alone or two levels deep as those of a folder of files. */
async function operationsIn(
  module: URL,
): Promise<readonly (readonly [name: string, operation: Operation])[]> {
  const exported = Object.entries((await import(module.href)) as object);
  return exported.flatMap(([name, value]) =>
    isOperation(value)
      ? [[name, value] as const]
      : Object.entries(isPlain(value) ? value : {}).flatMap(([part, inner]) =>
          isOperation(inner) ? [[`${name}-${part}`, inner] as const] : [],
        ),
  );
}

const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null;
const isOperation = (value: unknown): value is Operation =>
  isPlain(value) && "failure" in value && "answer" in value && "path" in value;

type AnyList = List<unknown, string, unknown>;

async function listsOfAreas(): Promise<readonly AnyList[]> {
  const files = readdirSync(folderOf("areas"), { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => file.endsWith("-list.server.ts")).sort();
  const exported = await Promise.all(
    modules.map((file) => import(new URL(file, folderOf("areas/")).href) as Promise<object>),
  );
  return exported.flatMap((module) =>
    Object.values(module).filter((value): value is AnyList => isPlain(value) && "operation" in value),
  );
}

function useOf(lists: readonly AnyList[]): ListUse | undefined {
  if (lists.length === 0) return undefined;
  const all = <T>(of: (list: AnyList) => readonly T[]) => [...new Set(lists.flatMap(of))];
  return {
    sorts: all(({ columns }) => columns.flatMap(({ sort }) => sort ?? [])),
    statuses: all(({ filter }) => (filter?.choices ?? []).map(({ code }) => code)),
    statusOf: lists.find(({ filter }) => filter)?.filter?.of,
    searches: lists.some(({ search }) => search !== undefined),
    fixed: all(({ query }) => Object.keys(query ?? {})),
  };
}

/** The names that a query has on the wire, by its fields in lower case, where the operation changes their case. */
export function wireNames(query: ZodType, fields: readonly string[]): ReadonlyMap<string, string> {
  const sent = query.safeParse(Object.fromEntries(fields.map((field) => [field, undefined])));
  const names = sent.success ? Object.keys(sent.data as object) : [];
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}
