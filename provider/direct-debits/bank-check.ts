import express, { type Router } from "express";
import { asyncHandler, authoriseCaller, requireKey, type ServiceOptions } from "#provider/portal-api/api.ts";
import { forbidden, LostAnswer, Refusal } from "#provider/portal-api/refusal.ts";
import { parseQuery } from "#provider/portal-api/route.ts";
import { SLOW_MS, type Pause } from "#provider/scenarios/named-faults.ts";
import { findBranch, findBranches, macOf, passesModulus } from "./banks.ts";

interface BankCheckOptions extends Omit<ServiceOptions, "db"> {
  readonly pause: Pause;
}

/** InvalidIssue and InvalidReason in Bottomline's Verify. */
const invalidReasons: Readonly<Record<number, string>> = {
  1: "The sort code is the wrong length.",
  2: "The sort code has characters in the wrong place.",
  3: "The account number is too short.",
  4: "The account number is too long.",
  5: "The account number has characters in the wrong place.",
  6: "Modulus check failed.",
  7: "Sort code not found.",
  8: "The account number is too short to be transcribed.",
  9: "The account number is too long to be transcribed.",
  10: "The prefix of the account number is not valid.",
  11: "The format of the account number is not valid.",
  12: "The building society roll number is missing.",
  13: "The building society roll number is not valid.",
};

/** With this sort code, the account number's last two digits choose the issue (docs/scenarios.md). */
const sortCodeOfChosenIssue = "999998";
/** For this sort code the service answers with a different account, as it does for building societies. */
const transcribed = { typedSortCode: "999992", sortCode: "202959", accountNumber: "63748472" } as const;

/**
 * The bank verification service, modelled on Bottomline's Verify: `ValidateUKBankAccount`, `GetUKBankBranch` (whose
 * answer is a JSON string that contains JSON) and `GetUKBankBranches`, each for the account in its path.
 */
export function bankCheckRoutes({ apiKey, identify, pause }: BankCheckOptions): Router {
  const router = express.Router();
  const accountRoute = (answer: (query: (name: string) => string) => unknown) =>
    asyncHandler(async (request, response) => {
      const { clientId } = await authoriseCaller(request, "Orders", identify);
      if (clientId !== request.params.clientId) throw forbidden();
      const query = (name: string) => parseQuery(request.url).get(name) ?? "";
      await causeFault(digitsOf(query("SortCode")), pause);
      response.json(answer(query));
    });
  router.use(requireKey(apiKey));
  router.get(
    "/ValidateUKBankAccount/:clientId",
    accountRoute((query) => checkAccount(query("SortCode"), query("AccountNumber"))),
  );
  router.get(
    "/GetUKBankBranch/:clientId",
    accountRoute((query) => JSON.stringify(branchOf(digitsOf(query("SortCode"))))),
  );
  router.get(
    "/GetUKBankBranches/:clientId",
    accountRoute((query) => ({ UKBankBranches: findBranches(query("Postcode")) })),
  );
  return router;
}

async function causeFault(sortCode: string, pause: Pause): Promise<void> {
  if (sortCode === "999997") await pause(SLOW_MS);
  if (sortCode === "999996")
    throw new Refusal(500, { message: "The bank check isn't available. (This is a demo scenario.)" });
  if (sortCode === "999995") throw new Refusal(503, "Service Unavailable");
  if (sortCode === "999994") throw new LostAnswer();
  if (sortCode === "999993") throw new Refusal(200, "<!doctype html><title>Maintenance</title>");
}

/** The branch with this sort code. Coverdale & Co. (180002) pass the check, but don't have a branch in the directory. */
function branchOf(sortCode: string) {
  const branch = sortCode === "180002" ? undefined : findBranch(sortCode);
  return branch ? { UKBankBranch: branch } : null;
}

function checkAccount(typedSortCode: string, typedNumber: string) {
  const sortCode = digitsOf(typedSortCode);
  const accountNumber = digitsOf(typedNumber);
  const isTranscribed = sortCode === transcribed.typedSortCode;
  const issue = isTranscribed ? 0 : findIssue(typedSortCode, typedNumber, sortCode, accountNumber);
  const output = isTranscribed ? transcribed : { sortCode, accountNumber };
  const isValid = issue === 0;
  return {
    Valid: isValid,
    InvalidIssue: issue,
    InvalidReason: invalidReasons[issue] ?? "",
    InvalidParameter: isValid ? "" : [1, 2, 7].includes(issue) ? "SortCode" : "AccountNumber",
    AccountDetailsOutput: isValid
      ? {
          SortCode: output.sortCode,
          AccountNumber: output.accountNumber,
          BankAccountVerificationMAC: macOf(output.sortCode, output.accountNumber),
        }
      : null,
    AccountIBAN: "",
    UKBankBranch: branchOf(output.sortCode)?.UKBankBranch ?? null,
  };
}

function findIssue(
  typedSortCode: string,
  typedNumber: string,
  sortCode: string,
  accountNumber: string,
): number {
  if (/[^\d\s-]/.test(typedSortCode)) return 2;
  if (sortCode.length !== 6) return 1;
  if (/[^\d\s-]/.test(typedNumber)) return 5;
  if (accountNumber.length < 8) return 3;
  if (accountNumber.length > 8) return 4;
  if (sortCode === sortCodeOfChosenIssue) return Number(accountNumber.slice(-2)) % 14;
  if (!findBranch(sortCode)) return 7;
  return passesModulus(sortCode, accountNumber) ? 0 : 6;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
