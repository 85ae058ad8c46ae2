import demoAccounts from "./accounts.json" with { type: "json" };

/** A location of a demo account. */
export interface DemoAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly town: string;
  readonly county?: string;
  readonly postCode: string;
  readonly notes?: string;
}

/** A demo account, with how many contacts, tickets and notifications to seed. */
export interface DemoAccount {
  readonly clientId: string;
  readonly name: string;
  readonly emailDomain: string;
  readonly numbers: readonly string[];
  /** The first is the primary address. */
  readonly addresses: readonly DemoAddress[];
  readonly contacts: number;
  readonly tickets: number;
  readonly notifications: number;
}

/** The demo's accounts. One has more than five account numbers, so that the portal's list collapses. */
export const accounts: readonly DemoAccount[] = demoAccounts;

/** An address's columns. */
export function addressRow({ line1, line2 = "", town, county = "", postCode, notes = "" }: DemoAddress) {
  return { line1, line2, town, county, post_code: postCode, notes };
}
