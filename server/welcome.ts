import { demoPassword, people } from "#provider/data/people.ts";
import type { Config } from "./config.ts";

/** Tells a newcomer on the terminal where the portal is and who may sign in. */
export function welcome(config: Config): void {
  const width = Math.max(...people.map(({ email }) => email.length));
  const lines = people.map(({ email, shows }) => `    ${email.padEnd(width)}  ${shows}`);
  process.stdout.write(`
  The portal is at  ${config.publicUrl}

  Demo sign-ins (password ${demoPassword}):
${lines.join("\n")}

  Make things happen:  npm run provider:event -- line-check

`);
}
