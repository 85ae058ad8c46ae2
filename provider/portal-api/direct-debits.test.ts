import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passesModulus } from "#provider/direct-debits/banks.ts";
import { startTestProvider, tokenOf, type TestProvider } from "#provider/test-provider.ts";
import { headersFor } from "./testing/api-for.ts";

type DirectDebit = Record<string, unknown>;
type Person = Parameters<typeof tokenOf>[0];

describe("direct debits", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  beforeEach(() => provider.db.exec("SAVEPOINT before"));
  afterEach(() => provider.db.exec("ROLLBACK TO before; RELEASE before"));
  afterAll(() => provider.close());

  const call = (path: string, method = "GET", body?: unknown, person: Person = "Anna", clientId = "1001") =>
    provider.as(person, clientId)(`DirectDebit/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  const json = async <T>(reply: Promise<Response>) => (await (await reply).json()) as T;
  const list = async (query = "") =>
    json<{ items: DirectDebit[]; totalCount: number }>(call(`GetDirectDebits${query}`));
  const options = async (person: Person = "Anna", clientId = "1001") =>
    json<{ id: number; name: string }[]>(
      call("GetSageAccountsOfClient?includeUsedAccounts=false", "GET", undefined, person, clientId),
    );
  const filledForm = async (changes: DirectDebit = {}) => {
    const [free] = await options();
    const [number] = free!.name.split(" - ");
    return {
      ...(await json<DirectDebit>(call("Create"))),
      sageAccountLinkId: free!.id,
      sageAccountNumber: number,
      bankSortCode: "309070",
      bankAccountNumber: "12345668",
      bankAccountName: "HARBOUR & PINE",
      accountHolderConfirm: true,
      accountAuthConfirm: true,
      ...changes,
    };
  };
  const brokenProperties = async (reply: Response) => {
    expect(reply.status).toBe(400);
    const { brokenRulesCollection } = (await reply.json()) as {
      brokenRulesCollection: { property: string; severity: number }[];
    };
    return brokenRulesCollection.filter(({ severity }) => severity === 0).map(({ property }) => property);
  };

  test("need the role Orders in the account", async () => {
    expect((await call("GetDirectDebits", "GET", undefined, "Ben")).status).toBe(403);
    expect((await call("GetDirectDebits", "GET", undefined, "Carla", "1003")).status).toBe(200);
    const foreign = provider.db
      .prepare("SELECT direct_debit_id AS id FROM direct_debits WHERE client_id = '1003'")
      .get();
    expect((await call(`Edit/${foreign?.id}`)).status).toBe(404);
  });

  test("have every field, and are found by six of them", async () => {
    const { items } = await list();
    expect(items).toHaveLength(3);
    for (const name of "directDebitId contactId clientId bankSortCode bankAccountNumber bankAccountName bankName bankAccountVerificationMAC directDebitReference sageAccountNumber sageAccountLinkId sage200CompanyId sage200CompanyName selectedSageAccount accountHolderConfirm accountAuthConfirm modulusCheck previousModulusCheck modulusFailed eventCorrelationId".split(
      " ",
    ))
      expect(items[0], name).toHaveProperty(name);
    for (const text of ["har002", "0899", "66374958", "no 2", "dales", "LF-HAR002"]) {
      const { items: matches } = await list(`?searchKeyword=${encodeURIComponent(text)}`);
      expect(
        matches.map(({ sageAccountNumber }) => sageAccountNumber),
        text,
      ).toEqual(["HAR002"]);
    }
  });

  test("the Sage accounts without a direct debit are listed, one of them with a text of four parts", async () => {
    expect((await options()).map(({ name }) => name.split(" - ")[0])).toEqual([
      "HAR004",
      "HAR005",
      "HAR006",
      "HAR007",
    ]);
    expect(await options("Anna", "1002")).toEqual([]);
    const [northgate] = await options("Ella", "1005");
    expect(northgate!.name.split(" - ")).toHaveLength(4);
    const all = await json<unknown[]>(call("GetSageAccountsOfClient?includeUsedAccounts=true"));
    expect(all).toHaveLength(7);
  });

  test("a direct debit is created, and a second for the same Sage account is refused", async () => {
    const body = await filledForm();
    const before = (await list()).items.map(({ directDebitId }) => directDebitId);
    const reply = await call("Create", "POST", body);
    expect([reply.status, await reply.json()]).toEqual([200, null]);
    const added = (await list()).items.filter(({ directDebitId }) => !before.includes(directDebitId));
    expect(added).toEqual([
      expect.objectContaining({ sageAccountNumber: "HAR004", bankAccountNumber: "12345668", isNew: false }),
    ]);
    expect(await brokenProperties(await call("Create", "POST", body))).toEqual(["SageAccountNumber"]);
    expect((await list()).totalCount).toBe(4);
  });

  test.each([
    [{ accountAuthConfirm: false }, ["AccountAuthConfirm"]],
    [{ bankSortCode: "30-90-70" }, ["BankSortCode"]],
    [{ bankAccountNumber: "1234567", bankAccountName: " " }, ["BankAccountNumber", "BankAccountName"]],
    [{ sageAccountLinkId: 0, sageAccountNumber: "" }, ["SageAccountNumber", "SageAccountNumber"]],
    [{ sageAccountNumber: "HAR005" }, ["SageAccountNumber"]],
    [{ modulusFailed: true }, ["BankAccountNumber"]],
    [{ bankAccountVerificationMAC: "FORGED" }, ["BankAccountNumber"]],
    [{ bankAccountName: "Banned" }, ["BankAccountName"]],
    [{ bankAccountName: "Payroll" }, ["PayrollNumber"]],
  ])("%j is refused", async (changes, properties) => {
    expect(await brokenProperties(await call("Create", "POST", await filledForm(changes)))).toEqual(
      properties,
    );
    expect((await list()).totalCount).toBe(3);
  });

  test("an object that lacks a field is refused", async () => {
    const { extensionData: _, ...rest } = (await filledForm()) as DirectDebit;
    expect((await call("Create", "POST", rest)).status).toBe(400);
  });

  test("an edit gets a new correlation id, and an edit of an old version is a conflict", async () => {
    const [first] = (await list()).items;
    const edit = await json<DirectDebit>(call(`Edit/${String(first!.directDebitId)}`));
    const saved = await json<DirectDebit>(call("Edit", "PUT", { ...edit, bankAccountName: "NEW NAME" }));
    expect(saved).toMatchObject({ bankAccountName: "NEW NAME", sageAccountNumber: "HAR001" });
    expect(saved.eventCorrelationId).not.toBe(edit.eventCorrelationId);
    const stale = await call("Edit", "PUT", { ...edit, bankAccountName: "STALE" });
    expect([stale.status, await stale.text()]).toEqual([400, expect.stringMatching(/by another user\.$/)]);
    const conflict = await call("Edit", "PUT", { ...saved, bankAccountName: "Conflict" });
    expect(await conflict.text()).toMatch(/^Priya Shah .* by another user\.$/);
  });

  test("a scenario's account name causes an error before the save, or loses the answer after it", async () => {
    expect((await call("Create", "POST", await filledForm({ bankAccountName: "Error500" }))).status).toBe(
      500,
    );
    expect((await list()).totalCount).toBe(3);
    expect((await call("Create", "POST", await filledForm({ bankAccountName: "Late500" }))).status).toBe(500);
    await expect(call("Create", "POST", await filledForm({ bankAccountName: "Lost" }))).rejects.toThrow();
    expect((await list()).totalCount).toBe(5);
  });

  describe("letters", () => {
    const headers = headersFor("Anna", "1001");
    const letter = (path: string, init: RequestInit = {}) =>
      fetch(`${provider.url}/files/DirectDebitLetter/${path}`, { headers, ...init });
    const textOf = async (bytes: ArrayBuffer | Buffer) =>
      (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;

    test("are PDFs without the whole account number, as a file and as base64 in JSON", async () => {
      expect((await letter("1001/HAR001", { method: "HEAD" })).status).toBe(200);
      const text = await textOf(await (await letter("1001/HAR001")).arrayBuffer());
      expect(text).toContain("****8472");
      expect(text).toContain("full and immediate refund");
      expect(text).not.toContain("63748472");
      const [first] = (await list()).items;
      const base64 = await json<string>(
        call(`GetDirectDebitLetter?directDebitId=${String(first!.directDebitId)}`),
      );
      expect(await textOf(Buffer.from(base64, "base64"))).toBe(text);
    });

    test("can be read only for their account; one letter is missing, and one fails", async () => {
      expect((await letter("1001/HAR003")).status).toBe(404);
      expect((await letter("1001/HAR004")).status).toBe(404);
      expect((await letter("1003/BRI001")).status).toBe(403);
      const asRetail = { headers: { ...headers, "x-client-id": "1002" } };
      expect((await letter("1002/HPR002", { ...asRetail, method: "HEAD" })).status).toBe(200);
      expect((await letter("1002/HPR002", asRetail)).status).toBe(500);
      const asBen = { headers: { ...headers, authorization: `Bearer ${tokenOf("Ben")}` } };
      expect((await letter("1001/HAR001", asBen)).status).toBe(403);
    });

    test("have their downloads logged, and the scenarios page lists them", async () => {
      const [first] = (await list()).items;
      const { directDebitId, eventCorrelationId } = first!;
      const event = { directDebitId, eventCorrelationId, eventName: "Started", eventStatus: "OK" };
      expect((await call("LogDirectDebitLetterDownloadEvent", "POST", event)).status).toBe(200);
      expect(
        (await call("LogDirectDebitLetterDownloadEvent", "POST", { ...event, directDebitId: 0 })).status,
      ).toBe(404);
      const page = await (await fetch(`${provider.url}/scenarios`)).text();
      expect(page.replace(/\s+/g, " ")).toContain("<td>HAR001</td> <td>Anna</td> <td>Started: OK</td>");
    });

    test.each(["default", "wholesale"])("the %s mandate is a PDF", async (kind) => {
      const reply = await fetch(`${provider.url}/direct-debit-mandate-${kind}.pdf`);
      const text = await textOf(await reply.arrayBuffer());
      expect(text).toContain("Signature(s)".toUpperCase());
      expect(text.includes("wholesale")).toBe(kind === "wholesale");
    });
  });

  describe("the bank check", () => {
    interface Verdict {
      readonly Valid: boolean;
      readonly InvalidIssue: number;
      readonly InvalidReason: string;
      readonly AccountDetailsOutput: DirectDebit | null;
      readonly UKBankBranch: { BankName: string } | null;
    }
    const headers = headersFor("Anna", "1001");
    const ask = (path: string, changes: Record<string, string> = {}) =>
      fetch(`${provider.url}/bank-check/${path}`, { headers: { ...headers, ...changes } });
    const check = (sortCode: string, accountNumber: string) =>
      json<Verdict>(ask(`ValidateUKBankAccount/1001?SortCode=${sortCode}&AccountNumber=${accountNumber}`));

    test.each([
      ["089999", "66374958", true],
      ["107999", "88837491", true],
      ["202959", "63748472", true],
      ["871427", "46238510", true],
      ["180002", "00000190", true],
      ["118765", "64371389", true],
      ["089999", "66374959", false],
      ["107999", "88837493", false],
      ["938063", "15763217", false],
    ])("%s %s is judged as in the published test vectors", async (sortCode, accountNumber, isValid) => {
      expect(passesModulus(sortCode, accountNumber)).toBe(isValid);
      expect(await check(sortCode, accountNumber)).toMatchObject({
        Valid: isValid,
        InvalidIssue: isValid ? 0 : 6,
      });
    });

    test.each([
      ["12345", "12345678", 1],
      ["12a456", "12345678", 2],
      ["202959", "1234567", 3],
      ["202959", "123456789", 4],
      ["202959", "1234567x", 5],
      ["123456", "12345678", 7],
      ["999998", "00000012", 12],
    ])("%s %s has the issue %i, with a reason", async (sortCode, accountNumber, issue) => {
      const verdict = await check(sortCode, accountNumber);
      expect(verdict).toMatchObject({ Valid: false, InvalidIssue: issue, AccountDetailsOutput: null });
      expect(verdict.InvalidReason).not.toBe("");
    });

    test("its MAC is accepted with the numbers that it was issued for, and with no others", async () => {
      const { AccountDetailsOutput, UKBankBranch } = await check("99-99-92", "1234 5678");
      expect(AccountDetailsOutput).toMatchObject({ SortCode: "202959", AccountNumber: "63748472" });
      expect(UKBankBranch?.BankName).toBe("Northern Counties Bank");
      const { BankAccountVerificationMAC } = AccountDetailsOutput!;
      const numbers = { bankAccountVerificationMAC: BankAccountVerificationMAC, bankSortCode: "202959" };
      const other = await call(
        "Create",
        "POST",
        await filledForm({ ...numbers, bankAccountNumber: "63748473" }),
      );
      expect(await brokenProperties(other)).toEqual(["BankAccountNumber"]);
      const same = await call(
        "Create",
        "POST",
        await filledForm({ ...numbers, bankAccountNumber: "63748472" }),
      );
      expect(same.status).toBe(200);
    });

    test("the answer is the branch as JSON in a JSON string, or 'null' without a branch", async () => {
      const branch = await json<string>(ask("GetUKBankBranch/1001?SortCode=089999"));
      expect(JSON.parse(branch)).toMatchObject({ UKBankBranch: { BankName: "Dales Mutual" } });
      expect(await json<string>(ask("GetUKBankBranch/1001?SortCode=180002"))).toBe("null");
      const { UKBankBranches } = await json<{ UKBankBranches: unknown[] }>(
        ask("GetUKBankBranches/1001?Postcode=HG1%204AA"),
      );
      expect(UKBankBranches).toEqual([expect.objectContaining({ SortCode: "202959" })]);
    });

    test("refuses a wrong key, token or role, and another account's path", async () => {
      const path = "GetUKBankBranch/1001?SortCode=089999";
      expect((await ask(path, { "ocp-apim-subscription-key": "wrong" })).status).toBe(401);
      expect((await ask(path, { authorization: "Bearer nobody" })).status).toBe(401);
      expect((await ask(path, { authorization: `Bearer ${tokenOf("Ben")}` })).status).toBe(403);
      expect((await ask("GetUKBankBranch/1002?SortCode=089999")).status).toBe(403);
    });

    test("fails for the sort codes of the scenarios", async () => {
      const statusFor = async (sortCode: string) =>
        (await ask(`ValidateUKBankAccount/1001?SortCode=${sortCode}&AccountNumber=12345678`)).status;
      expect(await statusFor("999996")).toBe(500);
      expect(await statusFor("999995")).toBe(503);
      await expect(statusFor("999994")).rejects.toThrow();
      const page = await ask("ValidateUKBankAccount/1001?SortCode=999993&AccountNumber=12345678");
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>")]);
    });
  });
});
