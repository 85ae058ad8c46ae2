import type Provider from "oidc-provider";
import type { Credentials } from "./credentials.ts";
import type { TenantKeys } from "./keys.ts";
import type { Directory, TenantName } from "./logins.ts";

/** Receives errors that aren't the visitor's fault. */
export type ReportFault = (fault: unknown) => void;

/** An issuer: the customers' or the employees' identity provider. */
export interface Tenant {
  readonly name: TenantName;
  readonly issuer: string;
  readonly prefix: string;
  readonly portalUrl: string;
  readonly clientId: string;
  readonly keys: TenantKeys;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly provider: Provider;
}
