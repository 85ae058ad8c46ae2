import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map((match) => [
    match[1],
    { light: match[2] ?? "", dark: match[3] ?? "" },
  ]),
);

type Theme = "light" | "dark";

function colour(name: string, theme: Theme): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`tokens.css has no colour ${name}`);
  return token[theme];
}

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ["--canvas", "--surface", "--surface-sunken", "--surface-hover", "--surface-raised"];
const tones = ["success", "info", "warning", "error"];
const text: [string, string][] = [
  ...["--text", "--text-muted", "--text-subtle", "--brand-text"].flatMap((ink) =>
    surfaces.map((surface): [string, string] => [ink, surface]),
  ),
  ...["--brand", "--brand-hover", "--brand-active"].map((fill): [string, string] => ["--brand-on", fill]),
  ["--brand-soft-text", "--brand-soft"],
  ["--brand-text", "--brand-soft"],
  ["--text", "--brand-soft"],
  ["--text-muted", "--brand-soft"],
  ["--danger-on", "--danger"],
  ["--danger-on", "--danger-hover"],
  ["--neutral-text", "--neutral-soft"],
  ...tones.map((tone): [string, string] => [`--${tone}-text`, `--${tone}-soft`]),
  ["--error-text", "--surface"],
  ["--warning-text", "--surface"],
  ["--error-text", "--canvas"],
  ["--warning-text", "--canvas"],
];
const shapes: [string, string][] = [
  ...["--border-control", "--focus"].flatMap((line) =>
    surfaces.map((surface): [string, string] => [line, surface]),
  ),
  ...tones.map((tone): [string, string] => [`--${tone}-mark`, `--${tone}-soft`]),
  ["--error-mark", "--surface"],
  ["--brand-text", "--brand-soft"],
];

describe.each(["light", "dark"] as const)("%s theme", (theme) => {
  test.each(text)("text %s on %s reaches 4.5:1", (ink, surface) => {
    expect(contrast(colour(ink, theme), colour(surface, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapes)("shape %s on %s reaches 3:1", (line, surface) => {
    expect(contrast(colour(line, theme), colour(surface, theme))).toBeGreaterThanOrEqual(3);
  });
});
