import { z } from "zod";
import { accountNotes } from "#app/request/account-notes.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";

const TESTED_LINE_KEPT_MS = 180 * 24 * 60 * 60 * 1000;

/** Lines tested in this portal for the account, because the API can't list its lines. */
export const testedLines = accountNotes(
  "tested lines",
  TESTED_LINE_KEPT_MS,
  8,
  z.object({ cli: z.string(), postcode: z.string(), at: z.number() }),
  ({ cli, at }) => [cli, at],
);

/** Links that fill in the form with a tested line, latest test first. */
export async function testedLineLinks(args: RouteArgs, portal: Portal) {
  const tests = await testedLines.list(args, portal);
  return tests.map(({ cli, postcode }) => ({
    to: paths.lineFaults({ cli, postcode }),
    title: cli,
    detail: postcode,
  }));
}
