import { panel, partOptions } from "#app/errors/panel.ts";
import { listBankBranches } from "#app/portal-api/bank-check.ts";
import { bankCheckOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { bareDigits, sortCodeText } from "./bank-numbers.ts";

/** The branches around the postcode that the address asks for; undefined where there is no bank check to ask. */
export async function branchesAsked({ context, request }: RouteArgs, portal: Portal) {
  const service = bankCheckOf(context, portal);
  const postcode = (new URL(request.url).searchParams.get("search") ?? "").trim().slice(0, 10);
  if (!service) return undefined;
  if (postcode === "") return { postcode };
  const input = { params: { clientId: portal.account.clientId }, query: { Postcode: postcode } };
  const asked = service.call(listBankBranches, input, partOptions).then((branches) =>
    branches.map(({ SortCode, BankName, BranchName }) => ({
      term: sortCodeText(bareDigits(SortCode)),
      detail: [BankName, BranchName].filter(Boolean).join(", "),
    })),
  );
  return { postcode, found: await panel(asked, { context }) };
}

export type Branches = NonNullable<Awaited<ReturnType<typeof branchesAsked>>>;
