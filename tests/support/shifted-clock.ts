/**
 * Preloaded into a portal process (`NODE_OPTIONS=--import …`): its clock starts at the time in SHIFTED_NOW, so that a
 * test can run before or after a date.
 */
const shift = Date.parse(process.env["SHIFTED_NOW"] ?? "") - Date.now();

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...(parts as [number]));
  }
  static override now(): number {
    return RealDate.now() + shift;
  }
} as DateConstructor;
