/**
 * Preloaded into a portal process (`NODE_OPTIONS=--import …`): its clock then starts at the time that
 * SHIFTED_NOW names, so that a test can stand before or after a date.
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
