import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { millisecondsInWeek } from "date-fns/constants";
import { route, type Route } from "./route.ts";

/** Tokens that were signed out before they expired. */
export interface EndedTokens {
  has(token: string): boolean;
  add(token: string): void;
}

/** Stores the hashes of ended tokens, so that they're still invalid after a restart. */
export function createEndedTokens(db: DatabaseSync, now: () => Date): EndedTokens {
  const find = db.prepare("SELECT 1 FROM ended_tokens WHERE token_hash = ?");
  return {
    has: (token) => find.get(hashOf(token)) !== undefined,
    add(token) {
      // After a week, every identity token has expired anyway.
      db.prepare("DELETE FROM ended_tokens WHERE ended_at < ?").run(now().getTime() - millisecondsInWeek);
      db.prepare("INSERT OR IGNORE INTO ended_tokens (token_hash, ended_at) VALUES (?, ?)").run(
        hashOf(token),
        now().getTime(),
      );
    },
  };
}

/** `POST /logout`: ends the caller's token and its live connections. */
export function signOutRoutes(endedTokens: EndedTokens, onEnded: (token: string) => void): Route[] {
  return [
    route("POST /logout", "token", ({ caller }) => {
      endedTokens.add(caller.token);
      onEnded(caller.token);
      return { body: null };
    }),
  ];
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
