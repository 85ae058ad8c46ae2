import { describe, expect, it } from "vitest";
import { anna } from "../support/anna.ts";
import {
  benPages,
  checksOf,
  lineTestPath,
  newLine,
  startWithLineTests,
  tests,
} from "../support/line-test-pages.ts";
import { textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithLineTests();

describe("a line test", () => {
  const isBegun = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path.endsWith("/LineFaultCheck");
  const typeOf = (body: string) => (body === "ERR-500" ? "text/plain" : "application/json");

  it("whose answer was lost is waited for, not begun again, and found when it has ended", async () => {
    const cli = newLine("920");
    const unlucky = await benPages();
    const form = await unlucky.form();
    const answer = await unlucky.send(form, { cli });
    expect(answer.location).toBe(`${lineTestPath}/new`);
    const wait = await unlucky.visitor.follow(answer);
    expect(textOf(wait)).toContain("We couldn't confirm that your test has started");
    await unlucky.send(form, { cli });
    await unlucky.send(await unlucky.form(), { cli });
    const [id, ...more] = checksOf(cli);
    expect(more).toEqual([]);
    world.provider.finishLineTests();
    expect((await unlucky.visitor.get(wait.url)).location).toBe(`${lineTestPath}/${id}`);
  });

  it.each(["0", "-1", '"00000000-0000-0000-0000-000000000000"', '{"id":0}', "ERR-500"])(
    "answered with %s, which is no id of a check, is waited for like one whose answer was lost",
    async (body) => {
      const unlucky = await benPages();
      const [answer, calls] = await world.api.record(() =>
        world.api.scripted(
          (call) => (isBegun(call) ? { body, headers: { "content-type": typeOf(body) } } : undefined),
          async () => unlucky.send(await unlucky.form(), { cli: newLine("200") }),
        ),
      );
      expect([answer.location, calls.filter(isBegun).length]).toEqual([`${lineTestPath}/new`, 1]);
    },
  );

  it.each([502, 503, 504, 524])(
    "answered with %d, by a gateway while it may be running, is waited for and not begun again",
    async (status) => {
      const unlucky = await benPages();
      const cli = newLine("200");
      const press = async () => (await unlucky.send(await unlucky.form(), { cli })).location;
      const [answers, calls] = await world.api.record(() =>
        world.api.answering(isBegun, { status, body: "<html>Not available</html>" }, async () => [
          await press(),
          await press(),
        ]),
      );
      expect([answers, calls.filter(isBegun).length]).toEqual([Array(2).fill(`${lineTestPath}/new`), 1]);
    },
  );

  it("that the API failed to begin ends in the error page, and only a new form asks again", async () => {
    const cli = newLine("940");
    const form = await tests.form();
    for (const answer of [await tests.send(form, { cli }), await tests.send(form, { cli })]) {
      expect(answer.location).toBe(`${lineTestPath}/error`);
      expect(textOf(await anna.follow(answer))).toContain("There was an error requesting line check.");
    }
    expect(checksOf(cli).length).toBe(1);
    await tests.send(await tests.form(), { cli });
    expect(checksOf(cli).length).toBe(2);
  });

  it("that the API refused to begin ends in the error page, and may be asked for again", async () => {
    const cli = newLine("200");
    const [, calls] = await world.api.record(() =>
      world.api.answering(isBegun, { status: 404 }, async () => {
        for (const _ of [1, 2]) {
          const answer = await tests.send(await tests.form(), { cli });
          expect(answer.location).toBe(`${lineTestPath}/error`);
          expect(textOf(await anna.follow(answer))).toContain("There was an error requesting line check.");
        }
      }),
    );
    expect(calls.filter(isBegun).length).toBe(2);
  });
});
