import type { Variable } from "../server/config-variable.ts";
import { variables, type VariableKey } from "../server/config-variables.ts";
import { partNames, parts, withoutSetting } from "../server/optional-parts.ts";

/** The content of docs/configuration.md, from the variables that the server reads. */
export function configurationPage(): string {
  const rows = (Object.entries(variables) as [VariableKey, Variable][]).map(row);
  return `# Configuration

Everything is set by environment variables, checked together before anything starts: every fault is listed at once, by
name and never by value, and the process ends with code 78. \`npx node server.ts --check-config\` only checks.

- **required**: has no default in production. In development and in a demo the embedded provider fills it in.
- **secret**: may come from a file instead, named by the variable with \`_FILE\` behind it, such as
  \`SESSION_SECRET_FILE=/run/secrets/session\`.
- \`NODE_ENV=production\` serves what \`npm run build\` made; without it, Vite serves the source with hot reload.
- The embedded provider's own settings are in [scenarios.md](scenarios.md#settings).

| variable | | default | |
|---|---|---|---|
${rows.join("\n")}

## Parts that may be left out

A provider that has no such service leaves its settings out. The part is then absent as a whole: its pages answer 'Not available here' (404) to whoever is signed in, and nothing in the portal leads there. Half of a part's settings is a fault. The line \`portal is
listening\` names the absent ones.

| part | settings | without it |
|---|---|---|
${partNames.map(partRow).join("\n")}

<!-- Made by \`npm run docs\` from server/config-variables.ts; a test fails where it is not current. -->
`;
}

/** The optional part that a setting belongs to, or what is missing without the setting. */
function absence(key: VariableKey): string {
  const part = partNames.find((part) => (parts[part].needs as readonly VariableKey[]).includes(key));
  if (part) return ` Part: [\`${part}\`](#parts-that-may-be-left-out).`;
  const without = withoutSetting[key];
  return without === undefined ? "" : ` Without it: ${without}.`;
}

function partRow(part: (typeof partNames)[number]): string {
  const settings = parts[part].needs.map((key) => `\`${variables[key].name}\``).join(", ");
  return `| \`${part}\` | ${settings}${part === "live" ? " (`none`)" : ""} | ${parts[part].without} |`;
}

function row([key, { name, required, secret, fallback, about }]: [VariableKey, Variable]): string {
  const kinds = [required ? "required" : "", secret ? "secret" : ""].filter(Boolean).join(", ");
  const standard = fallback === undefined ? "" : `\`${fallback}\``;
  return `| \`${name}\` | ${kinds} | ${standard} | ${(about + absence(key)).replaceAll("|", "\\|")} |`;
}
