import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // How React and templates write HTML: browsers read it all the same.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "no-implicit-button-type": "off",
    "no-trailing-whitespace": "off",
    "void-style": "off",
    // A number that breaks over a line is no fault of the document.
    "tel-non-breaking": "off",
    // Lists send their names repeatedly, and a table that scrolls is a region that is no section.
    "form-dup-name": "off",
    "prefer-native-element": ["error", { exclude: ["region"] }],
    // A page that waits has no other way to go on without scripts (ADR 8).
    "meta-refresh": "off",
    "no-inline-style": "error",
  },
});

/** What is wrong with a document, one line each; empty for a valid one. */
export async function invalidMarkup(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
