import { createHash } from "node:crypto";
import { personOf, type SignedInUser } from "./session/portal-session.ts";

/** The person behind a request, for the log. */
export interface Actor {
  /** A hash: the same for all requests of a person, but it does not reveal who that is. */
  readonly user: string;
  readonly kind: "customer" | "employee";
  /** The current account, if one is chosen. */
  readonly account: string | undefined;
  /** The session's handle, which can't be used to take over the session. */
  readonly session: string;
}

interface SessionOwner {
  readonly handle: string;
  readonly user: Pick<SignedInUser, "id" | "issuer" | "b2c"> | undefined;
  readonly account: { readonly clientId: string } | undefined;
}

/** The actor of a session; undefined when nobody is signed in. */
export function actorOf({ handle, user, account }: SessionOwner): Actor | undefined {
  return user && actor({ handle, person: personOf(user), b2c: user.b2c, clientId: account?.clientId });
}

/** The actor for `person`, a key made by {@link personOf}. */
export function actor(details: { handle: string; person: string; b2c: boolean; clientId?: string }): Actor {
  return {
    user: createHash("sha256").update(details.person).digest("base64url").slice(0, 16),
    kind: details.b2c ? "customer" : "employee",
    account: details.clientId,
    session: details.handle,
  };
}
