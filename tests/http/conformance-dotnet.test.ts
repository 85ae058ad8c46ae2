import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { exitCodeOf } from "../../scripts/conformance/report.ts";
import { checkConformance } from "../../scripts/conformance/run.ts";
import type { Script } from "../support/api-tap.ts";
import {
  access,
  check,
  forgetting,
  nothing,
  startCheckedProvider,
  tap,
} from "../support/checked-provider.ts";

startCheckedProvider();

/** Changes the objects of each JSON answer. */
const remade = (change: (object: Record<string, unknown>) => unknown): Script =>
  forgetting(nothing, (text) =>
    text === ""
      ? text
      : JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
          isRecord(value) ? change(value) : value,
        ),
  );
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const dated = (change: (iso: string) => unknown) =>
  remade(({ dateIssued, ...rest }) =>
    typeof dateIssued === "string" ? { ...rest, dateIssued: change(dateIssued) } : { ...rest, dateIssued },
  );
const inPascalCase = (object: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name.slice(0, 1).toUpperCase() + name.slice(1), value]),
  );
const withoutNulls = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
const ofThisPage = (object: Record<string, unknown>) =>
  Array.isArray(object["items"]) ? { ...object, totalCount: object["items"].length } : object;
const bare: Script = forgetting(nothing, (text) =>
  JSON.stringify((JSON.parse(text) as { items?: unknown }).items ?? JSON.parse(text)),
);
const problemDetails: Script = async (call) => {
  const answer = await forgetting(nothing)(call);
  if (answer?.status !== 400 || !call.body.includes('"line1":""')) return answer;
  const errors = { Line1: ["The Line1 field is required."] };
  return {
    status: 400,
    body: JSON.stringify({ title: "One or more validation errors occurred.", status: 400, errors }),
  };
};
const noContent: Script = async (call) => {
  const answer = await forgetting(nothing)(call);
  return call.method === "POST" && answer?.status === 200 ? { status: 204, body: "" } : answer;
};

const INVOICES = "GET Invoice/MyInvoices";
it.each<[string, string, Script, string, number]>([
  [
    "dates of an old serialiser",
    INVOICES,
    dated((iso) => `/Date(${Date.parse(iso)})/`),
    "items.dateIssued",
    1,
  ],
  ["dates that are numbers", INVOICES, dated(Date.parse), "items.dateIssued", 1],
  ["dates without a zone", INVOICES, dated((iso) => iso.slice(0, 19)), "items.dateIssued", 2],
  ["nothing for .NET's least date", INVOICES, dated(() => "0001-01-01T00:00:00"), "", 0],
  ["no date at all", INVOICES, remade(({ dateIssued: _, ...rest }) => rest), "items.dateIssued", 1],
  [
    "no mark of a card payment",
    INVOICES,
    remade(({ isCardPaymentPending: _, ...rest }) => rest),
    "items.isCardPaymentPending",
    2,
  ],
  ["a total of this page's rows", INVOICES, remade(ofThisPage), "totalCount", 1],
  [
    "fractions of a penny",
    INVOICES,
    remade((row) => ("total" in row ? { ...row, total: 33.333333333333336 } : row)),
    "items.total",
    2,
  ],
  ["names that begin with a capital", "GET Client/MyAccounts", remade(inPascalCase), "names", 1],
  ["nothing for nulls that are left out", "GET Invoice/Details", remade(withoutNulls), "", 0],
  ["nothing for a bare list with its total in the header", INVOICES, bare, "", 0],
  ["nothing for ASP.NET's own 400", "PUT Address/Edit", problemDetails, "", 0],
  ["a Create that answers nothing", "POST Address/Create", noContent, "addressId", 2],
])("of what backends in .NET answer the check reports %s in %s", async (_case, call, script, at, code) => {
  const result = await tap.scripted(script, () => check(call));
  expect([[...new Set(result?.findings.map((one) => one.at))], exitCodeOf(result ? [result] : [])]).toEqual([
    at ? [at] : [],
    code,
  ]);
});

it("the check says a repeated difference once, with how often", async () => {
  const script = remade(({ total: _, ...rest }) => rest);
  const result = await tap.scripted(script, () => check(INVOICES));
  const [first, ...others] = result!.findings.filter(({ at }) => at === "items.total");
  expect([first?.got, others]).toEqual([expect.stringMatching(/^nothing in (\d+) of \1$/), []]);
});

it.each([
  ["nobody else", 401, ["for an account that the token lacks"]],
  ["everybody", 200, ["without a token", "for an account that the token lacks"]],
])("the check asks the hub, here one that lets in %s", async (_who, status, at) => {
  const transports = [{ transport: "WebSockets", transferFormats: ["Text"] }];
  const hub = createServer((request, response) => {
    const isOwn = request.headers["x-client-id"] === "1001" && request.headers.authorization;
    response.writeHead(isOwn ? 200 : status).end(JSON.stringify({ availableTransports: transports }));
  });
  await new Promise<void>((resolve) => hub.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void hub.close());
  const { port } = hub.address() as AddressInfo;
  const [result] = await checkConformance({
    ...access,
    api: tap.url,
    only: ["Hub"],
    hub: `http://127.0.0.1:${port}`,
  });
  expect(result?.findings.map((one) => one.at)).toEqual(at);
});
