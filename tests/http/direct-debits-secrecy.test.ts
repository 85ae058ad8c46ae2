import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { freePort } from "#server/testing/free-port.ts";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  confirmations,
  DirectDebitPages,
  listPath,
  mandatesOf,
  setUpPath,
} from "../support/direct-debit-pages.ts";
import type { Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

const folder = mkdtempSync(join(tmpdir(), "demarc-secrecy-"));
const metricsPort = await freePort();
startWithAnna({
  environment: {
    LOG_LEVEL: "debug",
    SESSION_STORE: `sqlite:${join(folder, "sessions.sqlite")}`,
    METRICS_PORT: String(metricsPort),
  },
});

/** Bank numbers that are typed, stored or returned by the bank check, some with separators. */
const canaries = ["12345668", "1234-5668", "1234 5668", "63748472", "30907012345668"];
const heldIn = (text: string) => canaries.filter((canary) => text.includes(canary));

const typed = { bankSortCode: "30-90-70", bankAccountNumber: "1234-5668", bankAccountName: "CANARY" };
const pages: Page[] = [];
const keep = async (page: Promise<Page>) => {
  pages.push(await page);
  return page;
};

/** Sets up a direct debit, changes another, and meets failures on the way. */
beforeAll(async () => {
  const { faults } = world.provider;
  const fault = (kind: "500" | "down" | "nonsense", path: string) => faults.add({ kind, path, delayMs: 0 });
  const setUp = new DirectDebitPages(anna);
  const edit = new DirectDebitPages(anna, `${listPath}/${mandatesOf("HAR001")[0]?.id}`);
  await setUp.begin();
  for (const kind of ["500", "down", "nonsense"] as const) {
    fault(kind, "/bank-check");
    await keep(setUp.confirm({ account: "HAR004", ...typed }));
    faults.clear();
  }
  fault("500", "/api/DirectDebit/GetSageAccountsOfClient");
  // Not kept: this form, as it was typed, is the only page that may hold the numbers.
  await anna.post(`${setUpPath}/details`, { account: "1001", ...confirmations, ...typed });
  faults.clear();
  await keep(anna.post(`${setUpPath}/details`, { account: "1002", ...confirmations, ...typed }));
  await keep(world.visitor().post(`${setUpPath}/details`, { account: "1001", ...confirmations, ...typed }));
  for (const bankAccountName of ["Error500", "Lost"]) {
    const page = await keep(setUp.confirm({ account: "HAR004", ...typed, bankAccountName }));
    await keep(setUp.complete(page));
  }
  fault("500", "/api/DirectDebit/Edit");
  await keep(anna.get(edit.at));
  faults.clear();
  const conflict = await keep(
    edit.complete(await keep(edit.confirm({ ...typed, bankAccountName: "Conflict" }))),
  );
  const choices = { "choice.bankAccount": "yours", "choice.bankAccountName": "theirs" };
  const saved = await keep(anna.submit(conflict, "main form:has([name=conflict])", choices));
  await keep(anna.get(saved.location ?? ""));
  await keep(anna.get(`${edit.at}/letter`));
  await keep(anna.get(listPath));
  await keep(anna.get(`${listPath}/export.csv`));
  await keep(anna.get(`${setUpPath}.data`));
});

it("bank numbers reach the provider, and are in no page, address or header but the form itself", () => {
  expect([mandatesOf("HAR001"), mandatesOf("HAR004")].flat().map(({ account }) => account)).toEqual([
    "12345668",
    "12345668",
  ]);
  expect(pages.length).toBeGreaterThan(15);
  for (const { url, text, headers } of pages)
    expect([url, heldIn(url + text + JSON.stringify([...headers]))]).toEqual([url, []]);
});

it("bank numbers are in no log line and no metric, and not in clear in the session store's files", async () => {
  const lines = world.portal.log.map((line) => JSON.stringify(line));
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter((line) => heldIn(line).length > 0)).toEqual([]);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect([metrics.includes("ValidateUKBankAccount"), heldIn(metrics)]).toEqual([true, []]);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  expect(files.join("").length).toBeGreaterThan(10_000);
  expect(files.flatMap(heldIn)).toEqual([]);
});
