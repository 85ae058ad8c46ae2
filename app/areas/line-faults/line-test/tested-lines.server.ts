import { z } from "zod";
import { paths } from "#app/paths.ts";
import { accountNotes } from "#app/request/account-notes.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

const TESTED_LINE_KEPT_MS = 180 * 24 * 60 * 60 * 1000;
const MAX_LINES = 8;

/** The lines that were tested in this portal for the account, since the API has no list of its lines. */
export const testedLines = accountNotes(
  "tested lines",
  TESTED_LINE_KEPT_MS,
  z.object({ cli: z.string(), postcode: z.string(), at: z.number() }),
);

/** Links that fill a tested line into the form, the latest test first. */
export async function testedLineLinks(args: RouteArgs, portal: Portal) {
  const tests = await testedLines.list(args, portal);
  // Oldest first, so that a later test of the same line replaces the earlier one in the map.
  const latestByCli = new Map(tests.sort((one, other) => one.at - other.at).map((test) => [test.cli, test]));
  return [...latestByCli.values()]
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_LINES)
    .map(({ cli, postcode }) => ({ to: paths.lineFaults({ cli, postcode }), title: cli, detail: postcode }));
}
