import { expect, it } from "vitest";
import { askAboutQuote, getQuote } from "#app/portal-api/quotes.ts";
import { requireAccount } from "#app/request/require.ts";
import { FakePortal, post } from "#app/request/testing/route-args.ts";
import { sendQuestion } from "./question.server.ts";

it("a second press waits for the first no longer than its browser does", async () => {
  const account = { clientId: "1001", name: "Harbour & Pine" };
  const fake = new FakePortal({ apiUrl: "", account }).signedIn(["1001-Orders"]);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const call = async (operation: unknown) => {
    if (operation === getQuote) return { ownId: "7" };
    if (operation !== askAboutQuote) return [];
    asked.resolve();
    return answered.promise;
  };
  const press = async (signal?: AbortSignal) => {
    const fields = { intent: "quote-question", account: "1001", filling: "one", message: "When?" };
    const args = { ...fake.args(post("/quotes/7/question", fields)), params: { id: "7" } };
    if (signal) Object.assign(args.context, { signal });
    const portal = await requireAccount(args);
    return sendQuestion(args, { ...portal, api: { call } as unknown as typeof portal.api });
  };
  const first = press();
  await asked.promise;
  const left = new AbortController();
  const second = press(left.signal);
  left.abort();
  await expect(second).rejects.toThrow(/abort/);
  answered.resolve();
  expect(await first).toMatchObject({ status: 303 });
});
