import { setTimeout as pause } from "node:timers/promises";
import { pdf, submitWithFiles } from "../../tests/support/uploads.ts";
import type { Page, Visitor } from "../../tests/support/visitor.ts";

const PAGES = ["/dashboard", "/invoices", "/tickets", "/notifications", "/account", "/products/quotes"];
const UPLOAD_BYTES = 256 * 1024;
/** Shares of all turns. The other turns open a page. */
const REPLY_SHARE = 0.1;
const UPLOAD_SHARE = 0.03;
const THINK_MS = { min: 5_000, max: 25_000 };

/** What all of a soak's browsers did, and any unexpected answers. */
export interface Tally {
  requests: number;
  posts: number;
  uploads: number;
  readonly unexpected: string[];
  readonly durationsMs: number[];
}

export const emptyTally = (): Tally => ({
  requests: 0,
  posts: 0,
  uploads: 0,
  unexpected: [],
  durationsMs: [],
});

/** Signs in and, if asked, chooses the first account. Throws unless this leads to the dashboard. */
export async function signIn(visitor: Visitor, email: string): Promise<void> {
  let page = await visitor.signIn(email);
  if (new URL(page.url).pathname === "/switch-account") {
    const account = page.$("input[name=account]").attr("value") ?? "";
    page = await visitor.follow(await visitor.submit(page, "main form:has([name=account])", { account }));
  }
  if (new URL(page.url).pathname !== "/dashboard") throw new Error(`${email} came to ${page.url}`);
}

/** Opens pages, replies to tickets and uploads, with pauses, like someone without JavaScript, until the signal. */
export async function browse(visitor: Visitor, tally: Tally, until: AbortSignal): Promise<void> {
  for (let turn = 0; !until.aborted; turn += 1) {
    const { min, max } = THINK_MS;
    await pause(min + Math.random() * (max - min), undefined, { signal: until }).catch(() => undefined);
    if (until.aborted) return;
    const chance = Math.random();
    if (chance < UPLOAD_SHARE) await reply(visitor, tally, true);
    else if (chance < UPLOAD_SHARE + REPLY_SHARE) await reply(visitor, tally, false);
    else await openPage(visitor, tally, PAGES[turn % PAGES.length] ?? "/dashboard");
  }
}

async function openPage(visitor: Visitor, tally: Tally, path: string): Promise<Page | undefined> {
  return measureRequest(tally, `GET ${path}`, [200], () => visitor.get(path));
}

async function reply(visitor: Visitor, tally: Tally, hasFile: boolean): Promise<void> {
  const list = await openPage(visitor, tally, "/tickets");
  const links = list?.$('main a[href^="/tickets/"]').toArray() ?? [];
  const tickets = links
    .map((link) => link.attribs["href"] ?? "")
    .filter((href) => /^\/tickets\/\d+/.test(href));
  const path = tickets[Math.floor(Math.random() * tickets.length)];
  const page = path === undefined ? undefined : await openPage(visitor, tally, path);
  if (page?.$("textarea[name=message]").length !== 1) return;
  const files = hasFile ? [["soak.pdf", pdf(UPLOAD_BYTES)] as const] : [];
  const typed = { message: `Soak ${Math.random()}` };
  tally.posts += 1;
  if (hasFile) tally.uploads += 1;
  // 409 if another browser has replied to the ticket since.
  await measureRequest(tally, `POST ${path}`, [303, 409], () =>
    submitWithFiles(visitor, page, { typed, files }),
  );
}

async function measureRequest(
  tally: Tally,
  what: string,
  expected: readonly number[],
  request: () => Promise<Page>,
): Promise<Page | undefined> {
  tally.requests += 1;
  const startedAt = performance.now();
  try {
    const page = await request();
    tally.durationsMs.push(performance.now() - startedAt);
    if (!expected.includes(page.status)) tally.unexpected.push(`${what}: ${page.status}`);
    return expected.includes(page.status) ? page : undefined;
  } catch (error) {
    tally.unexpected.push(`${what}: ${String(error)}`);
    return undefined;
  }
}
