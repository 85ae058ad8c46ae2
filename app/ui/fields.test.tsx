import { expect, test } from "vitest";
import { Checkbox } from "./choice.tsx";
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
