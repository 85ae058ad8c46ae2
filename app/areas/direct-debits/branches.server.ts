import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { clean } from "#app/forms/cleaning.ts";
import type { PostRequest } from "#app/forms/post.server.ts";
import { bankCheckOf } from "#app/request/portal.ts";
import { listBankBranches } from "#shared/portal-api/bank-check.ts";
import { stepPath } from "./answers.server.ts";
import { formatSortCode } from "./bank-numbers.ts";
import { BRANCHES_FIELD, POSTCODE_FIELD } from "./direct-debit-forms.ts";

const MAX_POSTCODE_LENGTH = 10;
const INVALID = `Enter a valid postcode. Please use no more than ${MAX_POSTCODE_LENGTH} characters.`;

const postcodeIn = (fields: FormData | URLSearchParams) =>
  clean.postcode(String(fields.get(POSTCODE_FIELD) ?? ""));

const queryOf = ({ args }: PostRequest) => new URL(args.request.url).searchParams;

/** Where to redirect if a post of step 2 searches for branches; undefined if it proceeds. */
export function branchSearchTarget(request: PostRequest, body: FormData): string | undefined {
  const pressedButton = body.get(BRANCHES_FIELD);
  const postcode = postcodeIn(body);
  const isNewSearch = postcode !== "" && postcode !== postcodeIn(queryOf(request));
  // 'enter' is the form's first, hidden button, which the browser presses when you press Enter in a field.
  if (pressedButton !== "find" && !(pressedButton === "enter" && isNewSearch)) return undefined;
  const to = new URL(stepPath(request, "/details"), request.args.request.url);
  if (postcode.length <= MAX_POSTCODE_LENGTH) to.searchParams.set(POSTCODE_FIELD, postcode);
  else request.portal.session.flash({ tone: "warning", text: INVALID });
  return `${to.pathname}${to.search}#branches`;
}

/** The branches near the postcode in the URL; undefined if there's no bank check service. */
export async function findBranches(request: PostRequest) {
  const { context } = request.args;
  const service = bankCheckOf(context, request.portal);
  const postcode = postcodeIn(queryOf(request));
  if (!service) return undefined;
  if (!queryOf(request).has(POSTCODE_FIELD)) return { postcode };
  if (postcode === "" || postcode.length > MAX_POSTCODE_LENGTH)
    return { postcode, result: { ok: false as const, message: INVALID, reference: undefined } };
  const input = { params: { clientId: request.portal.account.clientId }, query: { Postcode: postcode } };
  const branches = service.call(listBankBranches, input, optionalCallOptions).then((answer) =>
    answer.map(({ SortCode, BankName, BranchName }) => ({
      term: formatSortCode(clean.bankNumber(SortCode)),
      detail: [BankName, BranchName].filter(Boolean).join(", "),
    })),
  );
  return { postcode, result: await tolerate(branches, { context }) };
}

export type Branches = NonNullable<Awaited<ReturnType<typeof findBranches>>>;
