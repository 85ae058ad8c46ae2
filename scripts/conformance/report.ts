import { NOT_SERVED, type Finding, type Result, type Verdict } from "./finding.ts";

const exitCodes = { passes: 0, "not tried": 0, fails: 1, deviates: 2 } as const;

/** 0 without findings, 1 if a call fails, 2 if the portal only shows less. */
export function exitCodeOf(results: readonly Result[]): number {
  const codes: readonly number[] = results.map(({ verdict }) => exitCodes[verdict]);
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}

/** The report for the terminal: a line for each call, followed by its findings. */
export function tableOf(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ call }) => call.length));
  const lines = results.flatMap(({ call, verdict, findings, note }) => [
    `${verdict.padEnd(9)}  ${note ? `${call.padEnd(width)}  (${note})` : call}`,
    ...findings.map((finding) => " ".repeat(13) + inWords(finding)),
  ]);
  return `${lines.join("\n")}\n\n${summaryOf(results)}\n`;
}

const countOf = (results: readonly Result[], verdict: Verdict) =>
  results.filter((result) => result.verdict === verdict).length;

const inWords = ({ at, expected, got, consequence }: Finding) =>
  `${at}: expected ${expected}, got ${got} → ${consequence}`;

const plurals: Readonly<Partial<Record<Verdict, string>>> = {
  passes: "pass",
  deviates: "deviate",
  fails: "fail",
};

function summaryOf(results: readonly Result[]): string {
  const verdicts: readonly Verdict[] = ["passes", "deviates", "fails", "not tried"];
  const unserved = results.filter(({ note }) => note === NOT_SERVED).length;
  const counts = verdicts.map((verdict) => {
    const count = countOf(results, verdict);
    return `${count} ${count === 1 ? verdict : (plurals[verdict] ?? verdict)}`;
  });
  const calls = results.length === 1 ? "1 call" : `${results.length} calls`;
  return `${calls}: ${counts.join(", ")}${unserved > 0 ? `, ${unserved} of them ${NOT_SERVED}` : ""}.`;
}

/** The report as JUnit XML, with a test case for each call. */
export function junitOf(results: readonly Result[]): string {
  const cases = results.map(({ call, verdict, findings, note }) => {
    const text = findings.map(inWords);
    const inside =
      verdict === "not tried"
        ? `<skipped message="${escaped(note)}"/>`
        : verdict === "passes"
          ? ""
          : `<failure type="${verdict}" message="${escaped(text[0] ?? "")}">${escaped(text.join("\n"))}</failure>`;
    return `  <testcase classname="portal-api" name="${escaped(call)}">${inside}</testcase>`;
  });
  const failures = countOf(results, "fails") + countOf(results, "deviates");
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="conformance" tests="${results.length}" failures="${failures}" skipped="${countOf(results, "not tried")}">
${cases.join("\n")}
</testsuite>
`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
