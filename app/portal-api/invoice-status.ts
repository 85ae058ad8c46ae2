/** Codes of spec 2 §4; by themselves, so that the browser's part of a list needs no schema. */
export const invoiceStatus = { live: 0, onHold: 1, completed: 2, disputed: 3 } as const;
