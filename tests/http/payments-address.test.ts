import { beforeAll, expect, it } from "vitest";
import { Payment, startPaying, thanks, unpaid } from "../support/payment-pages.ts";
import { emails, type DemoName } from "../support/signed-in.ts";
import { textOf, Visitor, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startPaying({
  environment: { TRUST_PROXY: "1", IP_LOOKUP_URL: "http://127.0.0.1:9/ip" },
  provider: { namesPayments: false },
});

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
async function signIn(name: DemoName) {
  visitor = new ProxiedVisitor(world.portal.url);
  await visitor.signIn(emails[name], { employee: name === "ella" });
  await visitor.post("/switch-account", { account: "1001" });
  theirs = new Payment(visitor);
  return visitor;
}
beforeAll(() => signIn("anna"));

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

async function completedWith(page: Page, by: Visitor) {
  visitor.address = "unknown";
  const back = await theirs.atCardProvider(page, "paid");
  const [shown, calls] = await world.api.record(() => by.open(back));
  expect(textOf(shown)).toContain(thanks);
  return sentTo(calls, "CompletePaymentTransaction");
}

it("a payment is completed with the address that it began with, where the return has none and the payer's open ones agree", async () => {
  visitor.address = "198.51.100.6";
  const annas = await theirs.begin(unpaid(1));
  // A colleague's address isn't the payer's.
  expect(await completedWith(annas, await signIn("ella"))).toEqual(["0.0.0.0"]);
  // Of Anna's payments, those of her new session.
  await signIn("anna");
  visitor.address = "198.51.100.7";
  const [first, second] = [await theirs.begin(unpaid(1)), await theirs.begin(unpaid(1))];
  expect(await completedWith(first, visitor)).toEqual(["198.51.100.7"]);
  visitor.address = "198.51.100.8";
  const third = await theirs.begin(unpaid(1));
  expect(await completedWith(second, visitor)).toEqual(["0.0.0.0"]);
  expect(await completedWith(third, visitor)).toEqual(["198.51.100.8"]);
});
