import { readdirSync } from "node:fs";
import type { ZodType } from "zod";
import type { List } from "#app/grid/define-list.server.ts";
import type { Operation } from "#shared/portal-api/operation.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";

/** A call of shared/portal-api, with how the portal uses it. */
export interface ContractCall {
  /** The name of its constant, such as `getInvoice`. */
  readonly name: string;
  /** Method and path, such as `GET Invoice/Details`. */
  readonly call: string;
  readonly operation: Operation;
  /** The setting with its base URL. */
  readonly base: string;
  readonly role: RoleName | undefined;
  /** False if it can be made before an account is chosen. */
  readonly needsAccount: boolean;
  /** How the portal's lists use it; undefined if no list does. */
  readonly list: ListUse | undefined;
}

/** An example of a call and its answer. */
export interface Example {
  /** The path and query parameters of the request, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly answer: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}
/** Examples by call, such as `GET Invoice/Details`. */
export type Examples = ReadonlyMap<string, Example>;

interface ListUse {
  readonly sorts: readonly string[];
  /** Numbers are sent as `includedStatusCodes`, texts as `includedStatuses`. */
  readonly statuses: readonly (number | string)[];
  /** Reads an item's status as the portal does. */
  readonly statusOf: ((item: unknown) => number | string) | undefined;
  readonly searches: boolean;
  /** Parameters that a list always sends, such as `unpaidOnly`. */
  readonly fixed: readonly string[];
}

/** The base of calls to the portal API itself. */
export const PORTAL_API = "PORTAL_API_URL";
/** The base for modules whose calls go to other services. */
const moduleBases: Readonly<Record<string, string>> = {
  "address-lookup": "ADDRESS_LOOKUP_URL",
  "bank-check": "BANK_CHECK_URL",
  fibre: "FIBRE_ADDRESSES_URL",
  files: "FILES_URL",
};
/** The base for calls that don't use their module's. */
const otherBases: Readonly<Record<string, string>> = { listAvailableProducts: "FIBRE_PRODUCTS_URL" };

/** The role that a call requires, by the first pattern that matches its path; without a match, none. */
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

const folderOf = (path: string) => new URL(`../../${path}`, import.meta.url);

/** Every call that the portal makes, ordered by path. If two operations make the same call, a list's wins. */
export const contractCalls = (): Promise<readonly ContractCall[]> => (cachedCalls ??= readCalls());

/** The calls to the portal API itself. */
export async function portalApiCalls(): Promise<readonly ContractCall[]> {
  return (await contractCalls()).filter(({ base }) => base === PORTAL_API);
}

/** Finds a call by its name. Throws if there isn't one. */
export const callIn = (calls: readonly ContractCall[]) => (name: string) => {
  const call = calls.find(({ call }) => call === name);
  if (!call) throw new Error(`the contract has no ${name}`);
  return call;
};

let cachedCalls: Promise<readonly ContractCall[]> | undefined;

async function readCalls(): Promise<readonly ContractCall[]> {
  const lists = await listsOfAreas();
  const contractCalls = new Map<string, ContractCall>();
  const files = readdirSync(folderOf("shared/portal-api")).filter((file) => /^[\w-]+\.ts$/.test(file));
  for (const file of files) {
    const service = moduleBases[file.replace(".ts", "")] ?? PORTAL_API;
    for (const [name, operation] of await operationsIn(new URL(file, folderOf("shared/portal-api/")))) {
      const base = otherBases[name] ?? service;
      const path = operation.path.replace(/\/$/, "");
      const call = `${operation.method} ${path}`;
      const role = base === PORTAL_API ? roles.find(([pattern]) => pattern.test(path))?.[1] : undefined;
      const list = listUseOf(lists.filter((list) => list.operation === operation));
      if (list || !contractCalls.has(base + call)) {
        contractCalls.set(base + call, {
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
  return [...contractCalls.values()].sort((a, b) => compare(pathOf(a), pathOf(b)) || compare(a.call, b.call));
}

const pathOf = ({ operation }: ContractCall) => operation.path.toLowerCase();
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The operations that a module exports, directly or as properties of an exported object. */
async function operationsIn(
  module: URL,
): Promise<readonly (readonly [name: string, operation: Operation])[]> {
  const exported = Object.entries((await import(module.href)) as object);
  return exported.flatMap(([name, value]) =>
    isOperation(value)
      ? [[name, value] as const]
      : Object.entries(isPlain(value) ? value : {}).flatMap(([part, inner]) =>
          isOperation(inner) ? [[`${name}${part[0]?.toUpperCase()}${part.slice(1)}`, inner] as const] : [],
        ),
  );
}

const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null;
const isOperation = (value: unknown): value is Operation =>
  isPlain(value) && "failure" in value && "answer" in value && "path" in value;

type AnyList = List<unknown, string, unknown>;

async function listsOfAreas(): Promise<readonly AnyList[]> {
  const files = readdirSync(folderOf("app/areas"), { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => file.endsWith("-list.server.ts")).sort();
  const exported = await Promise.all(
    modules.map((file) => import(new URL(file, folderOf("app/areas/")).href) as Promise<object>),
  );
  return exported.flatMap((module) =>
    Object.values(module).filter((value): value is AnyList => isPlain(value) && "operation" in value),
  );
}

function listUseOf(lists: readonly AnyList[]): ListUse | undefined {
  if (lists.length === 0) return undefined;
  const unique = <T>(select: (list: AnyList) => readonly T[]) => [...new Set(lists.flatMap(select))];
  return {
    sorts: unique(({ columns }) => columns.flatMap(({ sort }) => sort ?? [])),
    statuses: unique(({ filter }) => (filter?.choices ?? []).map(({ code }) => code)),
    statusOf: lists.find(({ filter }) => filter)?.filter?.codeOf,
    searches: lists.some(({ search }) => search !== undefined),
    fixed: unique(({ query }) => Object.keys(query ?? {})),
  };
}

/** The query parameters' names as they're sent, by the field in lower case. An operation may change their case. */
export function wireNames(query: ZodType, fields: readonly string[]): ReadonlyMap<string, string> {
  const sent = query.safeParse(Object.fromEntries(fields.map((field) => [field, undefined])));
  const names = sent.success ? Object.keys(sent.data as object) : [];
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}
