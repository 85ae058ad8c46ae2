import { setTimeout as pause } from "node:timers/promises";
import { pdf, submitWithFiles } from "../../tests/support/uploads.ts";
import type { Page, Visitor } from "../../tests/support/visitor.ts";

const PAGES = ["/dashboard", "/invoices", "/tickets", "/notifications", "/account", "/products/quotes"];
const UPLOAD_BYTES = 256 * 1024;
/** Of all turns; the rest look at a page. */
const REPLIES = 0.1;
const UPLOADS = 0.03;
const THINKS_MS = { least: 2_000, most: 8_000 };

/** What all browsers of a soak did, and what was answered otherwise than it should be. */
export interface Tally {
  requests: number;
  posts: number;
  uploads: number;
  readonly wrong: string[];
  readonly tookMs: number[];
}

export const emptyTally = (): Tally => ({ requests: 0, posts: 0, uploads: 0, wrong: [], tookMs: [] });

/** Signs in, and chooses the first account where there is a choice. Throws if it ends on another page than the dashboard. */
export async function signIn(visitor: Visitor, email: string): Promise<void> {
  let page = await visitor.signIn(email);
  if (new URL(page.url).pathname === "/switch-account") {
    const account = page.$("input[name=account]").attr("value") ?? "";
    page = await visitor.follow(await visitor.submit(page, "main form:has([name=account])", { account }));
  }
  if (new URL(page.url).pathname !== "/dashboard") throw new Error(`${email} came to ${page.url}`);
}

/** Looks, replies and uploads with pauses, as a person without scripts, until the signal. */
export async function browse(visitor: Visitor, tally: Tally, until: AbortSignal): Promise<void> {
  for (let turn = 0; !until.aborted; turn += 1) {
    const { least, most } = THINKS_MS;
    await pause(least + Math.random() * (most - least), undefined, { signal: until }).catch(() => undefined);
    if (until.aborted) return;
    const chance = Math.random();
    if (chance < UPLOADS) await reply(visitor, tally, true);
    else if (chance < UPLOADS + REPLIES) await reply(visitor, tally, false);
    else await look(visitor, tally, PAGES[turn % PAGES.length] ?? "/dashboard");
  }
}

async function look(visitor: Visitor, tally: Tally, path: string): Promise<Page | undefined> {
  return ask(tally, `GET ${path}`, [200], () => visitor.get(path));
}

async function reply(visitor: Visitor, tally: Tally, hasFile: boolean): Promise<void> {
  const list = await look(visitor, tally, "/tickets");
  const links = list?.$('main a[href^="/tickets/"]').toArray() ?? [];
  const tickets = links
    .map((link) => link.attribs["href"] ?? "")
    .filter((href) => /^\/tickets\/\d+/.test(href));
  const path = tickets[Math.floor(Math.random() * tickets.length)];
  const page = path === undefined ? undefined : await look(visitor, tally, path);
  if (page?.$("textarea[name=message]").length !== 1) return;
  const files = hasFile ? [["soak.pdf", pdf(UPLOAD_BYTES)] as const] : [];
  const typed = { message: `Soak ${Math.random()}` };
  tally.posts += 1;
  if (hasFile) tally.uploads += 1;
  // Two that reply to one ticket at once: the second is told so.
  await ask(tally, `POST ${path}`, [303, 409], () => submitWithFiles(visitor, page, { typed, files }));
}

async function ask(
  tally: Tally,
  what: string,
  expected: readonly number[],
  request: () => Promise<Page>,
): Promise<Page | undefined> {
  tally.requests += 1;
  const begun = performance.now();
  try {
    const page = await request();
    tally.tookMs.push(performance.now() - begun);
    if (!expected.includes(page.status)) tally.wrong.push(`${what}: ${page.status}`);
    return expected.includes(page.status) ? page : undefined;
  } catch (error) {
    tally.wrong.push(`${what}: ${String(error)}`);
    return undefined;
  }
}
