import { expect, it } from "vitest";
import { textLength } from "#app/limits.ts";
import { plainName } from "./plain-name.ts";

const MB = 1024 * 1024;

// The old pattern took minutes for the first of these.
it.each([".", " ", ". a", "\u202E.", "/", "ﬃ", "😀"])(
  "a name of 1 MB of %j is cut before anything reads it",
  (text) => {
    const name = plainName(`${text.repeat(MB / text.length)}x.pdf`);
    expect(name.length).toBeLessThanOrEqual(textLength.fileName);
    expect(name).toMatch(/x\.pdf$/);
  },
);
