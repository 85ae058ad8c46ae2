import { demoPassword } from "#provider/data/people.ts";
import type { Page, Visitor } from "./visitor.ts";

/** Goes from /login to the identity provider's form. */
export async function providerForm(visitor: Visitor, { employee = false } = {}): Promise<Page> {
  if (employee) return visitor.open("/login?employee");
  return visitor.follow(await visitor.submit(await visitor.get("/login"), 'form[action="/login"]'));
}

/** Submits the provider's form; returns the redirect to the portal's callback, which isn't called yet. */
export async function submitProviderForm(
  visitor: Visitor,
  form: Page,
  typed: Readonly<Record<string, string>>,
): Promise<Page> {
  let page = await visitor.submit(form, "form:has(input[type=password])", {
    password: demoPassword,
    ...typed,
  });
  while (page.location && !page.location.startsWith("/")) page = await visitor.get(page.location);
  return page;
}
