import { expect, it } from "vitest";
import { exitCodeOf, tableOf } from "../../scripts/conformance/report.ts";
import { consequences, failureWords } from "../../scripts/contract/words.ts";
import type { Script } from "../support/api-tap.ts";
import {
  answers,
  bodies,
  date,
  decimals,
  field,
  inPascalCase,
  nothingTo,
  nullsLeftOut,
  objects,
  problemDetails,
  refusal,
  status,
  without,
  type Fields,
} from "../support/broken-answers.ts";
import { check, forgetting, nothing, startCheckedProvider, tap } from "../support/checked-provider.ts";

startCheckedProvider();

const INVOICES = "GET Invoice/MyInvoices";
const ACCOUNTS = "GET Client/MyAccounts";
const LOCATION = "GET Address/Edit/{id}";

/** Checks a call while the script breaks its answers. Returns the exit code and the findings as in the report. */
async function reported(call: string, script: Script) {
  const result = await tap.scripted(script, () => check(call));
  const lines = tableOf([result!]).split("\n");
  return [exitCodeOf([result!]), ...lines.filter((line) => line.startsWith(" ")).map((line) => line.trim())];
}

const plain = (iso: string) => iso.slice(0, 19);
const british = (iso: string) => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} 00:00:00`;
const asGuid = (id: unknown) => `3f2504e0-4f89-11d3-9a0c-${String(id).padStart(12, "0")}`;
const itemsOf = (body: unknown) => (body as { items?: unknown }).items ?? body;
const wrapped = bodies((body) => (Array.isArray(body) ? { items: body } : body));
const statusNames = ["Live", "OnHold", "Completed", "Disputed"];

it.each<[string, string, Script]>([
  ["extra fields", INVOICES, objects((object) => ({ ...object, tenantId: 7, links: [] }))],
  ["numbers as strings", INVOICES, field("total", String)],
  ["fractions of seven digits with Z", INVOICES, date("dateIssued", (iso) => `${plain(iso)}.1234567Z`)],
  ["1.2300", INVOICES, decimals(4)],
  ["many decimals", INVOICES, decimals(28)],
  ["201 for 200", "POST Address/Create", status(201, "POST")],
  ["ids that are GUIDs", "GET Address/Index", field("addressId", asGuid)],
  ["names of enums", INVOICES, field("status", (code) => statusNames[Number(code)])],
  [
    "names of enums in place of words",
    "GET License/Index",
    field("status", (text) => String(text).replaceAll(" ", "")),
  ],
  ["the least date for none", INVOICES, date("dateIssued", () => "0001-01-01T00:00:00")],
  ["nulls that are left out", "GET Invoice/Details", nullsLeftOut],
  ["a list that is bare, with its total in the header", INVOICES, bodies(itemsOf)],
  ["accounts that are wrapped", ACCOUNTS, wrapped],
  ["rules that are wrapped", "GET Address/GetValidationRules", wrapped],
  ["priorities that are wrapped", "GET SupportTicket/TicketPriorities", wrapped],
  [
    "no X-Total-Count",
    INVOICES,
    answers((answer) => ({ ...answer, headers: { "content-type": "application/json" } })),
  ],
  [
    "204 for an id that isn't there",
    LOCATION,
    answers((answer) => (answer.status === 404 ? { status: 204 } : answer)),
  ],
  [
    "ValidationProblemDetails to a PUT",
    "PUT Address/Edit",
    refusal(problemDetails(400, { errors: { Line1: ["The Line1 field is required."], $: ["secret"] } })),
  ],
])("of what backends in .NET answer the check passes %s in %s", async (_row, call, script) => {
  expect(await reported(call, script)).toEqual([0]);
});

const DATE = "items.dateIssued: expected ISO 8601 with its zone, got";
const NO_ZONE = "no zone in 100 of 100 → it's taken as London time: a time in UTC is an hour early in summer";
const TOTAL = "items.total: expected pounds, such as 12.5, got";
const REFUSAL = "refusal: expected 400 with broken rules, `errors` by field, `message` or plain text, got";
const NO_REASON = "→ people see 'There was an error updating the address.' instead of the reason";
const DEVIATES = 2;
const FAILS = 1;
/** What follows when a call that lists can't be read. */
const unread: Readonly<Record<string, string>> = {
  [INVOICES]: "the page says 'There was an error loading invoices.'",
  [ACCOUNTS]: String(failureWords[ACCOUNTS]?.replace("If it fails, ", "")),
};

it.each<[string, string, Script, string]>([
  ["PascalCase", INVOICES, inPascalCase, "names: expected names that start with a small letter, got `Items`"],
  [
    "PascalCase",
    ACCOUNTS,
    inPascalCase,
    "names: expected names that start with a small letter, got `ClientId`",
  ],
  ["no total", INVOICES, without("total"), `${TOTAL} nothing in 100 of 100`],
  ["null for total", INVOICES, field("total", () => null), `${TOTAL} null in 100 of 100`],
  ["a decimal comma", INVOICES, field("total", () => "33,50"), `${TOTAL} another text in 100 of 100`],
  [
    "no items",
    INVOICES,
    without("items"),
    "items: expected list, got nothing but `totalCount`, `outstandingTotal`",
  ],
  [
    "no totalCount and no header",
    INVOICES,
    answers(({ status: code, body }) => ({
      status: code,
      body: String(body).replace(/,?"totalCount":\d+/, ""),
    })),
    "totalCount: expected whole number or text, got nothing",
  ],
  [
    '"True" for true',
    INVOICES,
    field("isCardPaymentPending", (value) => (value ? "True" : "False")),
    "items.isCardPaymentPending: expected true/false or null, got text in 100 of 100",
  ],
  ["{ data }", ACCOUNTS, bodies((data) => ({ data })), "body: expected list, got an object with `data`"],
  [
    "ReferenceHandler.Preserve",
    ACCOUNTS,
    bodies((list) => ({ $id: "1", $values: list })),
    "body: expected list, got an object with `$id`, `$values`",
  ],
  ["{}", ACCOUNTS, bodies(() => ({})), "body: expected list, got an object"],
  ["204 to a GET of many", INVOICES, nothingTo("GET", /Invoice/), "body: expected object, got nothing"],
  ["400 to a GET", INVOICES, answers(() => problemDetails(400)), "status: expected 200, got 400"],
])(
  "of what backends in .NET answer the check says that with %s nothing is listed by %s",
  async (_row, call, script, found) => {
    expect(await reported(call, script)).toEqual([FAILS, `${found} → ${unread[call]}`]);
  },
);

it.each<[string, Script, number, string]>([
  [
    "no dateIssued",
    without("dateIssued"),
    FAILS,
    `nothing in any item → ${consequences["invoiceNumber.dateIssued"]}`,
  ],
  ["no offset", date("dateIssued", plain), DEVIATES, NO_ZONE],
  ["fractions without offset", date("dateIssued", (iso) => `${plain(iso)}.1234567`), DEVIATES, NO_ZONE],
  [
    "the date only",
    date("dateIssued", (iso) => iso.slice(0, 10)),
    DEVIATES,
    "no time of day in 100 of 100 → it's taken as midnight in London",
  ],
  [
    "/Date(ms)/",
    date("dateIssued", (iso) => `/Date(${Date.parse(iso)})/`),
    FAILS,
    `another text → ${consequences["invoiceNumber.dateIssued"]}`,
  ],
  ["epoch ms", date("dateIssued", Date.parse), FAILS, `number → ${consequences["invoiceNumber.dateIssued"]}`],
  [
    "dd/MM/yyyy",
    date("dateIssued", british),
    FAILS,
    `another text → ${consequences["invoiceNumber.dateIssued"]}`,
  ],
])(
  "of what backends in .NET answer the check reports %s for an invoice's date",
  async (_row, script, code, found) => {
    expect(await reported(INVOICES, script)).toEqual([code, `${DATE} ${found}`]);
  },
);

it.each<[string, string, Script, number, ...string[]]>([
  [
    "no isCardPaymentPending",
    INVOICES,
    without("isCardPaymentPending"),
    DEVIATES,
    `items.isCardPaymentPending: expected true/false or null, got nothing in any item → ${consequences["isCardPaymentPending"]}`,
  ],
  [
    "no rowVersion",
    LOCATION,
    without("rowVersion"),
    DEVIATES,
    `rowVersion: expected text, whole number or null, got nothing in any item → ${consequences["rowVersion"]}`,
  ],
  [
    "null for status",
    INVOICES,
    field("status", () => null),
    FAILS,
    `items.status: expected one of 0, 1, 2, 3, got null → ${consequences["invoiceNumber.status"]}`,
  ],
  [
    "dd/MM/yyyy",
    "GET Notification/MyNotifications",
    date("issuedOn", british),
    DEVIATES,
    "items.issuedOn: expected ISO 8601 with its zone, got another text → the page says 'We can't read this date'",
  ],
  [
    "33.333333333333336",
    INVOICES,
    field("total", () => 33.333333333333336),
    DEVIATES,
    "items.total: expected pounds to a penny, got fractions of a penny → the page shows and adds rounded pounds, so a payment would be for a different amount",
  ],
  [
    "an id above 2^53",
    "GET Address/Index",
    forgetting(nothing, (text) => text.replace(/"addressId":\d+/g, '"addressId":9007199254740993')),
    FAILS,
    expect.stringMatching(
      /^items\.addressId: expected text or whole number, got a number above 2\^53: send it as text in (\d+) of \1 → the page says 'There was an error loading locations\.'$/,
    ) as string,
  ],
  [
    "a totalCount of this page's rows",
    INVOICES,
    objects((object: Fields) =>
      Array.isArray(object["items"]) ? { ...object, totalCount: object["items"].length } : object,
    ),
    FAILS,
    "totalCount: expected all rows, whatever pageSize is, got 1 for pageSize=1 and 100 for 100, with 100 rows or more → the other pages can't be reached",
  ],
  [
    "204 to a Create",
    "POST Address/Create",
    nothingTo("POST", /Create/),
    DEVIATES,
    "addressId: expected the id of what was made, got nothing → the portal has to look for the new record in the list",
  ],
  [
    "204 to a GET of one",
    LOCATION,
    nothingTo("GET", /Edit/),
    FAILS,
    "body: expected the thing that was asked for, got nothing → Page Not Found",
  ],
  [
    "a place in the JSON for a field",
    "PUT Address/Edit",
    refusal(problemDetails(400, { errors: { "$.line1": ["The JSON value could not be converted."] } })),
    FAILS,
    `${REFUSAL} 400 with \`title\`, \`status\`, \`errors\` ${NO_REASON}`,
  ],
  [
    "500 with a developer's text to a PUT",
    "PUT Address/Edit",
    answers((answer, { method }) => (method === "PUT" ? problemDetails(500) : answer)),
    FAILS,
    `${REFUSAL} 500 ${NO_REASON}`,
    "status: expected 200, got 500 → the page says 'There was an error updating the address.'",
  ],
])("of what backends in .NET answer the check reports %s in %s", async (_row, call, script, ...expected) => {
  expect(await reported(call, script)).toEqual(expected);
});

it("the check names what may be null and left out, and passes it", async () => {
  const result = await tap.scripted(nullsLeftOut, () => check("GET Quote/QuoteById"));
  expect(result).toMatchObject({
    verdict: "passes",
    note: "not in the response, which is fine if null: address.county",
  });
});
