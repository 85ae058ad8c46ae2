import { expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { changing } from "../support/changed-answers.ts";
import { emails } from "../support/signed-in.ts";
import { textOf } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

const idOf = (query: string) => String(Object.values(world.provider.db.prepare(query).get() ?? {})[0]);

const statusNames = {
  "/Invoice/MyInvoices": ["Live", "OnHold", "Completed", "Disputed"],
  "/Quote/QuoteById": ["", "Pending", "Ordered", "Declined"],
  "/Notification/Details": ["Unread", "Read", "Archived"],
  "/SupportTicket/Details": ["New", "InProgress", "Deferred", "Closed"],
} as const;
const withStatusNames = changing((body, { path }) => {
  const names: readonly string[] | undefined = statusNames[path as keyof typeof statusNames];
  const named = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [
        field,
        /^status(Id)?$/.test(field) ? names?.[Number(value)] : value,
      ]),
    );
  if (!names) return body;
  const { items, ...one } = body as { items?: object[] };
  return path === "/Invoice/MyInvoices"
    ? { ...one, items: items?.map((row) => named({ ...row })) }
    : named(body as never);
});

it.each([
  ["invoices", () => "/invoices/make-a-payment"],
  ["a quote", () => "/products/quotes/21001"],
  [
    "an archived notification",
    () =>
      `/notifications/${idOf("SELECT notification_id FROM notifications WHERE status = 2 AND client_id = '1001'")}`,
  ],
  [
    "a closed ticket",
    () =>
      `/tickets/${idOf("SELECT support_ticket_id FROM tickets WHERE client_id = '1001' AND status_id = 3")}`,
  ],
])("%s: a status may come by its name", async (_name, path) => {
  const plain = await anna.get(path());
  const page = await world.api.scripted(withStatusNames, () => anna.get(path()));
  expect(plain.status).toBe(200);
  expect(textOf(page)).toBe(textOf(plain));
});

it("every list without pages may come with `items`, too", async () => {
  const wrapped = changing((body) =>
    Array.isArray(body) ? { items: body as unknown[], totalCount: body.length } : body,
  );
  const visitor = world.visitor();
  await world.api.scripted(wrapped, async () => {
    await visitor.signIn(emails.anna);
    await visitor.post("/switch-account", { account: "1001" });
  });
  for (const path of ["/dashboard", "/switch-account", "/account", "/tickets/new", "/services/line-faults"]) {
    const plain = await anna.get(path);
    const page = await world.api.scripted(wrapped, () => visitor.get(path));
    expect([path, page.status, textOf(page)]).toEqual([path, 200, textOf(plain)]);
  }
});
