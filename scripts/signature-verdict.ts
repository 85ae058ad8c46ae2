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
  readonly said: string;
}

/** Reads the output of `npm audit signatures --json`. Without lists of findings, the registry did not answer. */
export function readSignatures(output: string): Verdict {
  const answer = parsed(output);
  const { invalid, missing } = answer;
  if (!invalid || !missing) {
    return { exitCode: 0, said: `not checked: ${answer.error?.summary ?? "the registry does not answer"}` };
  }
  const found = [...listed("invalid", invalid), ...listed("missing", missing)];
  return found.length > 0
    ? { exitCode: 1, said: found.join("\n") }
    : { exitCode: 0, said: "every signature is valid" };
}

function parsed(output: string): Answer {
  try {
    return JSON.parse(output) as Answer;
  } catch {
    return {};
  }
}

const listed = (what: string, findings: readonly Finding[]) =>
  findings.map(({ name, version }) => `${what} signature: ${name}@${version}`);
