import type { Invoice } from "#app/portal-api/invoices.ts";
import { addressLines } from "./address-lines.ts";

export interface CompanyView {
  readonly name: string;
  /** 'GB 123 4567 89' */
  readonly tax: string;
  /** 'England and Wales 01234567' */
  readonly registration: string;
  /** `to` is undefined where the text is no web address. */
  readonly website: { readonly text: string; readonly to: string | undefined } | undefined;
  readonly address: readonly string[];
}

/** The company that issued an invoice; undefined where the API names none. */
export function companyView(company: Invoice["companyDetails"]): CompanyView | undefined {
  if (!company || company.companyName.trim() === "") return undefined;
  const joined = (...parts: readonly string[]) =>
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(" ");
  const webSite = company.webSite.trim();
  return {
    name: company.companyName,
    tax: joined(company.countryCode, company.taxRegistrationNumber),
    registration: joined(company.countryOfRegistration, company.companyRegistrationNumber),
    website: webSite === "" ? undefined : { text: webSite, to: webAddress(webSite) },
    address: addressLines(company.address),
  };
}

/** 'www.provider.example' → 'https://www.provider.example/'; undefined where it is no web address. */
export function webAddress(text: string): string | undefined {
  const whole = /^[a-z][\w+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, href, username, hostname } = new URL(whole);
  const isWeb = (protocol === "https:" || protocol === "http:") && username === "" && hostname.includes(".");
  return isWeb ? href : undefined;
}
