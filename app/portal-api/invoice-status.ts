/** In a file of its own, so that the browser loads no schema for it. */
export const invoiceStatus = { live: 0, onHold: 1, completed: 2, disputed: 3 } as const;
