import { expect, test } from "vitest";
import { Checkbox, RadioCards } from "./choice.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Select } from "./select.tsx";
import { render } from "./testing/render.tsx";
import { TextArea, TextInput } from "./text-input.tsx";

const texts = {
  id: "surname",
  name: "surname",
  label: "Surname",
  hint: "As on your passport",
  errors: ["Surname is required"],
  warnings: ["Unusual"],
};

test.each([
  ["TextInput", <TextInput key="1" {...texts} />],
  ["TextArea", <TextArea key="2" {...texts} />],
  ["Select", <Select key="3" {...texts} options={[]} />],
  ["Checkbox", <Checkbox key="4" {...texts} />],
])("%s is linked to its label, error, warning and hint, error first", (_name, field) => {
  const html = render(field);

  expect(html).toContain('for="surname"');
  expect(html).toContain('aria-describedby="surname-error surname-warning surname-hint"');
  expect(html).toContain('aria-invalid="true"');
  for (const part of ["error", "warning", "hint"]) expect(html).toContain(`id="surname-${part}"`);
  expect(html).toMatch(/Error: <\/span>Surname is required/);
});

test("a field without hint and messages has no description", () => {
  const html = render(<TextInput id="town" name="town" label="Town" errors={[]} />);

  expect(html).not.toContain("aria-describedby");
  expect(html).not.toContain("aria-invalid");
});

test("values and errors are escaped", () => {
  const html = render(
    <TextInput id="a" name="a" label="A" defaultValue={`"><script>x</script>`} errors={["<b>no</b>"]} />,
  );

  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<b>");
});

test("radio cards are a fieldset with a legend, and the default option is checked", () => {
  const html = render(
    <RadioCards
      id="bills"
      name="bills"
      label="How would you like to receive your bills?"
      errors={["Choose one"]}
      defaultValue="post"
      options={[
        { value: "email", label: "Email", hint: "A link" },
        { value: "post", label: "Post" },
      ]}
    />,
  );

  expect(html).toMatch(/<fieldset[^>]*id="bills"[^>]*aria-describedby="bills-error"/);
  expect(html).toMatch(/<legend[^>]*>How would you like to receive your bills\?<\/legend>/);
  expect(html).toMatch(/<input[^>]*id="bills-1"[^>]*checked=""/);
  expect(html).toContain('aria-describedby="bills-0-hint"');
  expect(html.match(/checked=""/g)).toHaveLength(1);
});

test("a placeholder is a first option with an empty value", () => {
  const html = render(
    <Select
      id="address"
      name="address"
      label="Address"
      placeholder="Please choose..."
      options={[{ value: "1", label: "Manchester" }]}
    />,
  );

  expect(html).toContain('<option value="">Please choose...</option>');
});

test("the error summary takes the focus without scripts and links to the fields", () => {
  const html = render(
    <ErrorSummary items={[{ text: "Surname is required", href: "#surname" }, { text: "Try again later" }]} />,
  );

  expect(html).toMatch(/<div[^>]*role="alert"[^>]*tabindex="-1"[^>]*autofocus=""/);
  expect(html).toContain('<a href="#surname">Surname is required</a>');
  expect(html).toContain(">Try again later</li>");
});
