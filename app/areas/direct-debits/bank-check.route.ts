import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#app/document/page-facts.ts";
import { paths } from "#app/paths.ts";
import { requireRole } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { checkBank, firstLook, shownCheck } from "./bank-check.server.ts";
import { bareDigits, FIRST_LOOK, isComplete } from "./bank-numbers.ts";

export const handle: PageFacts = { parts: ["directDebits"], counts: "nothing", formsCount: "requests" };

/** Not a page, but a sign-in may lead back here. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "Orders");
  return redirect(paths.directDebitNew());
}

/** Answers scripts while step 2 is filled in, and decides nothing. A post, since no address may hold the numbers. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const body = await args.request.formData();
  const text = (name: string) => String(body.get(name) ?? "");
  const account = new FormData();
  account.set("account", text("account"));
  requireSameAccount(portal, account, args.request);
  const numbers = {
    bankSortCode: bareDigits(text("bankSortCode")),
    bankAccountNumber: bareDigits(text("bankAccountNumber")),
  };
  const headers = { "Cache-Control": "no-store" };
  if (!isComplete(numbers)) return Response.json(null, { status: 400, headers });
  if (body.has(FIRST_LOOK)) return Response.json(firstLook(numbers), { headers });
  return Response.json(shownCheck(await checkBank({ args, portal }, numbers)), { headers });
}
