import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { XMLValidator } from "fast-xml-parser";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { readTroubleReports } from "#provider/line-faults/trouble-reports.ts";
import { listen } from "#server/testing/listen.ts";
import type { Result } from "../../scripts/conformance/finding.ts";
import { exitCodeOf, tableOf } from "../../scripts/conformance/report.ts";
import { checkConformance } from "../../scripts/conformance/run.ts";
import { findAccessProblem } from "../../scripts/conformance/wire.ts";
import type { Script } from "../support/api-tap.ts";
import { field, inPascalCase } from "../support/broken-answers.ts";
import {
  access,
  check,
  forgetting,
  nothing,
  provider,
  startCheckedProvider,
  tap,
} from "../support/checked-provider.ts";

startCheckedProvider();
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));

const env = {
  CONFORMANCE_TOKEN: "secret-of-the-environment",
  PORTAL_API_KEY: access.key,
  CONFORMANCE_OTHER_TOKEN: "roleless",
  NODE_COMPILE_CACHE: "node_modules/.cache/conformance",
};

const run = (...options: string[]) => runIn(".", ...options);

/** Runs the command of this folder in a new process. */
function runIn(cwd: string, ...options: string[]): Promise<{ code: number; output: string }> {
  const command = ["scripts/conformance.ts", "--client", "1001", ...options];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      command,
      { cwd, env: env as unknown as NodeJS.ProcessEnv },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

it("the command passes every call of the embedded provider, and never prints a token", async () => {
  const [json, junit] = [join(folder, "results.json"), join(folder, "results.xml")];
  const files = ["--json", json, "--junit", junit];
  const hub = `${provider.url}/api/Hub/myportalalerts`;
  const { code, output } = await run("--api", `${provider.url}/api`, "--hub", hub, "--write", ...files);
  const results = JSON.parse(readFileSync(json, "utf8")) as Result[];
  const differing = results.filter(({ verdict }) => verdict === "fails" || verdict === "deviates");
  expect([differing, code]).toEqual([[], 0]);
  expect(results.filter(({ verdict }) => verdict === "not tried")).toEqual([]);
  expect(results.filter(({ verdict }) => verdict === "passes").length).toBeGreaterThanOrEqual(64);
  expect(results.filter(({ note }) => note !== "").map(({ call, note }) => [call, note])).toEqual([
    [
      "POST LineFault/TroubleReport/{checkId}",
      expect.stringMatching(/^no report is sent: the account's name/),
    ],
  ]);
  expect(readTroubleReports(provider.db).filter(({ outcome }) => outcome === "logged")).toEqual([]);
  const made = provider.db.prepare(
    "SELECT status_id AS status FROM tickets WHERE subject LIKE 'Conformance%'",
  );
  expect(made.all()).toEqual([{ status: 3 }, { status: 3 }]);
  expect(output).toContain("passes     GET Invoice/MyInvoices");
  expect(readFileSync(junit, "utf8")).toContain(`tests="${results.length}" failures="0"`);
  expect(XMLValidator.validate(readFileSync(junit, "utf8"))).toBe(true);
  expect(output).not.toMatch(/secret-|roleless/);
});

it("the image has the files that the command needs, and one that serves nothing passes", async () => {
  const image = join(folder, "image");
  const rules = readFileSync(".dockerignore", "utf8").split("\n");
  const filter = (path: string) => !/\.test\.tsx?$|\/testing$/.test(path);
  for (const path of rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1)))
    if (existsSync(path)) cpSync(path, join(image, path), { recursive: true, filter });
  symlinkSync(resolve("node_modules"), join(image, "node_modules"));
  const unserved: Script = () => ({ status: 501 });
  const { code, output } = await tap.scripted(unserved, () => runIn(image, "--api", tap.url));
  expect([code, output]).toEqual([0, expect.stringMatching(/0 pass, 0 deviate, 0 fail, \d+ not tried/)]);
  expect(readFileSync("Dockerfile", "utf8")).toMatch(
    /^FROM build AS conformance\n(?:.+\n)*ENTRYPOINT \["node", "scripts\/conformance\.ts"\]$/m,
  );
});

const without = (...names: readonly string[]) =>
  forgetting(({ query }) => names.forEach((name) => query.delete(name)));
const letIn = (header: string, value: string) => forgetting(({ headers }) => void (headers[header] = value));
const renamed = (name: string, to: string): Script =>
  forgetting(nothing, (text) => text.replaceAll(`"${name}":`, `"${to}":`));
const altered = (method: string, name: string, value: unknown) =>
  forgetting((sent) => {
    if (sent.body && sent.method === method)
      sent.body = JSON.stringify({ ...(JSON.parse(sent.body) as object), [name]: value });
  });
const instead = (status: number, other: number): Script => {
  const script = forgetting(nothing);
  return async (call) => {
    const answer = await script(call);
    return answer && { ...answer, status: answer.status === status ? other : (answer.status ?? 200) };
  };
};

it.each<[string, string, Script, string, number]>([
  ["an essential field renamed", "GET Invoice/Details", renamed("total", "sum"), "total", 1],
  [
    "a shown field renamed",
    "GET Notification/MyNotifications",
    renamed("subject", "title"),
    "items.subject",
    2,
  ],
  ["missing paging", "GET Contact/ContactsByCurrentClientId", without("pageSize", "pageNumber"), "paging", 1],
  [
    "a search that finds everything",
    "GET Contact/ContactsByCurrentClientId",
    without("searchKeyword"),
    "searchKeyword",
    1,
  ],
  [
    "a missing check of the token",
    "GET Client/MyAccounts",
    letIn("authorization", "Bearer secret-own"),
    "without a token",
    1,
  ],
  [
    "a wrong status for what is not there",
    "GET Contact/Edit/{id}",
    instead(404, 500),
    "for an id that doesn't exist",
    2,
  ],
  ["nothing for a 203 instead of a 200", "GET Returns", instead(200, 203), "", 0],
  ["an old version that is saved", "PUT SupportTicket/Edit", instead(400, 200), "an old rowVersion", 1],
  [
    "a reply that is lost",
    "PUT SupportTicket/Edit",
    altered("PUT", "message", ""),
    "formattedNotes.content",
    1,
  ],
  [
    "a consent to charges that is lost",
    "PUT LineFault/AcknowledgeAcceptance",
    altered("PUT", "timeRelatedChargesAccepted", false),
    "timeRelatedChargesAccepted",
    1,
  ],
  [
    "a search whose events are not linked",
    "POST FttpAvailabilityCheck/LogEvent",
    altered("POST", "correlationId", ""),
    "correlationId of the next event",
    2,
  ],
])("the check reports %s in %s", async (_case, call, script, at, code) => {
  const result = await tap.scripted(script, () => check(call));
  expect(result?.findings.map((one) => one.at) ?? []).toEqual(at ? expect.arrayContaining([at]) : []);
  expect(exitCodeOf(result ? [result] : [])).toEqual(code);
});

it("the check notes what was forwarded, and that nothing was left out where names are misspelt", async () => {
  const forwarded: Script = async (call) => ({
    ...(await forgetting(nothing)(call)),
    ...(call.path === "/Returns" && { headers: { "x-forwarded-response": "true" } }),
  });
  const results = await tap.scripted(forwarded, () =>
    checkConformance({ ...access, api: tap.url, only: ["GET Returns", "GET License/Index"] }),
  );
  expect(results.map(({ call, note }) => [call, note])).toEqual([
    ["GET License/Index", ""],
    ["GET Returns", "forwarded: the backend itself didn't answer it"],
  ]);
  const misspelt = await tap.scripted(inPascalCase, () => check("GET Client/MyAccounts"));
  expect([misspelt?.verdict, misspelt?.note]).toEqual(["fails", ""]);
  expect(tableOf(results.slice(0, 1))).toContain("1 call: 1 passes, 0 deviate, 0 fail, 0 not tried.");
});

it.each([
  [
    "GET License/Index",
    "items.status: expected a word such as Active, Expires Soon, No expiry date set, Expired, got number → it shows as 'Status' and the number",
  ],
  [
    "GET LineFault/LineFaultCheckStatus/{id}",
    "status: expected a word such as Finished, Failed, got number → it counts as still running",
  ],
])("the check reports a number in place of a word in %s", async (call, finding) => {
  const result = await tap.scripted(
    field("status", () => 0),
    () => check(call),
  );
  expect([tableOf([result!]), exitCodeOf([result!])]).toEqual([expect.stringContaining(finding), 2]);
});

it("the check orders one engineer, only if the account's name says that it is for conformance", async () => {
  const call = "POST LineFault/TroubleReport/{checkId}";
  const named = forgetting(nothing, (text) => text.replace('"Harbour & Pine Ltd"', '"Conformance Ltd"'));
  const result = await tap.scripted(named, () => check(call));
  expect(result).toEqual({ call, verdict: "passes", findings: [], note: "" });
  const outcomes = readTroubleReports(provider.db).map(({ outcome }) => outcome);
  expect(outcomes.filter((one) => one === "logged")).toHaveLength(1);
  expect(outcomes.at(-1)).toBe("refused");
});

it("the check says why it couldn't try a call", async () => {
  const failing: Script = ({ path }) => (path.startsWith("/Address") ? { status: 500 } : undefined);
  const none: Script = ({ path }) =>
    path.startsWith("/Notification") ? { body: '{"items":[],"totalCount":0}' } : undefined;
  const results = [
    await tap.scripted(failing, () => check("GET Address/Edit/{id}")),
    await tap.scripted(none, () => check("GET LineFault/LineFaultCheckStatus/{id}")),
  ];
  expect(results.map((one) => `${one?.verdict}: ${one?.note}`)).toEqual([
    "not tried: no addressId is known: GET Address/Index fails",
    "not tried: no notification of the account tells of a line check",
  ]);
});

it("the command shows its usage and why it can't run, without what was typed", async () => {
  const api = `${provider.url}/api`;
  const runs = await Promise.all([
    run("--help"),
    run("--token", "secret-a", "secret-typed-astray"),
    run("--api", api, "--json", join(folder, "nowhere/results.json")),
    run("--api", api, "--token", "wrong-token"),
    run("--api", api, "--token", "secret-b", "--only", "GET Nothing"),
  ]);
  expect(runs.map(({ code }) => code)).toEqual([0, 64, 64, 69, 64]);
  const [help, astray, unwritable, refused, unknown] = runs.map(({ output }) => output);
  for (const usage of [help, astray]) expect(usage).toContain("npm run conformance");
  expect(unwritable).toContain("can't be written");
  expect(refused).toContain("refuses the token or the subscription key");
  expect(unknown).toContain("The contract has no call 'GET Nothing'");
  expect(runs.map(({ output }) => output).join()).not.toMatch(/secret-|wrong-/);
  const gone = "http://127.0.0.1:1";
  const why = [
    await findAccessProblem({ ...access, api, key: "wrong" }),
    await findAccessProblem({ ...access, api: gone }),
  ];
  expect(why).toEqual([expect.stringContaining("(401)"), `${gone} doesn't respond.`]);
});

it.each([
  ["nobody else", 401, ["for an account that isn't in the token"]],
  ["everybody", 200, ["without a token", "for an account that isn't in the token"]],
])("the check asks the hub, here one that lets in %s", async (_who, code, at) => {
  const transports = [{ transport: "WebSockets", transferFormats: ["Text"] }];
  const hub = createServer((request, response) => {
    const isOwn = request.headers["x-client-id"] === "1001" && request.headers.authorization;
    response.writeHead(isOwn ? 200 : code).end(JSON.stringify({ availableTransports: transports }));
  });
  onTestFinished(() => void hub.close());
  const [result] = await checkConformance({
    ...access,
    api: tap.url,
    only: ["Hub"],
    hub: await listen(hub),
  });
  expect(result?.findings.map((one) => one.at)).toEqual(at);
});
