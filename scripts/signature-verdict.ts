interface Finding {
  readonly name: string;
  readonly version: string;
}

interface Answer {
  readonly invalid?: readonly Finding[];
  readonly missing?: readonly Finding[];
  readonly error?: { readonly summary?: string };
}

interface Verdict {
  readonly exitCode: 0 | 1;
  readonly message: string;
}

/** Reads the output of `npm audit signatures --json`. Without lists of findings, the registry did not answer. */
export function readSignatures(output: string): Verdict {
  const answer = parseOutput(output);
  const { invalid, missing } = answer;
  if (!invalid || !missing) {
    return {
      exitCode: 0,
      message: `not checked: ${answer.error?.summary ?? "the registry does not answer"}`,
    };
  }
  const lines = [...describe("invalid", invalid), ...describe("missing", missing)];
  return lines.length > 0
    ? { exitCode: 1, message: lines.join("\n") }
    : { exitCode: 0, message: "every signature is valid" };
}

function parseOutput(output: string): Answer {
  try {
    return JSON.parse(output) as Answer;
  } catch {
    return {};
  }
}

const describe = (what: string, findings: readonly Finding[]) =>
  findings.map(({ name, version }) => `${what} signature: ${name}@${version}`);
