import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Message } from "./message.tsx";

it("a message that's a text alone is a paragraph, and parts stay as they are", () => {
  const textOf = (children: Parameters<typeof Message>[0]["children"]) =>
    renderToStaticMarkup(<Message tone="info">{children}</Message>).replace(/^.*?<\/span>/s, "");
  expect(textOf("Saved.")).toContain("<p>Saved.</p>");
  expect(textOf(<ul />)).not.toContain("<p>");
});
