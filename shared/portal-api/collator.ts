/** The order of texts in every list and select: capitals don't count, and 9 is before 10. */
export const collator = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });
