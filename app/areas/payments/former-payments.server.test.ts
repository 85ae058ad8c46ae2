import { afterEach, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { openRecords } from "#server/session/testing/stores.ts";
import { accountsWithPayments, changeOpenPayments, findOpenPayments } from "./open-payments.server.ts";

// Delete this file with former-payments.server.ts.
const { records, backend } = openRecords("sqlite::memory:");
const start = Date.now();
afterEach(() => backend.close());

it("payments are listed and ended by either build", async () => {
  const context = { services: { records, now: () => new Date() } } as unknown as LoadContext;
  const anna = {
    user: { id: "anna" },
    session: { handle: "one" },
    account: { clientId: "1001", name: "Acme" },
  } as unknown as Portal;
  const sets = ["one", "of anna", "in 1001"].map((name) => records.textSet(`payments under way ${name}`));
  const details = (number: string) => ({
    account: anna.account,
    amount: 10,
    invoiceNumbers: [number],
    amounts: [10],
    ipAddress: "192.0.2.1",
    at: start + Number(number),
  });
  const former = JSON.stringify(details("1"));
  for (const paymentSet of sets) await paymentSet.add([former]);
  const own = { ...details("2"), session: "one", person: "anna" };
  await changeOpenPayments(context, anna, own);
  for (const paymentSet of sets)
    expect(await paymentSet.members()).toEqual(new Set([former, JSON.stringify(details("2"))]));

  const open = async () =>
    (await findOpenPayments(context, anna)).byPayer.map((one) => one.invoiceNumbers[0]);
  expect(await open()).toEqual(["2", "1"]);
  await changeOpenPayments(context, anna, details("1"), "pay-0");
  for (const paymentSet of sets)
    expect(await paymentSet.members()).toEqual(new Set([JSON.stringify(details("2"))]));
  expect((await accountsWithPayments(context, anna, "pay-1")).possible).toContainEqual(anna.account);
  // The former build ends it.
  for (const paymentSet of sets) await paymentSet.remove([JSON.stringify(details("2"))]);
  expect(await open()).toEqual([]);
});
