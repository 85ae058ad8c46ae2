import { sessionSecret } from "./stage.ts";
import { clientId } from "./upstream/answers.ts";
import { makeSessions } from "../tests/support/made-session.ts";

const LIFE_MS = 8 * 3_600_000;

/**
 * Makes signed-in sessions in a store's file by the portal's own session code, without the sign-in pages.
 * Resolves with their `Cookie` headers. `users` is how many different people they belong to, in turn.
 */
export async function seedSessions(file: string, count: number, users: number): Promise<readonly string[]> {
  const made = await makeSessions(`sqlite:${file}`, sessionSecret, count, async (session, index) => {
    await session.signIn(identityOf(String(index % users)));
    session.selectAccount({ clientId, name: "Marsh & Co" });
  });
  return made.map((value) => `session=${value}`);
}

/** Tokens are never verified again once a session holds them. */
function identityOf(id: string) {
  const user = {
    id: `user-${id}`,
    firstName: "Beth",
    lastName: "Marsh",
    fullName: "Beth Marsh",
    email: "beth.marsh@bench.example",
    b2c: true,
    roles: [`${clientId}-Support`],
  };
  const expiresAt = Date.now() + LIFE_MS;
  const token = { identityToken: `bench.${id}`, refreshToken: undefined };
  return { user, tokens: { ...token, expiresAt, issuedBy: "customer" as const } };
}
