import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import {
  confirmations,
  DirectDebitPages,
  listPath,
  mandatesOf,
  setUpPath,
} from "../support/direct-debit-pages.ts";
import { freePort } from "../support/free-port.ts";
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

/** Typed, stored before, and given back by the bank check; some in the ways that people write them. */
const canaries = ["12345668", "1234-5668", "1234 5668", "63748472", "30907012345668"];
const heldIn = (text: string) => canaries.filter((canary) => text.includes(canary));

const typed = { bankSortCode: "30-90-70", bankAccountNumber: "1234-5668", bankAccountName: "CANARY" };
const pages: Page[] = [];
const seen = async (page: Promise<Page>) => {
  pages.push(await page);
  return page;
};

/** Sets one up, changes one, and meets what can go wrong on the way. */
beforeAll(async () => {
  const { faults } = world.provider;
  const fault = (kind: "500" | "down" | "nonsense", path: string) => faults.add({ kind, path, delayMs: 0 });
  const setUp = new DirectDebitPages(anna);
  const edit = new DirectDebitPages(anna, `${listPath}/${mandatesOf("HAR001")[0]?.id}`);
  await setUp.begin();
  for (const kind of ["500", "down", "nonsense"] as const) {
    fault(kind, "/bank-check");
    await seen(setUp.confirm({ account: "HAR004", ...typed }));
    faults.clear();
  }
  fault("500", "/api/DirectDebit/GetSageAccountsOfClient");
  // The form as it was typed: the one page that may hold the numbers.
  await anna.post(`${setUpPath}/details`, { account: "1001", ...confirmations, ...typed });
  faults.clear();
  await seen(anna.post(`${setUpPath}/details`, { account: "1002", ...confirmations, ...typed }));
  await seen(world.visitor().post(`${setUpPath}/details`, { account: "1001", ...confirmations, ...typed }));
  for (const bankAccountName of ["Error500", "Lost"]) {
    const page = await seen(setUp.confirm({ account: "HAR004", ...typed, bankAccountName }));
    await seen(setUp.complete(page));
  }
  fault("500", "/api/DirectDebit/Edit");
  await seen(anna.get(edit.at));
  faults.clear();
  const conflict = await seen(
    edit.complete(await seen(edit.confirm({ ...typed, bankAccountName: "Conflict" }))),
  );
  const choices = { "choice.bankAccount": "yours", "choice.bankAccountName": "theirs" };
  const saved = await seen(anna.submit(conflict, "main form:has([name=conflict])", choices));
  await seen(anna.get(saved.location ?? ""));
  await seen(anna.get(`${edit.at}/letter`));
  await seen(anna.get(listPath));
  await seen(anna.get(`${listPath}/export.csv`));
  await seen(anna.get(`${setUpPath}.data`));
});

it("come to the provider, and no further than its form: no page, address or header else", () => {
  expect([mandatesOf("HAR001"), mandatesOf("HAR004")].flat().map(({ account }) => account)).toEqual([
    "12345668",
    "12345668",
  ]);
  expect(pages.length).toBeGreaterThan(15);
  for (const { url, text, headers } of pages)
    expect([url, heldIn(url + text + JSON.stringify([...headers]))]).toEqual([url, []]);
});

it("are in no line of the log, no metric, and not in clear in a session's file", async () => {
  const lines = [...world.portal.log.map((line) => JSON.stringify(line)), ...world.portal.otherOutput];
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter((line) => heldIn(line).length > 0)).toEqual([]);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect([metrics.includes("ValidateUKBankAccount"), heldIn(metrics)]).toEqual([true, []]);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  expect(files.join("").length).toBeGreaterThan(10_000);
  expect(files.flatMap(heldIn)).toEqual([]);
});
