import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { optionalCallOptions } from "#app/errors/tolerate.ts";
import { formFields, readForm, shortText, withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { checkBank, modulusCheck, withoutMac } from "./bank-check.server.ts";
import { cleanNumbers, isComplete, MODULUS_ONLY_FIELD } from "./bank-numbers.ts";

export const handle: PageFacts = {
  requiredParts: ["directDebits"],
  rateLimit: "nothing",
  postRateLimit: "requests",
};

/** There's no page here, but signing in may redirect back to this URL. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRole(args, "Orders");
  return redirect(paths.directDebitNew());
}

const bankNumbers = formFields("200 with the check as JSON; 400 if the numbers are incomplete", {
  bankSortCode: shortText.default(""),
  bankAccountNumber: shortText.default(""),
  [MODULUS_ONLY_FIELD]: shortText.optional(),
});

/** Scripts call it while someone fills in step 2, and its result is only a hint. It's a POST so that no URL contains bank numbers. */
export const action = withFormsForDocs([bankNumbers], async (args: ActionFunctionArgs) => {
  const portal = await requireRole(args, "Orders");
  const sent = await readForm(args, bankNumbers, { sameAccountAs: portal });
  const numbers = cleanNumbers(sent.bankSortCode, sent.bankAccountNumber);
  const headers = { "Cache-Control": "no-store" };
  if (!isComplete(numbers)) return Response.json(null, { status: 400, headers });
  if (sent[MODULUS_ONLY_FIELD] !== undefined) return Response.json(modulusCheck(numbers), { headers });
  const check = await checkBank({ args, portal }, numbers, optionalCallOptions);
  return Response.json(withoutMac(check), { headers });
});
