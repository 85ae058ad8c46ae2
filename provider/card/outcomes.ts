import { randomInt, randomUUID } from "node:crypto";

/** How a button of the card page ends the transaction. */
interface Outcome {
  readonly label: string;
  readonly status: "OK" | "NOTAUTHED" | "ABORT" | "REJECTED" | "ERROR";
  readonly detail: string;
  readonly threeDSecure?: "OK" | "NOTAUTHED" | "NOTCHECKED";
  /** What goes wrong with the redirect. By default the browser goes straight to the address for the status. */
  readonly returnFault?: "never" | "twice" | "wrong-address" | "garbled";
}

const successful = { status: "OK", detail: "0000 : The Authorisation was Successful." } as const;

/** Every outcome on the card page. The two for 3-D Secure are buttons on its own page. */
export const outcomes = {
  paid: { label: "Pay", ...successful },
  declined: {
    label: "Declined by the bank",
    status: "NOTAUTHED",
    detail: "2000 : The Authorisation was Declined by the bank.",
  },
  cancelled: {
    label: "Cancel",
    status: "ABORT",
    detail: "2013 : The Transaction was cancelled by the customer.",
  },
  rejected: {
    label: "Rejected by the vendor's rules",
    status: "REJECTED",
    detail: "2001 : The Authorisation was Rejected by the vendor rule-base.",
  },
  error: {
    label: "An error at the card provider",
    status: "ERROR",
    detail: "5036 : A problem occurred at the card provider. No money was taken.",
  },
  "3ds-passed": { label: "Approve", ...successful, threeDSecure: "OK" },
  "3ds-failed": {
    label: "Refuse",
    status: "REJECTED",
    detail: "3336 : The 3D-Authentication failed. This vendor's rules reject it.",
    threeDSecure: "NOTAUTHED",
  },
  "no-return": { label: "Paid, but the browser never comes back", ...successful, returnFault: "never" },
  twice: { label: "Paid, and the browser comes back twice", ...successful, returnFault: "twice" },
  "wrong-address": {
    label: "Paid, but the browser comes back to the failure address",
    ...successful,
    returnFault: "wrong-address",
  },
  garbled: { label: "Paid, but the reply can't be decrypted", ...successful, returnFault: "garbled" },
} as const satisfies Record<string, Outcome>;
export type OutcomeName = keyof typeof outcomes;

/** The outcome with this name; undefined for any other value. */
export function findOutcome(name: unknown): Outcome | undefined {
  return typeof name === "string" && Object.hasOwn(outcomes, name)
    ? outcomes[name as OutcomeName]
    : undefined;
}

/** The result fields that Opayo Form returns for a transaction. */
export function resultFields(
  { status, detail, threeDSecure = "NOTCHECKED" }: Outcome,
  vendorTxCode: string,
  amount: string,
): Record<string, string> {
  return {
    VendorTxCode: vendorTxCode,
    VPSTxId: `{${randomUUID().toUpperCase()}}`,
    Status: status,
    StatusDetail: detail,
    ...(status === "OK" && { TxAuthNo: String(randomInt(1_000_000, 10_000_000)) }),
    AVSCV2: "SECURITY CODE MATCH ONLY",
    AddressResult: "NOTMATCHED",
    PostCodeResult: "MATCHED",
    CV2Result: "MATCHED",
    GiftAid: "0",
    "3DSecureStatus": threeDSecure,
    CardType: "VISA",
    Last4Digits: "0006",
    DeclineCode: status === "OK" ? "00" : "05",
    ExpiryDate: "0133",
    Amount: amount,
    ...(status === "OK" && { BankAuthCode: "999777" }),
  };
}
