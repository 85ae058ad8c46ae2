import { createHash } from "node:crypto";
import type { SignedInUser } from "./session/portal-session.ts";

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
  readonly user: Pick<SignedInUser, "id" | "b2c"> | undefined;
  readonly account: { readonly clientId: string } | undefined;
}

/** Who acts in a session; undefined where nobody is signed in. */
export function actorOf({ handle, user, account }: Acting): Actor | undefined {
  if (!user) return undefined;
  return {
    user: createHash("sha256").update(user.id).digest("base64url").slice(0, 16),
    kind: user.b2c ? "customer" : "employee",
    account: account?.clientId,
    session: handle,
  };
}
