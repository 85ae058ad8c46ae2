import companies from "./companies.json" with { type: "json" };
import type { Company } from "./store-invoice.ts";

/** The company that issues most of the demo's invoices. */
export const larkfield: Company = companies.larkfield;

/** A sister company without a website, which bills for calls. */
export const larkfieldVoice: Company = companies.larkfieldVoice;

/** The account for bank transfers. */
export const { receivingBank } = companies;
