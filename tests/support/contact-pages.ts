import type { CheerioAPI } from "cheerio";
import { beforeAll } from "vitest";
import { roleSum } from "#provider/data/contacts.ts";
import type { RoleName } from "#shared/portal-api/role-names.ts";
import { anna, startWithAnna } from "./anna.ts";
import type { Page, Visitor } from "./visitor.ts";
import { world, type World } from "./world.ts";

/** A contact in the provider's database. */
export interface ContactRow {
  readonly contact_id: number;
  readonly portal_role: number;
  readonly [column: string]: unknown;
}

/** The contact pages of account 1001, used without scripts. */
export class ContactPages {
  readonly #world: World;
  readonly #visitor: Visitor;

  constructor(world: World, visitor: Visitor) {
    this.#world = world;
    this.#visitor = visitor;
  }

  row(firstNames: string): ContactRow {
    return this.#world.provider.db
      .prepare("SELECT * FROM contacts WHERE client_id = '1001' AND first_names = ? AND is_employee = 0")
      .get(firstNames) as unknown as ContactRow;
  }

  pathOf(firstNames: string): string {
    return `/account/contacts/${this.row(firstNames).contact_id}`;
  }

  open(firstNames: string): Promise<Page> {
    return this.#visitor.get(this.pathOf(firstNames));
  }

  save(page: Page, typed: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.#visitor.submit(page, "main form[method=post]", typed);
  }

  /** Submits the form with exactly these roles ticked. */
  saveRoles(page: Page, names: readonly RoleName[]): Promise<Page> {
    const fields = fieldsOf(page).filter(([name]) => name !== "roles");
    for (const name of names) fields.push(["roles", String(roleSum([name]))]);
    return this.#visitor.post(new URL(page.url).pathname, new URLSearchParams(fields));
  }
}

/** Anna's contact pages, after {@link startWithContacts}. */
export let contacts: ContactPages;

/** Call at the top of a test file: like `startWithAnna`. */
export function startWithContacts(): void {
  startWithAnna();
  beforeAll(() => {
    contacts = new ContactPages(world, anna);
  });
}

/** The fields that the page's form would send, in their order. */
export function fieldsOf({ $ }: { $: CheerioAPI }): [string, string][] {
  const form = $("main form[method=post]").first();
  return form.serializeArray().map(({ name, value }) => [name, value]);
}

/** The text of the summary at the top of a form. */
export const alertOf = ({ $ }: { $: CheerioAPI }) => $("main [role=alert]").text();

/** True if one of these calls tried to change a contact. */
export function wasSent(calls: readonly { method: string; path: string }[]): boolean {
  return calls.some(({ method, path }) => method !== "GET" && path.startsWith("/Contact"));
}
