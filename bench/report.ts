import type { Finding } from "./measure.ts";

const verdict = ({ met }: Finding) => (met === undefined ? "" : met ? "yes" : "NO");

/** The findings as a table. */
export function table(findings: readonly Finding[]): string {
  const rows = [
    ["what", "target", "measured", "met?"],
    ...findings.map((finding) => [finding.what, finding.target ?? "", finding.measured, verdict(finding)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
