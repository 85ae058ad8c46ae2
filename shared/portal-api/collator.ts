/** The order of texts in every list and select: ignores case, and 9 comes before 10. */
export const collator = new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" });
