import { expect, it } from "vitest";
import { answerPost, postLoader, type Post } from "#app/forms/post.server.ts";
import type { Portal } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import { openPortal, post } from "#server/testing/route-args.ts";
import type { Operation } from "#shared/portal-api/operation.ts";
import { loader as doneLoader } from "../example/visit-done.route.tsx";
import { visit, visitCheck } from "../example/visit.server.ts";

it("the worked example in CONTRIBUTING.md asks, checks, sends once and thanks", async () => {
  const account = { clientId: "1001", name: "Harbour & Pine" };
  const browser = await openPortal({ roles: ["1001-Quotes"], account });
  const sent: unknown[] = [];
  const call = async (operation: Operation, { body }: { body?: unknown }) => {
    if (operation.method === "GET") return [];
    sent.push(body);
    return undefined;
  };
  const argsOf = async (request: Request | string) => {
    const args = await browser.args(request);
    Object.assign(args.params, { id: "7" });
    return args;
  };
  async function press<F extends string, L extends string, A, V>(
    step: Post<F, L, A, V>,
    fields: Record<string, string>,
  ) {
    const args = await argsOf(post("/x", { account: "1001", intent: step.form.id, ...fields }));
    const portal = { ...(await requireAccount(args)), api: { call } } as unknown as Portal;
    const answer = await answerPost(step, { args, portal });
    await args.context.session.commit();
    return "data" in answer ? answer.init?.status : answer.headers.get("location");
  }
  const first = "/products/quotes/7/visit";
  const done = async () => doneLoader(await argsOf(`${first}/done`));
  const shown = async () => (await postLoader(visitCheck)(await argsOf(`${first}/check`))).form.shownNow;
  // As browsers post the ends of lines.
  const message = "The roof\r\nand the cellar";

  await expect(press(visitCheck, {})).rejects.toMatchObject({ status: 303 });
  expect(await press(visit, { message: "" })).toBe(400);
  expect(await press(visit, { message: "The garden" })).toBe(`${first}/check`);
  const before = await shown();
  expect(await press(visit, { message })).toBe(`${first}/check`);
  await expect(done()).rejects.toMatchObject({ status: 303 });
  expect(await press(visitCheck, before)).toBe(`${first}/check`);
  expect(sent).toEqual([]);
  expect(await press(visitCheck, await shown())).toBe(`${first}/done`);
  expect(await press(visitCheck, await shown())).toBe(`${first}/done`);
  expect(sent).toEqual([{ quoteId: "7", message: "The roof\nand the cellar" }]);
  expect(await done()).toEqual({ id: "7" });
  // The same answers again are another request.
  expect(await press(visit, { message })).toBe(`${first}/check`);
  expect(await press(visitCheck, await shown())).toBe(`${first}/done`);
  expect(sent.length).toBe(2);
});
