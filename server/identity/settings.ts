import type { ClaimNames } from "./claims.ts";

/** What the identity service must be told; the server's configuration has all of it. */
export interface IdentitySettings {
  /** Redirect addresses come from here and never from a request, whose Host anyone may write. */
  readonly publicUrl: string;
  /** The site is https: cookies are Secure and carry the `__Host-` prefix. */
  readonly secure: boolean;
  readonly customerIssuer: string;
  /** Undefined where the document lies below the issuer. */
  readonly customerMetadataUrl: string | undefined;
  readonly customerClientId: string;
  readonly customerClientSecret: string | undefined;
  /** Separated by spaces. */
  readonly customerScopes: string;
  readonly customerClaims: ClaimNames;
  /** The customers' provider holds employees, too. */
  readonly customerAdmitsEmployees: boolean;
  readonly passwordResetUrl: string | undefined;
  /** Undefined for the Microsoft cloud with the tenant. */
  readonly employeeAuthority: string | undefined;
  /** Undefined for the authority's `/v2.0`; without an authority the metadata lies below the issuer. */
  readonly employeeIssuer: string | undefined;
  readonly employeeTenantId: string | undefined;
  /** Undefined where employees don't sign in. */
  readonly employeeClientId: string | undefined;
  readonly employeeClientSecret: string | undefined;
  readonly employeeDomainHint: string | undefined;
  readonly employeeClaims: ClaimNames;
  /** Puts the identity token, which the API takes, into the sign-out address. */
  readonly signOutIdToken: boolean;
}
