import type Provider from "oidc-provider";
import type { Directory, TenantName } from "./accounts.ts";
import type { Credentials } from "./credentials.ts";
import type { TenantKeys } from "./keys.ts";

/** Who is told about faults that are nobody's input: nothing is written to the console here. */
export type ReportFault = (fault: unknown) => void;

/** One issuer with its sign-in pages. */
export interface Tenant {
  readonly name: TenantName;
  /** `<url>/customer` or `<url>/employee`. */
  readonly issuer: string;
  /** The issuer's path, without a slash at the end. */
  readonly prefix: string;
  readonly portalUrl: string;
  readonly clientId: string;
  readonly keys: TenantKeys;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly provider: Provider;
}
