import { expect, it } from "vitest";
import { askAboutQuote } from "#app/portal-api/quotes.ts";
import { requireAccount } from "#app/request/require.ts";
import { openPortal, post } from "#server/testing/route-args.ts";
import { defineForm } from "./define-form.ts";
import { definePost, submitPost } from "./post.server.ts";

it("a repeated post stops waiting for the first one when its browser disconnects", async () => {
  const account = { clientId: "1001", name: "Harbour & Pine" };
  const browser = await openPortal({ roles: ["1001-Orders"], account });
  const callStarted = Promise.withResolvers<void>();
  const callAnswered = Promise.withResolvers<void>();
  const question = definePost({
    form: defineForm({ id: "question", fields: { message: "Message" }, button: "Send" }),
    once: true,
    async save({ values }, { once }) {
      await once(askAboutQuote, values, () => {
        callStarted.resolve();
        return callAnswered.promise;
      });
      return { to: "/sent" };
    },
  });
  const press = async (signal?: AbortSignal) => {
    const fields = { intent: "question", account: "1001", formInstance: "one", message: "When?" };
    const args = await browser.args(post("/question", fields));
    if (signal) Object.assign(args.context, { signal });
    return submitPost(question, { args, portal: await requireAccount(args) });
  };
  const first = press();
  await callStarted.promise;
  const disconnected = new AbortController();
  const second = press(disconnected.signal);
  disconnected.abort();
  await expect(second).rejects.toThrow(/abort/);
  callAnswered.resolve();
  expect(await first).toMatchObject({ status: 303 });
});
