import { z } from "zod";
import { paths } from "#app/paths.ts";
import { accountNotes } from "#app/request/account-notes.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";

const NOTE_MS = 180 * 24 * 60 * 60 * 1000;
const MAX_LINES = 8;

/** The lines that were tested in this portal for the account, since the API has no list of its lines. */
export const testedLines = accountNotes(
  "tested lines",
  NOTE_MS,
  z.object({ cli: z.string(), postcode: z.string(), at: z.number() }),
);

/** Links that fill a tested line into the form, eight at most, the latest test first. */
export async function testedLineLinks(args: RouteArgs, portal: Portal) {
  const tests = await testedLines.list(args, portal);
  const latest = new Map(tests.sort((one, other) => one.at - other.at).map((test) => [test.cli, test]));
  return [...latest.values()]
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_LINES)
    .map(({ cli, postcode }) => ({ to: paths.lineFaults({ cli, postcode }), title: cli, detail: postcode }));
}
