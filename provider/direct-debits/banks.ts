import { createHmac } from "node:crypto";
import UkModulusChecking from "uk-modulus-checking";
import { demoSecrets } from "#provider/demo-secrets.ts";

/** A bank branch, with Bottomline's field names. */
export interface Branch {
  readonly SortCode: string;
  readonly BankName: string;
  readonly BranchName: string;
  readonly ContactAddressPostCode: string;
}

/** Sort code, bank, branch, postcode. The sort codes come from published test data, the banks are invented. */
const branches: readonly Branch[] = (
  [
    ["202959", "Northern Counties Bank", "Harrogate", "HG1 5LT"],
    ["089999", "Dales Mutual", "Skipton", "BD23 1DN"],
    ["107999", "Meridian Bank", "Leeds Park Row", "LS1 5HD"],
    ["871427", "Humber Savings Bank", "Hull", "HU1 1SX"],
    ["118765", "Halcyon Bank", "York", "YO1 6LF"],
    ["938063", "Foyle Bank", "Derry", "BT48 6HA"],
    ["203099", "Northern Counties Bank", "Whitby", "YO21 3AJ"],
    ["309070", "Severn & Trent Bank", "Worcester", "WR1 2EY"],
    ["180002", "Coverdale & Co.", "London", "EC2V 8AB"],
  ] as const
).map(([SortCode, BankName, BranchName, ContactAddressPostCode]) => ({
  SortCode,
  BankName,
  BranchName,
  ContactAddressPostCode,
}));

/** The branch with this sort code. */
export function findBranch(sortCode: string): Branch | undefined {
  return branches.find(({ SortCode }) => SortCode === sortCode);
}

/** The branches near a postcode. */
export function findBranches(postCode: string): readonly Branch[] {
  const area = postCode.replace(/\s/g, "").slice(0, -3).toUpperCase();
  return branches.filter((branch) => branch.ContactAddressPostCode.startsWith(`${area} `));
}

/** True if the numbers pass the modulus check, or the published weight tables lack the sort code. */
export function passesModulus(sortCode: string, accountNumber: string): boolean {
  return new UkModulusChecking({ sortCode, accountNumber }).isValid();
}

/** A MAC which proves that exactly these numbers were checked. */
export function macOf(sortCode: string, accountNumber: string): string {
  const mac = createHmac("sha256", demoSecrets.bankCheckMac).update(`${sortCode}:${accountNumber}`);
  return mac.digest("hex").slice(0, 32).toUpperCase();
}
