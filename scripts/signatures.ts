/** Checks the registry's signatures for the installed packages: `npm run signatures`. Fails if one is invalid or missing, but not if the registry doesn't answer, as some mirrors don't. */
import { spawnSync } from "node:child_process";

const SECONDS = 180;

type Findings = readonly { readonly name: string; readonly version: string }[];

interface Answer {
  readonly invalid?: Findings;
  readonly missing?: Findings;
  readonly error?: { readonly summary?: string };
}

/** Reads the output of `npm audit signatures --json`. Without lists of findings, the registry didn't answer. */
export function readSignatures(output: string): { readonly exitCode: 0 | 1; readonly message: string } {
  const { invalid, missing, error } = parseOutput(output);
  if (!invalid || !missing)
    return { exitCode: 0, message: `not checked: ${error?.summary ?? "the registry doesn't respond"}` };
  const faults = Object.entries({ invalid, missing }).flatMap(([what, findings]) =>
    findings.map(({ name, version }) => `${what} signature: ${name}@${version}`),
  );
  if (faults.length === 0) return { exitCode: 0, message: "every signature is valid" };
  return { exitCode: 1, message: faults.join("\n") };
}

function parseOutput(output: string): Answer {
  try {
    return JSON.parse(output) as Answer;
  } catch {
    return {};
  }
}

if (import.meta.main) {
  const options = { encoding: "utf8", timeout: SECONDS * 1_000, maxBuffer: 64_000_000 } as const;
  const { exitCode, message } = readSignatures(
    spawnSync("npm", ["audit", "signatures", "--json"], options).stdout,
  );
  process.stdout.write(`${message}\n`);
  process.exitCode = exitCode;
}
