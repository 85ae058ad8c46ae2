import type { Variable } from "../server/config-variable.ts";
import { variables, type VariableKey } from "../server/config-variables.ts";
import { partNames, parts, withoutSetting } from "../server/optional-parts.ts";

/** The content of docs/configuration.md, from the variables that the server reads. */
export function configurationPage(): string {
  const rows = (Object.entries(variables) as [VariableKey, Variable][]).map(row);
  return `# Configuration

You configure the portal with environment variables. It checks them all before it starts. If any are wrong, it lists them
by name, never by value, and exits with code 78. To check them without starting, run
\`npx node server.ts --check-config\`.

- **required** settings don't have a default in production. In development and in a demo, the embedded provider fills them
  in.
- **secret** settings can be read from a file. Add \`_FILE\` to the name, as in
  \`SESSION_SECRET_FILE=/run/secrets/session\`.
- \`NODE_ENV=production\` serves the last \`npm run build\`. Without it, Vite serves the source with hot reload.
- The embedded provider's own settings are in [scenarios.md](scenarios.md#settings).

| variable | | default | |
|---|---|---|---|
${rows.join("\n")}

## Parts that may be left out

If you don't have one of these services, leave out its settings. That part of the portal is then turned off: nothing links
to it, and its pages say 'Not available here' (404) to anyone who's signed in. If you set only some of a part's settings,
the portal doesn't start. The log line \`portal is listening\` lists the parts that are turned off.

| part | settings | without it |
|---|---|---|
${partNames.map(partRow).join("\n")}

<!-- Made by \`npm run docs\` from server/config-variables.ts; a test fails if it's out of date. -->
`;
}

/** The optional part that a setting belongs to, or what's missing without the setting. */
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

function row([key, { name, required, secret, defaultValue, about }]: [VariableKey, Variable]): string {
  const kinds = [required ? "required" : "", secret ? "secret" : ""].filter(Boolean).join(", ");
  const standard = defaultValue === undefined ? "" : `\`${defaultValue}\``;
  return `| \`${name}\` | ${kinds} | ${standard} | ${(about + absence(key)).replaceAll("|", "\\|")} |`;
}
