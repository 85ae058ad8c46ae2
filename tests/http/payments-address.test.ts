import { beforeAll, expect, it } from "vitest";
import { Payment, startPaying, thanks, unpaid } from "../support/payment-pages.ts";
import { emails } from "../support/signed-in.ts";
import { textOf, Visitor } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startPaying({ environment: { TRUST_PROXY: "1", IP_LOOKUP_URL: "http://127.0.0.1:9/ip" } });

/** A browser behind a proxy that names the browser's address like this. */
class ProxiedVisitor extends Visitor {
  address = "203.0.113.9";

  override send(path: string, options: Parameters<Visitor["send"]>[1]) {
    const headers = { ...options.headers, "x-forwarded-for": this.address };
    return super.send(path, { ...options, headers });
  }
}

let visitor: ProxiedVisitor;
let theirs: Payment;
beforeAll(async () => {
  visitor = new ProxiedVisitor(world.portal.url);
  const choice = await visitor.signIn(emails.anna);
  await visitor.follow(await visitor.submit(choice, "main form", { account: "1001" }));
  theirs = new Payment(visitor);
});

const sentTo = (calls: readonly { path: string; body: string }[], call: string) =>
  calls
    .filter(({ path }) => path.endsWith(call))
    .map(({ body }) => (JSON.parse(body) as { ipAddress: string }).ipAddress);

it.each([
  ["203.0.113.9:54321", "203.0.113.9"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
])("a payment from %s begins with the address %s", async (address, sent) => {
  visitor.address = address;
  const [, calls] = await world.api.record(() => theirs.begin(unpaid(1)));
  expect(sentTo(calls, "BeginPaymentTransaction")).toEqual([sent]);
});

it("a payment whose address is unknown doesn't begin, and says why", async () => {
  visitor.address = "unknown";
  const [page, calls] = await world.api.record(() => theirs.begin(unpaid(1)));
  expect([page.status, textOf(page).includes("Unable to check your IP address.")]).toEqual([503, true]);
  expect(sentTo(calls, "BeginPaymentTransaction")).toEqual([]);
});

it("a payment is completed with the address that it began with, where the return has none", async () => {
  visitor.address = "198.51.100.7";
  const back = await theirs.atCardProvider(await theirs.begin(unpaid(1)), "paid");
  visitor.address = "unknown";
  const [shown, calls] = await world.api.record(() => visitor.open(back));
  expect(textOf(shown)).toContain(thanks);
  expect(sentTo(calls, "CompletePaymentTransaction")).toEqual(["198.51.100.7"]);
});
