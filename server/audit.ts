import { createHash } from "node:crypto";
import { personOf, type SignedInUser } from "./session/portal-session.ts";

/** Who did something, for the log: the same for all of a person's requests, and nothing that names them. */
export interface Actor {
  readonly user: string;
  readonly kind: "customer" | "employee";
  /** The account worked for, if one is chosen. */
  readonly account: string | undefined;
  /** The session's handle, which opens nothing. */
  readonly session: string;
}

interface Acting {
  readonly handle: string;
  readonly user: Pick<SignedInUser, "id" | "issuer" | "b2c"> | undefined;
  readonly account: { readonly clientId: string } | undefined;
}

/** Who acts in a session; undefined where nobody is signed in. */
export function actorOf({ handle, user, account }: Acting): Actor | undefined {
  return user && actor({ handle, person: personOf(user), b2c: user.b2c, clientId: account?.clientId });
}

/** The actor by `person`, the key of {@link personOf}. */
export function actor(one: { handle: string; person: string; b2c: boolean; clientId?: string }): Actor {
  return {
    user: createHash("sha256").update(one.person).digest("base64url").slice(0, 16),
    kind: one.b2c ? "customer" : "employee",
    account: one.clientId,
    session: one.handle,
  };
}
