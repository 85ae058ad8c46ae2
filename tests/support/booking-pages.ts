import { LineTestPages, lineTestPath, newLine } from "./line-test-pages.ts";
import type { Page, Visitor } from "./visitor.ts";
import { sql, world, type World } from "./world.ts";

/** Valid site details. */
export const typed = { contactTelephone: "07700 900123", problemDescription: "No dial tone since Monday" };

/** The pages after the results of one line test, used without scripts. */
export class BookingPages {
  readonly visitor: Visitor;
  readonly cli: string;
  /** The address of the check. */
  readonly at: string;

  private constructor(visitor: Visitor, cli: string, at: string) {
    this.visitor = visitor;
    this.cli = cli;
    this.at = at;
  }

  /** Tests a line whose number ends in `ending`, and confirms the checklist if the test doesn't find a fault. */
  static async after(visitor: Visitor, ending: string): Promise<BookingPages> {
    const cli = newLine(ending);
    const { url } = await new LineTestPages(visitor).begin(cli);
    world.provider.finishLineTests();
    const at = new URL(url).pathname;
    const results = await visitor.open(at);
    if (results.$("#line-checklist").length > 0)
      await visitor.submit(results, "#line-checklist", { noFaultCheckListConfirmed: "on" });
    return new BookingPages(visitor, cli, at);
  }

  /** The pages of a check that already has its results. */
  static at(visitor: Visitor, cli: string, at: string): BookingPages {
    return new BookingPages(visitor, cli, at);
  }

  /** The pages of the same check for another visitor. */
  as(visitor: Visitor): BookingPages {
    return new BookingPages(visitor, this.cli, this.at);
  }

  get id(): string {
    return this.at.split("/").at(-1) ?? "";
  }

  /** Gets the page of a step. */
  get(step: string): Promise<Page> {
    return this.visitor.get(`${this.at}/${step}`);
  }

  /** Ticks the agreement of a page and submits it; returns the answer without following its redirect. */
  agree(page: Page): Promise<Page> {
    return this.visitor.submit(page, "#line-fault-agreement", { agreed: "on" });
  }

  /** Opens the appointments; agrees to the time-related charges first if it has to. */
  async appointments(query = ""): Promise<Page> {
    const page = await this.get(`engineer-appointment${query}`);
    if (page.location === undefined) return page;
    await this.agree(await this.visitor.follow(page));
    return this.get(`engineer-appointment${query}`);
  }

  /** The values of a page's free slots, of one kind or all. */
  freeSlots({ $ }: Page, key = ""): string[] {
    const inputs = $("input[name=slot]:not([disabled])").toArray();
    return inputs.map((input) => $(input).attr("value") ?? "").filter((value) => value.endsWith(key));
  }

  /** Submits the first slot of a kind; returns the answer without following its redirect. */
  async select(page: Page, key = "pm"): Promise<Page> {
    return this.visitor.submit(page, "#line-fault-appointment", { slot: this.freeSlots(page, key)[0] ?? "" });
  }

  /** Continues to Confirm Site Details with a slot of this kind. */
  async details(key = "pm"): Promise<Page> {
    return this.visitor.follow(await this.select(await this.appointments(), key));
  }

  /** Presses Submit; returns the answer without following its redirect. */
  send(page: Page, changes: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.visitor.submit(page, "#line-fault-details", { ...typed, ...changes });
  }

  /** The outcomes of this check's reports in the provider's ledger, oldest first. */
  calls(): string[] {
    return sql`SELECT outcome FROM trouble_report_calls WHERE line_fault_check_id = ${this.id} ORDER BY call_id`.map(
      ({ outcome }) => String(outcome),
    );
  }

  /** The id of the report's ticket; '' if there's none. */
  ticket(): string {
    const report =
      sql`SELECT support_ticket_id AS id FROM line_reports WHERE line_fault_check_id = ${this.id}`[0];
    return String(report?.["id"] ?? "");
  }
}

/** Books an appointment in the fewest steps without scripts; returns every answer in order. */
export async function bookAppointment(
  { provider }: Pick<World, "provider">,
  visitor: Visitor,
): Promise<readonly Page[]> {
  const answers: Page[] = [];
  const record = (page: Page) => (answers.push(page), page);
  const get = async (path = "") => record(await visitor.get(path));
  const submit = async (page: Page, selector: string, fields: Readonly<Record<string, string>>) =>
    record(await visitor.submit(page, selector, fields)).location;
  const line = { cli: newLine("150"), postcode: "YO21 3PU", faultCode: "NDT" };
  const check = await submit(await get(lineTestPath), "#line-test", line);
  await get(check);
  provider.finishLineTests();
  const results = await get(check);
  const charges = await get(results.$("main a:contains('Book Engineer Appointment')").attr("href"));
  const slots = await get(await submit(charges, "#line-fault-agreement", { agreed: "on" }));
  const slot = slots.$("input[name=slot]:not([disabled])").attr("value") ?? "";
  const details = await get(await submit(slots, "#line-fault-appointment", { slot }));
  const booking = await get(await submit(details, "#line-fault-details", typed));
  await get(booking.location);
  return answers;
}
