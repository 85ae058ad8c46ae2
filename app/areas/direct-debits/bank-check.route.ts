import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#app/document/page-facts.ts";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { clean } from "#app/forms/cleaning.ts";
import { paths } from "#app/paths.ts";
import { requireRole } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { checkBank, modulusCheck, withoutMac } from "./bank-check.server.ts";
import { isComplete, MODULUS_ONLY_FIELD } from "./bank-numbers.ts";

export const handle: PageFacts = {
  requiredParts: ["directDebits"],
  rateLimit: "nothing",
  postRateLimit: "requests",
};

/** There is no page here, but a sign-in may redirect back to this URL. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "Orders");
  return redirect(paths.directDebitNew());
}

/** For scripts while step 2 is filled in: its result only advises. A POST, so that no URL holds bank numbers. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const body = await args.request.formData();
  const text = (name: string) => String(body.get(name) ?? "");
  // After a switch of accounts a page offers to send the same fields again, so it must not get the bank numbers.
  const accountOnly = new FormData();
  accountOnly.set("account", text("account"));
  requireSameAccount(portal, accountOnly, args.request);
  const numbers = {
    bankSortCode: clean.bankNumber(text("bankSortCode")),
    bankAccountNumber: clean.bankNumber(text("bankAccountNumber")),
  };
  const headers = { "Cache-Control": "no-store" };
  if (!isComplete(numbers)) return Response.json(null, { status: 400, headers });
  if (body.has(MODULUS_ONLY_FIELD)) return Response.json(modulusCheck(numbers), { headers });
  const check = await checkBank({ args, portal }, numbers, optionalCallOptions);
  return Response.json(withoutMac(check), { headers });
}
