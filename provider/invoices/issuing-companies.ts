import type { Company } from "./store-invoice.ts";

/** Who issues the demo's invoices; one has no website. */
export const larkfield: Company = {
  companyName: "Larkfield Communications Ltd",
  countryCode: "GB",
  taxRegistrationNumber: "902 1145 88",
  countryOfRegistration: "England and Wales",
  companyRegistrationNumber: "04418260",
  webSite: "https://www.larkfield.example",
  address: {
    line1: "Larkfield House",
    line2: "1 Meadow Park",
    town: "Harrogate",
    county: "North Yorkshire",
    postCode: "HG1 5LT",
  },
};

/** A sister company, which bills for calls. */
export const larkfieldMobile: Company = {
  ...larkfield,
  companyName: "Larkfield Voice Ltd",
  taxRegistrationNumber: "902 1145 96",
  companyRegistrationNumber: "06277134",
  webSite: null,
};

/** The account that bank transfers go to. */
export const receivingBank = {
  bankName: "Northern Counties Bank",
  bankSortCode: "202959",
  bankAccountNumber: "63748472",
} as const;
