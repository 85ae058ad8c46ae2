import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Rules about the style of React's HTML.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "long-title": "off",
    "no-implicit-button-type": "off",
    "no-trailing-whitespace": "off",
    "void-style": "off",
    // Phone numbers may break over lines.
    "tel-non-breaking": "off",
    // Lists repeat field names, and a table that scrolls is a region without being a section.
    "form-dup-name": "off",
    "prefer-native-element": ["error", { exclude: ["region"] }],
    // Without scripts, a waiting page can't continue in any other way (ADR 8).
    "meta-refresh": "off",
    "no-inline-style": "error",
  },
});

/** The errors in a document, one line each. */
export async function invalidMarkup(document: string): Promise<string[]> {
  const { results } = await validator.validateString(document);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
