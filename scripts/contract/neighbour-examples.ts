import type { Examples } from "./operations.ts";

const branch = { BankName: "Northern Counties Bank" };
const listing = (File: unknown) => ({ EnumerationResults: { Entries: { File } } });
const file = (Name: string, size: number) => ({ Name, Properties: { "Content-Length": size } });
const folders = ["License_{id}", "Quote_{id}", "Return_{id}", "{clientId}/Support_{id}"];

const answers: Readonly<Record<string, unknown>> = {
  "GET suggestions": {
    suggestions: [{ id: "GB-1001", text: "Quayside House, 14 Fisher Street, Whitby, YO21 3PU" }],
  },
  "GET addresses/{id}": {
    ...{ line1: "Quayside House", line2: "14 Fisher Street", town: "Whitby" },
    ...{ county: "North Yorkshire", postCode: "YO21 3PU" },
  },
  "GET ValidateUKBankAccount/{clientId}": {
    ...{ Valid: true, InvalidIssue: 0, InvalidReason: "", UKBankBranch: branch },
    AccountDetailsOutput: {
      ...{ SortCode: "309070", AccountNumber: "12345668" },
      BankAccountVerificationMAC: "47728E02A316C282CB9C3ED34067B5E4",
    },
  },
  "GET GetUKBankBranch/{clientId}": JSON.stringify({ UKBankBranch: branch }),
  "GET GetUKBankBranches/{clientId}": {
    UKBankBranches: [{ SortCode: "202959", BankName: "Northern Counties Bank", BranchName: "Whitby" }],
  },
  "POST GetAvailableAddresses": {
    getAvailableAddressesResponse: {
      getAvailableAddressesResult: {
        Sites: {
          address: {
            ...{ aLK: "A00000001001", buildingName: "Quayside House", buildingNumber: "14" },
            ...{ street: "Fisher Street", postTown: "WHITBY", postCode: "YO21 3PU" },
          },
        },
        status: { Errors: null },
      },
    },
  },
  "GET address-availability/available-products": {
    availableProduct: [
      { productName: "FTTP 550/75", chessProductName: "Fibre 550", downstreamSpeed: 550, upstreamSpeed: 75 },
      { productName: "FTTP 80/20", chessProductName: "Fibre 80", downstreamSpeed: 80, upstreamSpeed: 20 },
    ],
  },
  ...Object.fromEntries(
    folders.map((folder, index) => [
      `GET ${folder}`,
      // Many are a list, one is itself, none is null.
      [
        listing([file("Certificate.pdf", 48_213), file("Terms.pdf", 120_400)]),
        listing(file("Quote 29019.pdf", 81_220)),
        { EnumerationResults: { Entries: null } },
        listing(file("Photo of the router.pdf", 512_007)),
      ][index],
    ]),
  ),
};

const parameters: Readonly<Record<string, unknown>> = {
  ...{ clientId: "1001", id: "29019", text: "YO21 3PU", SortCode: "309070", AccountNumber: "12345668" },
  ...{ Postcode: "YO21 3PU", galk: "A00000001001", accountNumber: "HAR002", year: "2026", month: "03" },
  ...{ fileName: "Invoice_410319.pdf", sageAccountNumber: "HAR001" },
};

const bodies: Readonly<Record<string, unknown>> = {
  "POST GetAvailableAddresses": {
    getAvailableAddresses: { request: { address: { postCode: "YO21 3PU" } } },
  },
};

/** What the services beside the portal API answer, by call. */
export const neighbourExamples: Examples = new Map(
  Object.entries(answers).map(([call, answer]) => [
    call,
    { parameters, answer, headers: {}, ...(bodies[call] !== undefined && { body: bodies[call] }) },
  ]),
);
