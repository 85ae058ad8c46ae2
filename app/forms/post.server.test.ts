import { expect, it } from "vitest";
import { requireAccount } from "#app/request/require.ts";
import { openPortal, post } from "#server/testing/route-args.ts";
import { failedCall } from "#shared/portal-api/errors.ts";
import { askAboutQuote } from "#shared/portal-api/quotes.ts";
import { defineForm } from "./define-form.ts";
import { sendOnce } from "./once-per-form.server.ts";
import { answerPost, definePost } from "./post.server.ts";

it("a repeated post stops waiting for the first one when its browser disconnects", async () => {
  const account = { clientId: "1001", name: "Harbour & Pine" };
  const browser = await openPortal({ roles: ["1001-Orders"], account });
  const callStarted = Promise.withResolvers<void>();
  const callAnswered = Promise.withResolvers<void>();
  const question = definePost({
    form: defineForm({ id: "question", fields: { message: "Message" }, button: "Send" }),
    async save(posted) {
      const body = { quoteId: 7, message: posted.values.message };
      await sendOnce(posted, { call: askAboutQuote, body, content: body });
      return { to: "/sent" };
    },
  });
  const press = async (signal?: AbortSignal) => {
    const fields = { intent: "question", account: "1001", formInstance: "one", message: "When?" };
    const args = await browser.args(post("/question", fields));
    if (signal) Object.assign(args.context, { signal });
    const call = () => {
      callStarted.resolve();
      return callAnswered.promise;
    };
    const portal = await requireAccount(args);
    return answerPost(question, { args, portal: { ...portal, api: { ...portal.api, call: call as never } } });
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

it("what was typed is kept if another button's call fails", async () => {
  const account = { clientId: "1001", name: "Harbour & Pine" };
  const browser = await openPortal({ roles: ["1001-Orders"], account });
  const fields = { intent: "question", account: "1001", message: "When?" };
  const args = await browser.args(post("/question", fields));
  const portal = await requireAccount(args);
  const question = definePost({
    form: defineForm({ id: "question", fields: { message: "Message" }, button: "Send" }),
    otherButton: () => Promise.reject(failedCall(askAboutQuote, { kind: "timeout" })),
    save: async () => ({ to: "/sent" }),
  });
  expect(await answerPost(question, { args, portal })).toMatchObject({ init: { status: 504 } });
  expect(portal.session.kept("draft", "/question question")).toContainEqual(["message", "When?"]);
});

it("after an object's save, `saved` says with its id where to go next", async () => {
  const account = { clientId: "1001", name: "Harbour & Pine" };
  const browser = await openPortal({ roles: ["1001-Orders"], account });
  const args = await browser.args(post("/places", { intent: "place", account: "1001", name: "Quay" }));
  const place = definePost({
    form: defineForm({ id: "place", fields: { name: "Name" }, button: "Save" }),
    save: async () => ({ id: "7" }),
    saved: ({ values }, id) => ({ to: `/${values.name}/${id}` }),
  });
  const answer = await answerPost(place, { args, portal: await requireAccount(args) });
  expect((answer as unknown as Response).headers.get("location")).toBe("/Quay/7");
});
