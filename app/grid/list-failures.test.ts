import { describe, expect, it } from "vitest";
import { failedCall, type FailureKind } from "#app/portal-api/errors.ts";
import type { Portal } from "#app/request/portal.ts";
import { loadList } from "./list-loader.server.ts";
import { defineList, type List } from "./list.server.ts";

const things = defineList({
  id: "things",
  path: "/things",
  noun: "things",
  empty: "There are none yet.",
  operation: { query: {} } as unknown as List<number, "name", undefined>["operation"],
  columns: [{ key: "name", label: "Name", sort: "name", text: String }],
  defaultSort: "name",
  search: { label: "Search", delayMs: 300 },
  keyOf: String,
});

const context = {
  config: { absent: [] },
  log: { error: () => undefined },
  requestId: "request-1",
  signal: new AbortController().signal,
} as never;

function loadFailing(kind: FailureKind) {
  const call = () =>
    Promise.reject(failedCall({ method: "GET", path: "/things", failure: "No things." }, { kind }));
  const portal = { api: { call }, account: { clientId: "1001" } } as unknown as Portal;
  return loadList(
    things,
    { request: new Request("http://portal.example/things?search=kept"), context },
    portal,
  );
}

describe("a list", () => {
  it.each<[FailureKind, number]>([
    ["failed", 502],
    ["malformed", 502],
    ["network", 503],
    ["busy", 503],
    ["timeout", 504],
  ])("that can't be loaded (%s) keeps its search and has the status %i", async (kind, status) => {
    expect(await loadFailing(kind)).toMatchObject({
      rows: [],
      state: { search: "kept" },
      failure: { status, reference: "request-1" },
    });
  });

  it.each<FailureKind>(["unauthorised", "forbidden", "notFound"])(
    "is an error page when %s",
    async (kind) => {
      await expect(loadFailing(kind)).rejects.toMatchObject({ kind });
    },
  );
});
