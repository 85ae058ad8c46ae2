import { afterEach, beforeAll } from "vitest";
import { anna, startWithAnna } from "./anna.ts";
import { signedIn } from "./signed-in.ts";
import { headingOf, textsOf, type Page, type Visitor } from "./visitor.ts";
import { sql, world } from "./world.ts";

/** The form that starts a line test. */
export const lineTestPath = "/services/line-faults";

let lines = 100;
/** A new phone number; its last three digits decide the result of its test (docs/scenarios.md). */
export function newLine(ending: string): string {
  lines += 1;
  return `01947${lines}${ending}`;
}

/** The ids of the checks that the provider has begun for a number, oldest first. */
export function checksOf(cli: string): readonly string[] {
  return sql`SELECT line_fault_check_id AS id FROM line_tests WHERE cli = ${cli} ORDER BY 1`.map(({ id }) =>
    String(id),
  );
}

/** The status of a check's notification: unread (0), read (1) or archived (2). */
export function notificationStatusOf(id: string): unknown {
  return sql`SELECT status FROM notifications WHERE payload ->> 'lineFaultCheckId' = ${id}`[0]?.["status"];
}

/** The messages in the error summary of a form. */
export const errorsOf = (page: Page) => textsOf(page, "form [role=alert] li");
/** The path in a page's address. */
export const pathOf = ({ url }: Page) => new URL(url).pathname;

/** The pages of a line test, used without scripts. */
export class LineTestPages {
  readonly visitor: Visitor;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  form(): Promise<Page> {
    return this.visitor.get(lineTestPath);
  }

  /** Presses Run Test; returns the answer without following its redirect. */
  send(page: Page, typed: Readonly<Record<string, string>>): Promise<Page> {
    const fields = { postcode: "YO21 3PU", faultCode: "NDT", ...typed };
    return this.visitor.submit(page, "#line-test", fields);
  }

  /** Starts a test of a line; returns the page that waits for it. */
  async begin(cli: string): Promise<Page> {
    const page = await this.visitor.follow(await this.send(await this.form(), { cli }));
    if (headingOf(page) !== "Line test running")
      throw new Error(`${page.url} is no wait: ${headingOf(page)}`);
    return page;
  }

  /** Tests a line and ends the test; returns the page with its result. */
  async results(cli: string): Promise<Page> {
    const { url } = await this.begin(cli);
    world.provider.finishLineTests();
    return this.visitor.open(url);
  }
}

/** Anna's line-test pages. */
export let tests: LineTestPages;

/** Call at the top of a test file: creates Anna's pages, and ends running line tests after each test. */
export function startWithLineTests(): void {
  startWithAnna();
  beforeAll(() => {
    tests = new LineTestPages(anna);
  });
  afterEach(() => world.provider.finishLineTests());
}

/** The pages of Ben, who belongs to the same account as Anna. */
export const benPages = async () => new LineTestPages(await signedIn(world, "ben"));
