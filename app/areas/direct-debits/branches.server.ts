import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { listBankBranches } from "#app/portal-api/bank-check.ts";
import { bankCheckOf } from "#app/request/portal.ts";
import { stepPath } from "./answers.server.ts";
import { bareDigits, sortCodeText } from "./bank-numbers.ts";
import { BRANCHES_FIELD, POSTCODE_FIELD } from "./direct-debit-forms.ts";

const postcodeIn = (fields: FormData | URLSearchParams) =>
  String(fields.get(POSTCODE_FIELD) ?? "")
    .trim()
    .slice(0, 10);

const searchedPostcode = ({ args }: PostRequest) => postcodeIn(new URL(args.request.url).searchParams);

/** Where a post of step 2 that looks for branches leads; undefined for one that goes on. */
export function branchesPressed(asked: PostRequest, body: FormData): string | undefined {
  const pressed = body.get(BRANCHES_FIELD);
  const postcode = postcodeIn(body);
  const isNewSearch = postcode !== "" && postcode !== searchedPostcode(asked);
  if (pressed !== "find" && !(pressed === "enter" && isNewSearch)) return undefined;
  const to = new URL(stepPath(asked, "/details"), asked.args.request.url);
  to.searchParams.set(POSTCODE_FIELD, postcode);
  return `${to.pathname}${to.search}#branches`;
}

/** The branches around the postcode that the address asks for; undefined where there is no bank check to ask. */
export async function branchesAsked(asked: PostRequest) {
  const { context } = asked.args;
  const service = bankCheckOf(context, asked.portal);
  const postcode = searchedPostcode(asked);
  if (!service) return undefined;
  if (postcode === "") return { postcode };
  const input = { params: { clientId: asked.portal.account.clientId }, query: { Postcode: postcode } };
  const found = service.call(listBankBranches, input, partOptions).then((branches) =>
    branches.map(({ SortCode, BankName, BranchName }) => ({
      term: sortCodeText(bareDigits(SortCode)),
      detail: [BankName, BranchName].filter(Boolean).join(", "),
    })),
  );
  return { postcode, found: await tolerate(found, { context }) };
}

export type Branches = NonNullable<Awaited<ReturnType<typeof branchesAsked>>>;
