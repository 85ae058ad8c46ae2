import { afterEach, beforeAll } from "vitest";
import { anna, startWithAnna } from "./anna.ts";
import { signedIn } from "./signed-in.ts";
import { headingOf, type Page, type Visitor } from "./visitor.ts";
import { world } from "./world.ts";

export const lineTestAt = "/services/line-faults";

let lines = 100;
/** A number that no test has used; its last three digits say what becomes of its test (docs/scenarios.md). */
export function newLine(ending: string): string {
  lines += 1;
  return `01947${lines}${ending}`;
}

/** The ids of the checks that the provider has begun for a number, oldest first. */
export function checksOf(cli: string): readonly string[] {
  return world.provider.db
    .prepare("SELECT line_fault_check_id AS id FROM line_tests WHERE cli = ? ORDER BY 1")
    .all(cli)
    .map(({ id }) => String(id));
}

/** Whether the notification of a check is unread (0), read (1) or archived (2). */
export function noticeOf(id: string): unknown {
  return world.provider.db
    .prepare("SELECT status FROM notifications WHERE payload ->> 'lineFaultCheckId' = ?")
    .get(id)?.["status"];
}

/** The summary of a refused form. */
export const errorsOf = ({ $ }: Page) =>
  $("form [role=alert] li")
    .map((_, one) => $(one).text().trim())
    .get();
export const pathOf = ({ url }: Page) => new URL(url).pathname;
/** Lets calls whose path has this part fail. */
export const failing = (part: string) => (call: { path: string }) =>
  call.path.includes(part) ? { status: 500, body: "{}" } : undefined;

/** The screens of a line test for somebody without scripts. */
export class LineTestPages {
  readonly visitor: Visitor;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  form(): Promise<Page> {
    return this.visitor.get(lineTestAt);
  }

  /** Presses Run Test on this page; the answer itself. */
  send(page: Page, typed: Readonly<Record<string, string>>): Promise<Page> {
    const fields = { postcode: "YO21 3PU", faultCode: "NDT", ...typed };
    return this.visitor.submit(page, "#line-test", fields);
  }

  /** Tests a line; the page of its wait. */
  async begin(cli: string): Promise<Page> {
    const page = await this.visitor.follow(await this.send(await this.form(), { cli }));
    if (headingOf(page) !== "Line Test Running")
      throw new Error(`${page.url} is no wait: ${headingOf(page)}`);
    return page;
  }

  /** Tests a line to its end; the page where that leads. */
  async results(cli: string): Promise<Page> {
    const { url } = await this.begin(cli);
    world.provider.finishLineTests();
    return this.visitor.open(url);
  }
}

/** The pages in which Anna tests lines. */
export let tests: LineTestPages;

/** For the top of a test file: Anna's pages, and no test of a line that outlives its own. */
export function startWithLineTests(): void {
  startWithAnna();
  beforeAll(() => {
    tests = new LineTestPages(anna);
  });
  afterEach(() => world.provider.finishLineTests());
}

/** Somebody with a session of their own, in Anna's account. */
export const somebody = async () => new LineTestPages(await signedIn(world, "ben"));
