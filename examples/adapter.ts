/**
 * An adapter: the portal API (docs/portal-api.md) in front of a backend with a different shape. It serves the accounts,
 * the list of contacts and the locations from different tables. docs/integrate.md says how to extend it.
 *
 *   node --env-file=portal.env examples/adapter.ts
 *
 * It reads the portal's own settings, ADAPTER_PORT and ADAPTER_DATABASE. Without the last it uses an invented company.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { createRemoteJWKSet, jwtVerify } from "jose";

type Row = Record<string, SQLOutputValue>;
type JsonObject = Record<string, unknown>;

export type Settings = Readonly<Record<string, string | undefined>>;

/** An error in the contract's form: a status, and a body in JSON or plain text. */
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
// The same for another account's objects, so that nobody can find out which ids exist.
const notFound = () => new Refusal(404, { message: "Not found." });

// ---- Authentication: we check the key and the token here again, whatever the portal has checked.

/** The roles that a token gives, each in one account. */
type Grants = readonly { readonly account: string; readonly role: string }[];
type VerifyToken = (authorization: string | undefined) => Promise<Grants>;

async function createTokenVerifier(settings: Settings): Promise<VerifyToken> {
  const { CUSTOMER_ISSUER: issuer, CUSTOMER_CLIENT_ID: clientId, CUSTOMER_METADATA_URL: url } = settings;
  if (!issuer || !clientId) throw new Error("CUSTOMER_ISSUER and CUSTOMER_CLIENT_ID are needed");
  const rolesClaim = /\broles=([^,]+)/.exec(settings["CUSTOMER_CLAIMS"] ?? "")?.[1] ?? "roles";
  const reply = await fetch(url ?? `${issuer}/.well-known/openid-configuration`);
  const metadata = (await reply.json()) as { issuer: string; jwks_uri: string };
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
  // The portal sends the identity token, whose audience is the portal. Employees' tokens have a different issuer.
  const options = { issuer: metadata.issuer, audience: clientId, algorithms: ["RS256", "PS256", "ES256"] };
  return async (authorization = "") => {
    const token = authorization.replace(/^Bearer /i, "");
    const verified = await jwtVerify(token, keys, options).catch(() => undefined);
    if (!verified) throw unauthorised();
    const roles = verified.payload[rolesClaim];
    return (Array.isArray(roles) ? roles.map(String) : String(roles ?? "").split(",")).map((text) => {
      // The last hyphen, because an account's id may contain one, but no role name does.
      const hyphen = text.lastIndexOf("-");
      return { account: text.slice(0, Math.max(hyphen, 0)).trim(), role: roleKey(text.slice(hyphen + 1)) };
    });
  };
}

/** We compare role names without spaces and capitals. */
const roleKey = (name: string) => name.replace(/\s/g, "").toLowerCase();
const hash = (text: string) => createHash("sha256").update(text).digest();

function requireAccess(grants: Grants, account: string, access: string): void {
  const roles = grants.filter((grant) => grant.account === account).map(({ role }) => role);
  const hasAccount = roles.length > 0 && !roles.includes(roleKey("MyPortal No Access"));
  if (!hasAccount || (access !== "account" && !roles.includes(roleKey(access)))) throw forbidden();
}

// ---- The calls. `access` is "token", "account" or a role, as docs/portal-api.md says ('For the role …').

interface Call {
  readonly db: DatabaseSync;
  readonly grants: Grants;
  /** X-Client-Id, which we've checked against the token. */
  readonly account: string;
  /** `{id}` in the path. */
  readonly id: string;
  /** Names in lower case, because the portal sends both `pageSize` and `PageSize`. */
  readonly query: ReadonlyMap<string, string>;
  readonly body: JsonObject;
}
type Route = readonly [call: RegExp, access: string, answer: (call: Call) => unknown];

const ADMIN = "MyPortal Admin";
/** Matched in any case, because the portal sends both `contact/details` and `Contact/Edit`. */
const routes: readonly Route[] = [
  [/^GET Client\/MyAccounts$/i, "token", listAccounts],
  [/^GET Client\/GetSummaryDetails$/i, "account", getAccount],
  [/^GET Contact\/ContactsByCurrentClientId$/i, ADMIN, listContacts],
  [/^GET Address\/Index$/i, "account", listLocations],
  [/^GET Address\/GetValidationRules$/i, "account", () => rules],
  [/^GET Address\/Create$/i, ADMIN, () => locationOf(blankSite)],
  [/^GET Address\/Edit\/(?<id>[^/]+)$/i, ADMIN, (call) => locationOf(siteOf(call, call.id))],
  [/^POST Address\/Create$/i, ADMIN, createLocation],
  [/^PUT Address\/Edit$/i, ADMIN, updateLocation],
];

/** The accounts in which the token gives a role. */
function listAccounts({ db, grants }: Call) {
  const accounts = [...new Set(grants.map(({ account }) => account))];
  const find = db.prepare("SELECT company_no, trading_as FROM crm_company WHERE company_no = ?");
  const rows = accounts.map((account) => find.get(account)).filter((row) => row !== undefined);
  return rows.map((row) => ({ clientId: String(row["company_no"]), name: row["trading_as"] }));
}

function getAccount({ db, account }: Call) {
  const row = db.prepare("SELECT * FROM crm_company WHERE company_no = ?").get(account);
  if (!row) throw notFound();
  const office = db.prepare("SELECT * FROM crm_site WHERE company_no = ? ORDER BY site_no").get(account);
  const myAccounts = [`clientId:${account}/${String(row["ledger_no"])}`];
  const address = office && locationOf(office);
  return { clientName: row["trading_as"], myAccounts, address, customerTier: null, membershipTier: null };
}

/** SQL expressions by the portal's names for them, so that no text from a request becomes part of a statement. */
const sortColumns: Readonly<Record<string, string>> = {
  salutation: "title",
  fullname: "given || ' ' || family",
  email: "mail",
  position: "job",
  lastlogin: "last_seen",
};

function listContacts({ db, account, query }: Call) {
  const [name = "", direction] = (query.get("sortby") || "fullName ASC").trim().toLowerCase().split(/\s+/);
  const column = Object.hasOwn(sortColumns, name) ? sortColumns[name] : undefined;
  if (column === undefined) throw new Refusal(400, "The list cannot be sorted like that.");
  const size = Math.min(Math.max(Math.trunc(Number(query.get("pagesize"))) || 100, 1), 1000);
  const page = Math.max(Math.trunc(Number(query.get("pagenumber"))) || 1, 1);
  const keyword = (query.get("searchkeyword") ?? "").trim().replace(/[\\%_]/g, "\\$&");
  const fromWhere = `FROM crm_person WHERE company_no = ?
    AND concat_ws(' ', given, family, mail, job) LIKE ? ESCAPE '\\'`;
  const parameters = [account, `%${keyword}%`] as const;
  // person_no breaks ties. Otherwise a row could be on two pages.
  const order = `ORDER BY ${column} COLLATE NOCASE ${direction === "desc" ? "DESC" : "ASC"}, person_no`;
  const select = db.prepare(`SELECT * ${fromWhere} ${order} LIMIT ? OFFSET ?`);
  const rows = select.all(...parameters, size, (page - 1) * size);
  const total = db.prepare(`SELECT count(*) AS people ${fromWhere}`).get(...parameters);
  return { items: rows.map(contactOf), totalCount: Number(total?.["people"]) };
}

/** We send a contact's roles as the sum of their ids, which are powers of two that the provider chooses. */
const ORDERS_AND_SUPPORT = 2 + 16;
const ADMINISTRATOR = 128;

function contactOf(row: Row) {
  const statusUnlessBlocked = row["last_seen"] === null ? "New" : "Active";
  return {
    contactId: row["person_no"],
    salutation: row["title"],
    fullName: `${String(row["given"])} ${String(row["family"])}`,
    email: row["mail"],
    position: row["job"],
    loginAccountStatus: row["blocked"] === 1 ? "Locked" : statusUnlessBlocked,
    lastLogin: row["last_seen"],
    myPortalRole: row["is_manager"] === 1 ? ADMINISTRATOR + ORDERS_AND_SUPPORT : ORDERS_AND_SUPPORT,
  };
}

/** This call isn't paged, so the answer has all the locations. */
function listLocations({ db, account }: Call) {
  const rows = db.prepare("SELECT * FROM crm_site WHERE company_no = ? ORDER BY street").all(account);
  return { items: rows.map(locationOf), totalCount: rows.length };
}

const blankSite: Row = { site_no: 0, street: "", district: "", city: "", postal: "", remark: "", edition: 0 };

function locationOf(site: Row) {
  const lines = [site["street"], site["district"], site["city"]].filter(Boolean).join(", ");
  return {
    // 0 for a location that isn't saved yet.
    addressId: site["site_no"],
    // The portal doesn't interpret it: a save sends back the version that the person saw.
    rowVersion: String(site["edition"]),
    line1: site["street"],
    line2: site["district"],
    town: site["city"],
    // The backend doesn't have a county, so we send an empty text, as the contract says.
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

/** The portal checks these while someone types, and a save checks them again. Severity 0 blocks the save. */
const rules = [
  { property: "Line1", ruleName: "Required", description: "Please enter the first line.", severity: 0 },
  { property: "Town", ruleName: "Required", description: "Please enter the town.", severity: 0 },
  { property: "PostCode", ruleName: "Required", description: "Please enter the postcode.", severity: 0 },
].map((rule) => ({ ...rule, parameters: { ext: [], size: null, compareField: "", min: null, max: null } }));

/** A posted location's values, in the order of both statements. Throws a refusal that lists every broken rule. */
function columnValuesOf(location: JsonObject): string[] {
  const textOf = (name: string) => String(location[name] ?? "").trim();
  // Rules have their property's name in PascalCase, and the JSON has it in camelCase.
  const isEmpty = (property: string) => textOf(property.charAt(0).toLowerCase() + property.slice(1)) === "";
  const brokenRulesCollection = rules.filter(({ property }) => isEmpty(property));
  if (brokenRulesCollection.length > 0) throw new Refusal(400, { brokenRulesCollection });
  return ["line1", "line2", "town", "postCode", "notes"].map(textOf);
}

function createLocation({ db, account, body }: Call) {
  const insert = `INSERT INTO crm_site (street, district, city, postal, remark, company_no)
    VALUES (?, ?, ?, ?, ?, ?)`;
  const { lastInsertRowid } = db.prepare(insert).run(...columnValuesOf(body), account);
  return { addressId: Number(lastInsertRowid) };
}

function updateLocation(call: Call) {
  const { site_no: addressId = null } = siteOf(call, String(call.body["addressId"]));
  const update = `UPDATE crm_site SET street = ?, district = ?, city = ?, postal = ?, remark = ?, edition = edition + 1
    WHERE site_no = ? AND edition = ?`;
  // One statement compares and saves, so that if two people save at the same time, the second is refused.
  const version = String(call.body["rowVersion"]);
  const { changes } = call.db.prepare(update).run(...columnValuesOf(call.body), addressId, version);
  if (Number(changes) === 0)
    throw new Refusal(409, "Your changes were not saved: the location was changed by another user.");
  return { addressId };
}

// ---- HTTP.

/** Starts the server. Throws if the identity provider's metadata can't be loaded. */
export async function startAdapter(db: DatabaseSync, settings: Settings) {
  const { PORTAL_API_KEY: key, ADAPTER_PORT: port = "4000" } = settings;
  if (!key) throw new Error("PORTAL_API_KEY is needed");
  const verifyToken = await createTokenVerifier(settings);
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, db, key, verifyToken).catch((error: unknown) => {
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

async function answer(request: IncomingMessage, db: DatabaseSync, key: string, verifyToken: VerifyToken) {
  const { headers, method = "" } = request;
  const header = (name: string) => String(headers[name] ?? "");
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://adapter");
  const call = `${method} ${decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "")}`;
  const candidates = routes.map(([pattern, ...rest]) => [pattern.exec(call), ...rest] as const);
  const [match, access = "", handle] = candidates.find(([matched]) => matched) ?? [];
  // Not a 404, which the portal would show as Page Not Found. Comes before the key's check: calls to the hub have none.
  if (!match || !handle) throw new Refusal(501, { message: `${call} is not served yet.` });
  if (!timingSafeEqual(hash(header("ocp-apim-subscription-key")), hash(key))) throw unauthorised();
  const grants = await verifyToken(headers.authorization);
  const account = header("x-client-id");
  if (access !== "token") requireAccess(grants, account, access);
  const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const body = method === "GET" ? {} : await bodyOf(request);
  return { status: 200, body: handle({ db, grants, account, id: match.groups?.["id"] ?? "", query, body }) };
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > 1_000_000) throw new Refusal(413, { message: "Too long." });
  }
  try {
    return { ...(JSON.parse(text) as JsonObject) };
  } catch {
    throw new Refusal(400, "The request is not valid.");
  }
}

/** Opens the file or, if there isn't one, a database in memory with the invented company from backend.sql. */
export function openDatabase(file?: string): DatabaseSync {
  const db = new DatabaseSync(file ?? ":memory:");
  if (!file) db.exec(readFileSync(new URL("backend.sql", import.meta.url), "utf8"));
  return db;
}

if (import.meta.main) {
  const { url } = await startAdapter(openDatabase(process.env["ADAPTER_DATABASE"]), process.env);
  process.stdout.write(`The adapter: ${url}\n`);
}
