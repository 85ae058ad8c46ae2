import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { ApiTap, type ApiCall, type Script, type ScriptedAnswer } from "../support/api-tap.ts";
import {
  listPath,
  mandatesOf,
  sample,
  setUpPath,
  startDirectDebits,
  summaryOf,
  type DirectDebitPages,
} from "../support/direct-debit-pages.ts";
import { isLong } from "../support/long.ts";
import { messageOf, textOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

/** The bank check and the files service, which answer as each test says. */
const services = await ApiTap.start("http://127.0.0.1:9");
startWithAnna({
  environment: { API_TIMEOUT_SECONDS: "2", BANK_CHECK_URL: services.url, FILES_URL: services.url },
});
afterAll(() => services.close());

const pages = startDirectDebits();
let letterAt: string;
beforeEach(() => {
  letterAt = `${listPath}/${mandatesOf("HAR001")[0]?.id}/letter`;
});

const LEAK = "SqlException at dbo.Mandates";
const json = { "content-type": "application/json" };
const answered = (status: number): ScriptedAnswer => ({
  status,
  headers: json,
  body: JSON.stringify({ detail: LEAK }),
});
const html = { headers: { "content-type": "text/html" }, body: `<!doctype html><title>${LEAK}</title>` };

/** How an upstream may fail, and the status of a page that needs its answer. */
const failures = {
  "400": [answered(400), 400],
  "403": [answered(403), 403],
  "404": [answered(404), 404],
  "409": [answered(409), 409],
  "500": [answered(500), 502],
  nonsense: [html, 502],
  nothing: [{ headers: {}, body: "" }, 502],
  late: [undefined, 504],
} as const satisfies Record<string, readonly [ScriptedAnswer | undefined, number]>;
type Kind = keyof typeof failures;
const kinds = isLong ? (Object.keys(failures) as Kind[]) : (["400", "late"] as const);

/** Runs `during` while calls for which `isHit` is true fail in this way. A late answer comes only after `during`. */
async function failing<T>(
  tap: ApiTap,
  kind: Kind,
  isHit: (call: ApiCall) => boolean,
  during: () => Promise<T>,
  otherwise: Script = () => undefined,
): Promise<T> {
  let end = (): void => undefined;
  const over = new Promise<ScriptedAnswer>((resolve) => (end = () => resolve(answered(500))));
  try {
    return await tap.scripted(
      (call) => (isHit(call) ? (failures[kind][0] ?? over) : otherwise(call)),
      during,
    );
  } finally {
    end();
  }
}

const valid: Script = () => ({
  body: JSON.stringify({
    Valid: true,
    AccountDetailsOutput: { SortCode: "089999", AccountNumber: "66374958" },
    UKBankBranch: { BankName: "Dales Mutual" },
  }),
});
const confirmed = (setUp: DirectDebitPages, typed: Parameters<DirectDebitPages["confirm"]>[0]) =>
  services.scripted(valid, () => setUp.confirm(typed));

/** The text that's shown for a failure: a 403 and a 404 have a general one. */
const wordsOf = (kind: Kind, failure: string) =>
  ({ "403": "Requested action is forbidden.", "404": "We couldn't find what you requested." })[
    kind as string
  ] ?? failure;

describe.each(kinds)("an upstream failure (%s)", (kind) => {
  const [, status] = failures[kind];

  it("of the list, of a direct debit or of the accounts shows a page that says so", async () => {
    await pages.setUp.begin();
    const isHit = ({ method, path }: ApiCall) =>
      method === "GET" && /GetDirectDebits$|Edit\/\d|GetSageAccounts/.test(path);
    const shown = await failing(world.api, kind, isHit, () =>
      Promise.all([anna.get(listPath), anna.get(pages.edit.at), anna.get(`${setUpPath}/details`)]),
    );
    const texts = ["loading Direct Debits.", "loading Direct Debit details.", "loading your Sage accounts."];
    for (const [index, page] of shown.entries()) {
      const words = wordsOf(kind, `There was an error ${texts[index]}`);
      expect([page.status, page.url, textOf(page).includes(words)]).toEqual([status, page.url, true]);
      expect(page.text).not.toContain(LEAK);
    }
  });

  it("of the accounts keeps what was sent at step 2", async () => {
    const page = await pages.setUp.begin();
    const refused = await failing(
      world.api,
      kind,
      ({ path }) => path.includes("GetSageAccounts"),
      () => pages.setUp.send(page, { ...sample, bankSortCode: "08 99 99" }),
    );
    expect([refused.status, refused.text.includes(LEAK)]).toEqual([status, false]);
    const back = await anna.get(`${setUpPath}/details`);
    const typed = ["sageAccountLinkId", "bankSortCode", "bankAccountNumber", "bankAccountName"].map((name) =>
      String(back.$(`[name=${name}]`).val()),
    );
    const linkId = page.$("option:contains('HAR004')").attr("value");
    expect(typed).toEqual([linkId, "08 99 99", "66374958", "HARBOUR"]);
  });

  it("of the direct debit to change keeps what 'Find branches' sent", async () => {
    const page = await pages.edit.begin();
    const typed = { bankAccountName: `TYPED ${kind}`, branches: "find", search: "HG1 4AA" };
    const isHit = ({ path }: ApiCall) => /Edit\/\d/.test(path);
    const answer = await failing(world.api, kind, isHit, () => pages.edit.send(page, typed));
    expect(answer.text.includes(LEAK)).toBe(false);
    const back = await anna.get(`${pages.edit.at}/details`);
    expect(back.$("[name=bankAccountName]").val()).toBe(typed.bankAccountName);
  });

  it("of a save is shown where it can be fixed, and keeps what was entered", async () => {
    const { setUp, edit } = pages;
    const isHit = ({ method, path }: ApiCall) =>
      method !== "GET" && /DirectDebit\/(Create|Edit)$/.test(path.replace(/\/$/, ""));
    const forms = [
      [setUp, await confirmed(setUp, sample), "There was an error setting up the Direct Debit."],
      [
        edit,
        await confirmed(edit, { bankAccountName: `NAME ${kind}` }),
        "There was an error updating the Direct Debit",
      ],
    ] as const;
    const replies = await failing(world.api, kind, isHit, () =>
      Promise.all(forms.map(([steps, page]) => steps.complete(page))),
    );
    for (const [index, [steps, , failure]] of forms.entries()) {
      const reply = replies[index]!;
      // The answer is undocumented: an empty one is a success even if the list lags.
      if (kind === "nothing") {
        expect([reply.status, reply.location?.startsWith(listPath)]).toEqual([303, true]);
        continue;
      }
      const shown = kind === "400" ? await anna.follow(reply) : reply;
      expect(reply.status).toEqual(kind === "400" ? 303 : status);
      expect(summaryOf(shown)).toContain(wordsOf(kind, failure));
      expect(shown.text).not.toContain(LEAK);
      const details = await anna.get(`${steps.at}/details`);
      expect(details.$("[name=bankAccountName]").val()).toBe(
        steps === edit ? `NAME ${kind}` : sample.bankAccountName,
      );
    }
    expect(mandatesOf("HAR004").length).toBe(0);
  });

  it("of the bank check blocks nothing, and the page says so", async () => {
    const numbers = { bankSortCode: "089999", bankAccountNumber: "12345670" };
    const page = await failing(
      services,
      kind,
      () => true,
      () => pages.setUp.confirm({ ...sample, ...numbers }),
    );
    expect(textOf(page)).toContain("There was an error validating your sort code and account number.");
    expect([page.text.includes(LEAK), page.text.includes("12345670")]).toEqual([false, false]);
  });

  it("of a letter is shown on the list", async () => {
    const reply: Page = await failing(
      services,
      kind,
      () => true,
      () => anna.get(letterAt),
    );
    expect(reply.location).toBe(listPath);
    const page = await services.scripted(
      () => ({ status: 404 }),
      () => anna.open(listPath),
    );
    const texts: Partial<Record<Kind, string>> = {
      "404": "No letter available for this Direct Debit.",
      nonsense: "Could not download this Direct Debit letter",
    };
    expect(messageOf(page)).toContain(texts[kind] ?? "There was an error getting this direct debit letter.");
  });
});

it("a new direct debit that the API confirms is told as set up and sent once even if the list doesn't show it yet", async () => {
  const page = await pages.setUp.confirm(sample);
  const isCreated = ({ method, path }: ApiCall) => method === "POST" && path.endsWith("DirectDebit/Create");
  const [answers, calls] = await world.api.record(() =>
    world.api.answering(isCreated, { body: "{}" }, async () => [
      await pages.setUp.complete(page),
      await pages.setUp.complete(page),
    ]),
  );
  expect(answers.map(({ location }) => location)).toEqual([listPath, listPath]);
  expect(calls.filter(isCreated).length).toBe(1);
  expect(messageOf(await anna.get(listPath))).toContain("Your Direct Debit is set up.");
});
