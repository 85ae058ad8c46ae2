import { beforeEach } from "vitest";
import { anna } from "./anna.ts";
import { signedIn } from "./signed-in.ts";
import type { Page, Visitor } from "./visitor.ts";
import { sql, world } from "./world.ts";

/** A direct debit in the provider's database. */
export interface Mandate {
  readonly id: number;
  readonly number: string;
  readonly sortCode: string;
  readonly account: string;
  readonly name: string;
  readonly bank: string;
  readonly mac: string;
}

/** The direct debits of an account number, of which there should be one at most. */
export function mandatesOf(number: string): readonly Mandate[] {
  return sql`SELECT direct_debit_id AS id, number, bank_sort_code AS sortCode, bank_account_number AS account,
         bank_account_name AS name, bank_name AS bank, mac
       FROM direct_debits JOIN sage_accounts USING (link_id) WHERE number = ${number}` as unknown as Mandate[];
}

/** The logged events of a direct debit's letter, in their order. */
export function letterEvents(id: number): readonly string[] {
  return sql`SELECT name, status FROM direct_debit_events WHERE direct_debit_id = ${id} ORDER BY event_id`.map(
    ({ name, status }) => `${name} ${status}`,
  );
}

/** Step 1 of a new direct debit. */
export const setUpPath = "/invoices/direct-debit";
/** The list of direct debits. */
export const listPath = "/invoices/manage-direct-debit";
/** Both questions of step 1 answered with yes. */
export const confirmations = { accountHolderConfirm: "true", accountAuthConfirm: "true" } as const;
/** Published test numbers that pass the bank check. */
export const goodNumbers = { bankSortCode: "089999", bankAccountNumber: "66374958" } as const;
/** Numbers that fail the bank check. */
export const badNumbers = { bankSortCode: "089999", bankAccountNumber: "66374959" } as const;

type Typed = Readonly<Record<string, string>>;

/** The steps of a new or an existing direct debit, used without scripts. */
export class DirectDebitPages {
  readonly visitor: Visitor;
  readonly at: string;

  constructor(visitor: Visitor, at: string = setUpPath) {
    this.visitor = visitor;
    this.at = at;
  }

  /** Submits step 1; returns the page that follows. */
  async begin(typed: Typed = confirmations): Promise<Page> {
    const page = await this.visitor.get(this.at);
    return this.visitor.follow(await this.visitor.submit(page, "#direct-debit", typed));
  }

  /** Submits step 2; returns the answer without following its redirect. `account` is the start of the option's text. */
  async send(page: Page, typed: Typed & { readonly account?: string }): Promise<Page> {
    const { account, ...fields } = typed;
    const option = page.$("option").filter((_, element) => page.$(element).text().startsWith(`${account} -`));
    const choice: Typed = account === undefined ? {} : { sageAccountLinkId: String(option.attr("value")) };
    return this.visitor.submit(page, "#direct-debit-details", { ...choice, ...fields });
  }

  /** Submits steps 1 and 2; returns the confirmation. */
  async confirm(typed: Typed & { readonly account?: string }): Promise<Page> {
    return this.visitor.follow(await this.send(await this.begin(), typed));
  }

  /** Presses Complete Direct Debit; returns the answer without following its redirect. */
  complete(page: Page): Promise<Page> {
    return this.visitor.submit(page, "#direct-debit-confirmation");
  }
}

/** Valid fields of step 2. */
export const sample = { account: "HAR004", ...goodNumbers, bankAccountName: "HARBOUR" } as const;

/** HAR004 to HAR006 no longer have direct debits. */
export const endMandates = () =>
  world.provider.db.exec(
    "DELETE FROM direct_debits WHERE link_id IN (SELECT link_id FROM sage_accounts WHERE number IN ('HAR004', 'HAR005', 'HAR006'))",
  );

/**
 * Call after `startWithAnna`: the pages of a new direct debit and of HAR001's. Before each test, HAR004 to HAR006 lose
 * theirs.
 */
export function startDirectDebits(): { readonly setUp: DirectDebitPages; readonly edit: DirectDebitPages } {
  const pages = {} as { setUp: DirectDebitPages; edit: DirectDebitPages };
  beforeEach(() => {
    pages.setUp = new DirectDebitPages(anna);
    pages.edit = new DirectDebitPages(anna, `${listPath}/${mandatesOf("HAR001")[0]?.id}`);
    endMandates();
  });
  return pages;
}

/** The pages in a new session, in which nothing has been entered yet. */
export async function newPages(): Promise<DirectDebitPages> {
  return new DirectDebitPages(await signedIn(world, "anna", "1001"), setUpPath);
}

/** The text of a form's error summary. */
export function summaryOf({ $ }: Page): string {
  return $("[role=alert]").text().replace(/\s+/g, " ").trim();
}
