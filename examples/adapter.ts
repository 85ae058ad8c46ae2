/**
 * An adapter: the portal API (docs/portal-api.md) in front of a backend of another shape. It serves the accounts, the
 * list of contacts and the locations from a database of other tables; docs/integrate.md says how to go on from here.
 *
 *   node --env-file=portal.env examples/adapter.ts
 *
 * It takes the portal's own settings, and ADAPTER_PORT and ADAPTER_DATABASE; without a file it makes up a company.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { createRemoteJWKSet, jwtVerify } from "jose";

type Row = Record<string, SQLOutputValue>;
type Thing = Record<string, unknown>;

/** Settings of the portal (docs/configuration.md), and ADAPTER_PORT. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** What the contract calls an error: a status, and a body of JSON or plain text. */
class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}
const unauthorised = () => new Refusal(401, { message: "Unauthorized user." });
const forbidden = () => new Refusal(403, { message: "Requested action is forbidden." });
// The same for what another account owns, so that ids can't be probed.
const notFound = () => new Refusal(404, { message: "Not found." });

// ---- Who asks: key and token are proven here again, whatever the portal believes.

/** What a token grants: a role, in an account. */
type Grants = readonly { readonly account: string; readonly role: string }[];
type Identify = (authorization: string | undefined) => Promise<Grants>;

async function createIdentify(settings: Settings): Promise<Identify> {
  const { CUSTOMER_ISSUER: issuer, CUSTOMER_CLIENT_ID: clientId, CUSTOMER_METADATA_URL: document } = settings;
  if (!issuer || !clientId) throw new Error("CUSTOMER_ISSUER and CUSTOMER_CLIENT_ID are needed");
  const rolesClaim = /\broles=([^,]+)/.exec(settings["CUSTOMER_CLAIMS"] ?? "")?.[1] ?? "roles";
  const reply = await fetch(document ?? `${issuer}/.well-known/openid-configuration`);
  const metadata = (await reply.json()) as { issuer: string; jwks_uri: string };
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
  // The portal sends the identity token, whose audience is the portal. Employees' tokens have an issuer of their own.
  const expected = { issuer: metadata.issuer, audience: clientId, algorithms: ["RS256", "PS256", "ES256"] };
  return async (authorization = "") => {
    const token = authorization.replace(/^Bearer /i, "");
    const verified = await jwtVerify(token, keys, expected).catch(() => undefined);
    if (!verified) throw unauthorised();
    const roles = verified.payload[rolesClaim];
    return (Array.isArray(roles) ? roles.map(String) : String(roles ?? "").split(",")).map((text) => {
      // No role name has a hyphen, an account's id may.
      const at = text.lastIndexOf("-");
      return { account: text.slice(0, Math.max(at, 0)).trim(), role: roleKey(text.slice(at + 1)) };
    });
  };
}

/** Role names are compared without spaces and case. */
const roleKey = (name: string) => name.replace(/\s/g, "").toLowerCase();

const hash = (text: string) => createHash("sha256").update(text).digest();

function proveAccess(grants: Grants, account: string, access: string): void {
  const held = grants.filter((one) => one.account === account).map(({ role }) => role);
  const isIn = held.length > 0 && !held.includes(roleKey("MyPortal No Access"));
  if (!isIn || (access !== "account" && !held.includes(roleKey(access)))) throw forbidden();
}

// ---- The calls. `access` is "token", "account" or a role, as docs/portal-api.md says "For the role …".

interface Call {
  readonly db: DatabaseSync;
  readonly grants: Grants;
  /** X-Client-Id, proven. */
  readonly account: string;
  /** `{id}` of the path. */
  readonly id: string;
  /** Names in lower case: the portal writes `pageSize` and `PageSize`. */
  readonly query: ReadonlyMap<string, string>;
  readonly body: Thing;
}
type Route = readonly [call: RegExp, access: string, answer: (call: Call) => unknown];

const ADMIN = "MyPortal Admin";
/** In any case: the portal writes `contact/details` and `Contact/Edit`. */
const routes: readonly Route[] = [
  [/^GET Client\/MyAccounts$/i, "token", listAccounts],
  [/^GET Client\/GetSummaryDetails$/i, "account", getAccount],
  [/^GET Contact\/ContactsByCurrentClientId$/i, ADMIN, listContacts],
  [/^GET Address\/Index$/i, "account", listLocations],
  [/^GET Address\/GetValidationRules$/i, "account", () => rules],
  [/^GET Address\/Create$/i, ADMIN, () => locationOf(blank)],
  [/^GET Address\/Edit\/(?<id>[^/]+)$/i, ADMIN, (call) => locationOf(siteOf(call, call.id))],
  [/^POST Address\/Create$/i, ADMIN, createLocation],
  [/^PUT Address\/Edit$/i, ADMIN, updateLocation],
];

/** The accounts in which the token grants something. */
function listAccounts({ db, grants }: Call) {
  const accounts = [...new Set(grants.map(({ account }) => account))];
  const find = db.prepare("SELECT company_no, trading_as FROM crm_company WHERE company_no = ?");
  const found = accounts.map((account) => find.get(account)).filter((row) => row !== undefined);
  return found.map((row) => ({ clientId: String(row["company_no"]), name: row["trading_as"] }));
}

function getAccount({ db, account }: Call) {
  const row = db.prepare("SELECT * FROM crm_company WHERE company_no = ?").get(account);
  if (!row) throw notFound();
  const office = db.prepare("SELECT * FROM crm_site WHERE company_no = ? ORDER BY site_no").get(account);
  const myAccounts = [`clientId:${account}/${String(row["ledger_no"])}`];
  const address = office && locationOf(office);
  return { clientName: row["trading_as"], myAccounts, address, customerTier: null, membershipTier: null };
}

/** SQL by the names that the portal sorts by: what is asked for never reaches a statement itself. */
const sorts: Readonly<Record<string, string>> = {
  ...{ salutation: "title", fullname: "given || ' ' || family", email: "mail", position: "job" },
  lastlogin: "last_seen",
};

function listContacts({ db, account, query }: Call) {
  const [name = "", way] = (query.get("sortby") || "fullName ASC").trim().toLowerCase().split(/\s+/);
  const column = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (column === undefined) throw new Refusal(400, "The list cannot be sorted like that.");
  const size = Math.min(Math.max(Math.trunc(Number(query.get("pagesize"))) || 100, 1), 1000);
  const page = Math.max(Math.trunc(Number(query.get("pagenumber"))) || 1, 1);
  const word = (query.get("searchkeyword") ?? "").trim().replace(/[\\%_]/g, "\\$&");
  const from = `FROM crm_person WHERE company_no = ?
    AND concat_ws(' ', given, family, mail, job) LIKE ? ESCAPE '\\'`;
  const bound = [account, `%${word}%`] as const;
  // The number breaks ties: without it, rows that are equal could come on two pages.
  const order = `ORDER BY ${column} COLLATE NOCASE ${way === "desc" ? "DESC" : "ASC"}, person_no`;
  const some = db.prepare(`SELECT * ${from} ${order} LIMIT ? OFFSET ?`);
  const rows = some.all(...bound, size, (page - 1) * size);
  const total = db.prepare(`SELECT count(*) AS people ${from}`).get(...bound);
  return { items: rows.map(contactOf), totalCount: Number(total?.["people"]) };
}

/** Role ids are the provider's own, powers of two, and go as their sum. */
const ORDERS_AND_SUPPORT = 2 + 16;
const ADMINISTRATOR = 128;

function contactOf(row: Row) {
  const seen = row["last_seen"] === null ? "New" : "Active";
  return {
    contactId: row["person_no"],
    salutation: row["title"],
    fullName: `${String(row["given"])} ${String(row["family"])}`,
    email: row["mail"],
    position: row["job"],
    loginAccountStatus: row["blocked"] === 1 ? "Locked" : seen,
    lastLogin: row["last_seen"],
    myPortalRole: row["is_manager"] === 1 ? ADMINISTRATOR + ORDERS_AND_SUPPORT : ORDERS_AND_SUPPORT,
  };
}

/** A list without pages is all of it, and says its number likewise. */
function listLocations({ db, account }: Call) {
  const rows = db.prepare("SELECT * FROM crm_site WHERE company_no = ? ORDER BY street").all(account);
  return { items: rows.map(locationOf), totalCount: rows.length };
}

const blank: Row = { site_no: 0, street: "", district: "", city: "", postal: "", remark: "", edition: 0 };

function locationOf(site: Row) {
  const lines = [site["street"], site["district"], site["city"]].filter(Boolean).join(", ");
  return {
    // 0 stands for none.
    addressId: site["site_no"],
    // Opaque to the portal, which sends back the version that the person saw.
    rowVersion: String(site["edition"]),
    line1: site["street"],
    line2: site["district"],
    town: site["city"],
    // What the backend lacks is empty, not left out.
    county: "",
    postCode: site["postal"],
    notes: site["remark"],
    searchField: "",
    fullAddress: `${lines}, ${String(site["postal"])}`,
    fullAddressWithoutPostCode: lines,
  };
}

function siteOf({ db, account }: Call, id: string): Row {
  const row = db.prepare("SELECT * FROM crm_site WHERE company_no = ? AND site_no = ?").get(account, id);
  if (!row) throw notFound();
  return row;
}

/** The portal judges by these while somebody types; they are judged here again. Severity 0 blocks a save. */
const rules = [
  { property: "Line1", ruleName: "Required", description: "Please enter the first line.", severity: 0 },
  { property: "Town", ruleName: "Required", description: "Please enter the town.", severity: 0 },
  { property: "PostCode", ruleName: "Required", description: "Please enter the postcode.", severity: 0 },
].map((rule) => ({ ...rule, parameters: { ext: [], size: null, compareField: "", min: null, max: null } }));

/** The columns of a location that came back. Throws a refusal that names each broken rule. */
function columnsOf(sent: Thing): string[] {
  const textOf = (name: string) => String(sent[name] ?? "").trim();
  // Properties are in PascalCase, fields are not.
  const isEmpty = (property: string) => textOf(property.charAt(0).toLowerCase() + property.slice(1)) === "";
  const brokenRulesCollection = rules.filter(({ property }) => isEmpty(property));
  if (brokenRulesCollection.length > 0) throw new Refusal(400, { brokenRulesCollection });
  return ["line1", "line2", "town", "postCode", "notes"].map(textOf);
}

function createLocation({ db, account, body }: Call) {
  const insert = `INSERT INTO crm_site (street, district, city, postal, remark, company_no)
    VALUES (?, ?, ?, ?, ?, ?)`;
  const { lastInsertRowid } = db.prepare(insert).run(...columnsOf(body), account);
  return { addressId: Number(lastInsertRowid) };
}

function updateLocation(call: Call) {
  const { site_no: addressId = null } = siteOf(call, String(call.body["addressId"]));
  const update = `UPDATE crm_site SET street = ?, district = ?, city = ?, postal = ?, remark = ?, edition = edition + 1
    WHERE site_no = ? AND edition = ?`;
  // One statement compares and saves, so that of two saves at once one is told.
  const version = String(call.body["rowVersion"]);
  const { changes } = call.db.prepare(update).run(...columnsOf(call.body), addressId, version);
  if (Number(changes) === 0)
    throw new Refusal(409, "Your changes were not saved: the location was changed by another user.");
  return { addressId };
}

// ---- Over HTTP.

/** Serves the calls; answers once it listens. Throws where the identity provider's metadata can't be had. */
export async function startAdapter(db: DatabaseSync, settings: Settings) {
  const { PORTAL_API_KEY: key, ADAPTER_PORT: port = "4000" } = settings;
  if (!key) throw new Error("PORTAL_API_KEY is needed");
  const identify = await createIdentify(settings);
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, db, key, identify).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      process.stderr.write(`${String(error)}\n`);
      return new Refusal(500, { message: "Something went wrong." });
    });
    const isText = typeof body === "string";
    response.setHeader("content-type", isText ? "text/plain; charset=utf-8" : "application/json");
    const total = (body as { totalCount?: number } | null)?.totalCount;
    if (total !== undefined) response.setHeader("x-total-count", total);
    response.writeHead(status).end(isText ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(Number(port), "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) };
}

async function answer(request: IncomingMessage, db: DatabaseSync, key: string, identify: Identify) {
  const { headers, method = "" } = request;
  const header = (name: string) => String(headers[name] ?? "");
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://adapter");
  const call = `${method} ${decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "")}`;
  const found = routes.map(([pattern, ...rest]) => [pattern.exec(call), ...rest] as const);
  const [match, access = "", handle] = found.find(([matched]) => matched) ?? [];
  // Not 404, by which the portal would say that there is no such page. It is the hub's answer, too, which gets no key.
  if (!match || !handle) throw new Refusal(501, { message: `${call} is not served yet.` });
  if (!timingSafeEqual(hash(header("ocp-apim-subscription-key")), hash(key))) throw unauthorised();
  const grants = await identify(headers.authorization);
  const account = header("x-client-id");
  if (access !== "token") proveAccess(grants, account, access);
  const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const body = method === "GET" ? {} : await bodyOf(request);
  return { status: 200, body: handle({ db, grants, account, id: match.groups?.["id"] ?? "", query, body }) };
}

async function bodyOf(request: IncomingMessage): Promise<Thing> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > 1_000_000) throw new Refusal(413, { message: "Too long." });
  }
  try {
    return { ...(JSON.parse(text) as Thing) };
  } catch {
    throw new Refusal(400, "The request is not valid.");
  }
}

/** A database of one's own, or without one the made-up company of backend.sql in memory. */
export function openDatabase(file?: string): DatabaseSync {
  const db = new DatabaseSync(file ?? ":memory:");
  if (!file) db.exec(readFileSync(new URL("backend.sql", import.meta.url), "utf8"));
  return db;
}

if (import.meta.main) {
  const { url } = await startAdapter(openDatabase(process.env["ADAPTER_DATABASE"]), process.env);
  process.stdout.write(`The adapter: ${url}\n`);
}
