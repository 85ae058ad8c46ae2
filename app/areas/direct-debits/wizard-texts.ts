export const NOTICE = "Direct Debit changes need 5 working days' notice in advance.";
export const ONE_PER_ACCOUNT = "You can only have a single Direct Debit for each account.";

export const steps = [
  { path: "", title: "Eligibility" },
  { path: "/details", title: "Bank details" },
  { path: "/confirmation", title: "Confirmation" },
  { path: "/success", title: "Done" },
] as const;
