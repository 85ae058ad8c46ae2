import { z } from "zod";
import { operation } from "./operation.ts";
import { choicesOf, idAsText, shown } from "./shapes.ts";

const branch = shown.object(z.object({ BankName: shown.text() }));

/** Accepts many spellings, because an unreadable answer counts as "not checked". */
const yesOrNo = z.preprocess(
  (value) => (typeof value === "string" ? value.trim().toLowerCase() : value),
  z
    .union([z.boolean(), z.enum(["true", "false", "0", "1"]), z.literal(0), z.literal(1)])
    .transform((value) => ["true", "1"].includes(String(value))),
);

// Paths are relative to `BANK_CHECK_URL`; the names are the bank verification service's.
export const validateBankAccount = operation({
  method: "GET",
  path: "ValidateUKBankAccount/{clientId}",
  params: z.object({ clientId: z.string() }),
  query: z.object({ SortCode: z.string(), AccountNumber: z.string() }),
  allowsPlainText: true,
  answer: z.preprocess(
    parseNestedJson,
    z.object({
      Valid: yesOrNo,
      InvalidIssue: shown
        .number()
        .describe(
          "6 means the modulus check failed, 7 that there's no such sort code; others come with a reason.",
        ),
      InvalidReason: shown.text(),
      /** The numbers to use, which may differ from those that were checked. */
      AccountDetailsOutput: shown.object(
        z.object({
          SortCode: shown.text(),
          AccountNumber: shown.text(),
          BankAccountVerificationMAC: shown.text(),
        }),
      ),
      UKBankBranch: branch,
    }),
  ),
  failure: "There was an error validating your sort code and account number.",
});
export type BankVerdict = z.output<typeof validateBankAccount.answer>;

/** The bank's name; '' if unknown. The answer is JSON inside a JSON string. */
export const getBankName = operation({
  method: "GET",
  path: "GetUKBankBranch/{clientId}",
  params: z.object({ clientId: z.string() }),
  query: z.object({ SortCode: z.string() }),
  allowsPlainText: true,
  answer: z
    .preprocess(parseNestedJson, z.object({ UKBankBranch: branch }).nullish())
    .transform((answer) => answer?.UKBankBranch?.BankName ?? ""),
  failure: "There was an error checking your bank branch.",
});

export const listBankBranches = operation({
  method: "GET",
  path: "GetUKBankBranches/{clientId}",
  params: z.object({ clientId: z.string() }),
  query: z.object({ Postcode: z.string() }),
  allowsPlainText: true,
  answer: z
    .preprocess(
      parseNestedJson,
      z
        .object({
          UKBankBranches: choicesOf(
            z.object({ SortCode: idAsText, BankName: shown.text(), BranchName: shown.text() }),
          ),
        })
        .nullable(),
    )
    .transform((answer) => answer?.UKBankBranches ?? []),
  failure: "There was an error checking your bank branches.",
});

function parseNestedJson(answer: unknown): unknown {
  if (typeof answer !== "string") return answer;
  try {
    return JSON.parse(answer) as unknown;
  } catch {
    return answer;
  }
}
