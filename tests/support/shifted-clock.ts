/** Preloaded into a portal's process (`NODE_OPTIONS=--import …`). Its clock starts at the time in SHIFTED_NOW, so that a test can run before or after a date. */
const RealDate = Date;
const shift = Date.parse(process.env["SHIFTED_NOW"] ?? "") - Date.now();
const now = () => RealDate.now() + shift;

// Not a subclass, because libraries copy the methods that `Date.prototype` itself has, and London's dates depend on
// them.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts: unknown[], newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget) as Date,
  get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
});
