import type { Variable } from "../server/config-variable.ts";
import { variables } from "../server/config-variables.ts";

/** docs/configuration.md, made from the variables that the server reads. */
export function configurationPage(): string {
  const rows = Object.values(variables as Record<string, Variable>).map(row);
  return `# Configuration

Everything is set by environment variables, checked together before anything starts: every fault is listed at once, by
name and never by value, and the process ends with code 78. \`node server.ts --check-config\` only checks.

- **required**: has no default in production. In development and in a demo the embedded provider fills it in.
- **secret**: may come from a file instead, named by the variable with \`_FILE\` behind it, such as
  \`SESSION_SECRET_FILE=/run/secrets/session\`.
- \`NODE_ENV=production\` serves what \`npm run build\` made; without it, Vite serves the source with hot reload.
- The embedded provider's own settings are in [scenarios.md](scenarios.md#settings).

| variable | | default | |
|---|---|---|---|
${rows.join("\n")}

<!-- Made by \`npm run docs\` from server/config-variables.ts; a test fails where it is not current. -->
`;
}

function row({ name, required, secret, fallback, about }: Variable): string {
  const kinds = [required ? "required" : "", secret ? "secret" : ""].filter(Boolean).join(", ");
  const standard = fallback === undefined ? "" : `\`${fallback}\``;
  return `| \`${name}\` | ${kinds} | ${standard} | ${about.replaceAll("|", "\\|")} |`;
}
