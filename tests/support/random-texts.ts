import fc from "fast-check";
import type { FieldKind } from "#app/forms/cleaning.ts";

/** Characters that something along the way has changed before, or might change. */
const odd = fc.constantFrom(
  ...[..."\u00a0\u202f\u00ad\u200b\u200c\u200d\u200e\u202e\u2060\u2066\ufeff\u2800\u3164"],
  ...[...'–−‑１٣²<>&"’%+→≈\\\u0001\t\n'],
  ...["\r\n", " ", "  ", "\u3000", "😀", "👩\u200d💻", "🏴\u{e0067}\u{e007f}", "e\u0301", "ﬀ", "ß", "Łódź"],
);
const anything = fc
  .array(fc.oneof(odd, fc.string({ unit: "binary", maxLength: 3 }), fc.constantFrom("a", "B", "7")), {
    maxLength: 20,
  })
  .map((parts) => parts.join(""));
/** Lengths around the usual limits. */
const long = fc
  .tuple(fc.constantFrom("x", "é", "😀 "), fc.integer({ min: 15, max: 130 }))
  .map(([text, count]) => text.repeat(count));

const usual: Readonly<Record<FieldKind, readonly string[]>> = {
  line: ["Anna", "14 Fisher Street", "Harbour & Pine"],
  text: ["One line\r\nand another", "Speed < 1 Mbps"],
  email: ["r&d@harbourpine.example", "anna@xn--bcher-kva.example", "a@b"],
  name: ["O’Connor", "Jean-Luc 2nd"],
  report: ["Speed < 1 Mbps\n\n→ at 5 ≈ nothing"],
  count: ["12", "007", "1-2", "1.5", "9007199254740993"],
  bankNumber: ["089999", "66374958", "663749581"],
  phone: ["01632960123", "+44(0)1632960123", "441632960123", "+33123456789", "1632960123", "07700900123"],
  postcode: ["YO213AJ", "yo21 3aj", "BFPO57", "ascn1zz", "SW1A 1AA", "M11AE"],
};
const separator = fc.constantFrom("", "", "", "", " ", "\u00a0", "-", "–", ".", "(", ")", "\u200b", "  ");

/** Random well-formed texts for this kind of field: anything, long ones, and usual ones with separators in odd places. */
export function textsOfKind(kind: FieldKind): fc.Arbitrary<string> {
  const dressed = fc
    .tuple(fc.constantFrom(...usual[kind]), fc.array(separator, { minLength: 40, maxLength: 40 }))
    .map(([text, separators]) => [...text].map((letter, index) => letter + separators[index]!).join(""));
  return fc.oneof(anything, long, dressed, fc.constantFrom(...usual[kind]));
}
