import { expect, it } from "vitest";
import { PortalApiError } from "#shared/portal-api/errors.ts";
import { tolerate } from "./tolerate.ts";

const logged: unknown[] = [];
const context = { requestId: "request-1", log: { warn: (...line: unknown[]) => logged.push(line) } as never };
const apiError = (kind: "failed" | "unauthorised") =>
  new PortalApiError({ kind, message: "There was an error loading latest tickets.", call: "GET x" });

it("returns the value of the source", async () => {
  expect(await tolerate(Promise.resolve([1]), { context })).toEqual({ ok: true, value: [1] });
});

it.each(["failed", "unauthorised"] as const)(
  "returns the message of a call that %s, and logs it",
  async (kind) => {
    expect(await tolerate(Promise.reject(apiError(kind)), { context })).toEqual({
      ok: false,
      message: "There was an error loading latest tickets.",
      reference: "request-1",
    });
    expect(logged.at(-1)).toEqual([expect.objectContaining({ call: "GET x", kind }), "panel failed"]);
  },
);

it("uses the given message for a source that isn't the API", async () => {
  const failed = await tolerate(Promise.reject(new Error("ECONNREFUSED 10.0.0.1")), {
    context,
    message: "No news.",
  });
  expect(failed).toMatchObject({ ok: false, message: "No news." });
});

it.each([
  ["a session store that is down", Object.assign(new Error(), { name: "SessionStoreUnavailable" })],
  ["a browser that has disconnected", new DOMException("", "AbortError")],
  ["a redirect", new Response(null, { status: 302 })],
])("rethrows %s", async (_, thrown) => {
  await expect(tolerate(Promise.reject(thrown), { context })).rejects.toBe(thrown);
});
