import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import { listBankBranches } from "#app/portal-api/bank-check.ts";
import { bankCheckOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { stepPath } from "./answers.server.ts";
import { bareDigits, sortCodeText } from "./bank-numbers.ts";
import { BRANCHES_FIELD, POSTCODE_FIELD } from "./direct-debit-forms.ts";

const postcodeIn = (typed: unknown) => (typeof typed === "string" ? typed.trim().slice(0, 10) : "");

/** Where a post of step 2 that looks for branches leads; undefined for one that goes on. */
export function branchesPressed(args: RouteArgs, body: FormData): string | undefined {
  const to = new URL(stepPath(args, "/details"), args.request.url);
  const postcode = postcodeIn(body.get(POSTCODE_FIELD));
  const searched = postcodeIn(new URL(args.request.url).searchParams.get(POSTCODE_FIELD));
  const pressed = body.get(BRANCHES_FIELD);
  if (pressed !== "find" && (pressed !== "enter" || postcode === "" || postcode === searched))
    return undefined;
  to.searchParams.set(POSTCODE_FIELD, postcode);
  return `${to.pathname}${to.search}#branches`;
}

/** The branches around the postcode that the address asks for; undefined where there is no bank check to ask. */
export async function branchesAsked({ context, request }: RouteArgs, portal: Portal) {
  const service = bankCheckOf(context, portal);
  const postcode = postcodeIn(new URL(request.url).searchParams.get(POSTCODE_FIELD));
  if (!service) return undefined;
  if (postcode === "") return { postcode };
  const input = { params: { clientId: portal.account.clientId }, query: { Postcode: postcode } };
  const asked = service.call(listBankBranches, input, partOptions).then((branches) =>
    branches.map(({ SortCode, BankName, BranchName }) => ({
      term: sortCodeText(bareDigits(SortCode)),
      detail: [BankName, BranchName].filter(Boolean).join(", "),
    })),
  );
  return { postcode, found: await tolerate(asked, { context }) };
}

export type Branches = NonNullable<Awaited<ReturnType<typeof branchesAsked>>>;
