import { load } from "cheerio";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { describe, expect, it } from "vitest";
import { defineForm } from "./define-form.ts";
import {
  CheckboxesField,
  CheckboxField,
  FixedField,
  RadioField,
  SelectField,
  TextAreaField,
  TextField,
} from "./fields.tsx";
import { PortalForm } from "./portal-form.tsx";
import { CONFLICT_ADVICE, type FormReply, type FormView, type RefusedReply } from "./reply.ts";
import { rule } from "./testing/rule.ts";
import type { Finding } from "./validate.ts";

const form = defineForm({
  id: "contact",
  fields: {
    surname: "Surname",
    notes: "Notes",
    addressId: "Address",
    bills: "Bills",
    locked: "Locked",
    email: "Email",
  },
  lists: { roles: "Roles" },
  button: "Save Contact",
});
const view: FormView = {
  account: "1001",
  person: "anna",
  isNew: false,
  values: {
    surname: "Archer",
    notes: "Hello",
    addressId: "2",
    bills: "post",
    locked: "on",
    email: "a@b.co",
    roles: ["4"],
  },
  rules: [rule("Surname", "Required")],
  fixed: { email: "a@b.co" },
  facts: {},
  hidden: { rowVersion: "AA" },
  shownNow: {},
  restored: false,
  refused: false,
};
const addressOptions = [
  { value: "2", label: "Two" },
  { value: "4", label: "Four" },
];

/** The page as the server renders it. */
async function page(change: { view?: Partial<FormView>; reply?: FormReply } = {}) {
  const element: ReactElement = (
    <PortalForm form={form} view={{ ...view, ...change.view, reply: change.reply }}>
      <TextField name="surname" hint="As on the bill" />
      <TextAreaField name="notes" rows={8} />
      <SelectField name="addressId" options={addressOptions} placeholder="Please choose..." />
      <RadioField name="bills" options={[{ value: "post", label: "Post" }]} />
      <CheckboxField name="locked" />
      <CheckboxesField name="roles" options={addressOptions} />
      <FixedField name="email" />
    </PortalForm>
  );
  const routes = [{ path: "/", element }];
  const { dataRoutes, query } = createStaticHandler(routes);
  const context = await query(new Request("http://portal.example/"));
  if (context instanceof Response) throw new Error("the page answered with a redirect");
  const router = createStaticRouter(dataRoutes, context);
  return load(
    renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />),
  );
}

function refusal(error: Record<string, readonly Finding[]>, more: Partial<RefusedReply> = {}): RefusedReply {
  const result = { status: "error", initialValue: { surname: "Typed" }, error } as const;
  return { kind: "refused", form: "contact", result, ...more };
}

const error = (text: string): Finding => ({ severity: "error", text, rule: "Required" });
const warning = (text: string): Finding => ({ severity: "warning", text, rule: "Odd" });

describe("a form of the kit without scripts", () => {
  it("posts the account, the form's name, its hidden fields and its values", async () => {
    const $ = await page();
    expect($("form").attr()).toMatchObject({ method: "post", id: "contact" });
    const sent = Object.fromEntries(
      $("form")
        .serializeArray()
        .map(({ name, value }) => [name, value]),
    );
    expect(sent).toEqual({
      account: "1001",
      person: "anna",
      intent: "contact",
      rowVersion: "AA",
      surname: "Archer",
      notes: "Hello",
      addressId: "2",
      bills: "post",
      locked: "on",
      roles: "4",
    });
    expect($("dd").text()).toBe("a@b.co");
    expect($("[role=alert]")).toHaveLength(0);
  });

  it("shows fixed values from the view after a refusal, whatever was posted", async () => {
    const initialValue = { surname: "", email: "forged@b.co" };
    const error = { surname: [warning("Odd name.")] };
    const result = { status: "error", initialValue, error } as const;
    for (const reply of [refusal(error), { ...refusal(error), result }]) {
      const $ = await page({
        view: { fixed: { email: "a@b.co", roles: ["4"], locked: "on" } },
        reply,
      });
      expect($("dd").text()).toBe("a@b.co");
      expect($("[name=roles][checked]").attr("value")).toBe("4");
      expect($("[name=locked][checked]")).toHaveLength(1);
    }
  });

  it("marks fields without a Required rule as optional", async () => {
    const $ = await page();
    expect($('label[for="contact-surname"]').text()).toBe("Surname");
    expect($("#contact-surname").attr("aria-required")).toBe("true");
    expect($('label[for="contact-notes"]').text()).toBe("Notes (optional)");
  });

  it("shows errors on the fields and in a summary that takes the focus and links to them", async () => {
    const $ = await page({
      reply: refusal({ surname: [error("This field is required")], "": [error("All wrong.")] }),
    });
    const summary = $("[role=alert]");
    expect(summary.attr("autofocus")).toBeDefined();
    expect(summary.find("h2").text()).toBe("Please resolve the validation errors below before saving.");
    expect(
      summary
        .find("li")
        .map((_, item) => $(item).text())
        .get(),
    ).toEqual(["All wrong.", "Surname: This field is required"]);
    expect(summary.find("a").attr("href")).toBe("#contact-surname");
    expect($("#contact-surname").attr()).toMatchObject({
      value: "Typed",
      "aria-invalid": "true",
      "aria-describedby": "contact-surname-error contact-surname-hint",
    });
    expect($("#contact-surname-error").text()).toBe("Error: This field is required");
    expect($("[name=isSaveConfirmed]")).toHaveLength(0);
  });

  it("puts the label before each message of the summary that doesn't hold it, and not at the field", async () => {
    const tooLong = "Please use no more than 100 characters.";
    const $ = await page({
      reply: refusal({
        surname: [error(tooLong), error("Please enter the surname.")],
        email: [error("The email addresses don't match."), warning("We'll write to both.")],
      }),
    });
    const items = $("[role=alert] li").map((_, item) => $(item).text());
    expect(items.get()).toEqual([
      `Surname: ${tooLong}`,
      "Please enter the surname.",
      "The email addresses don't match.",
      "Warning: Email: We'll write to both.",
    ]);
    expect($("#contact-surname-error").text()).toContain(`Error: ${tooLong}`);
  });

  it("asks for a second press, and confirms only the warnings that it shows", async () => {
    const $ = await page({ reply: refusal({ roles: [warning("No roles.")] }) });
    expect($("[role=alert] h2").text()).toContain('click the "Save Contact" button again');
    expect($("[name=isSaveConfirmed]").attr("value")).toBe("true");
    expect($("[name=findingsShown]").attr("value")).toBe("roles:Odd");
    expect($("#contact-roles-warning").text()).toBe("Warning: No roles.");
  });

  it("adds advice to the message of a conflict, and the reference to that of a failure", async () => {
    const findings = { "": [error("Changed by another user.")] };
    const conflict = await page({ reply: refusal(findings, { isConflict: true }) });
    expect(conflict("[role=alert]").text()).toBe(
      `There is a problemChanged by another user.${CONFLICT_ADVICE}`,
    );
    const failure = await page({
      reply: refusal(findings, { failure: { text: "x", perhapsSaved: true, reference: "abc" } }),
    });
    expect(failure("[role=alert]").text()).toContain("Please check whether it was saved");
    expect(failure("[role=alert]").text()).toContain("Reference abc");
  });

  it("says that it shows a draft", async () => {
    const $ = await page({ view: { restored: true } });
    expect($("form").text()).toContain("We've put back what you typed");
  });

  it("ignores the reply to another form of the page", async () => {
    const $ = await page({ reply: { ...refusal({ surname: [error("No.")] }), form: "other" } });
    expect($("[role=alert]")).toHaveLength(0);
    expect($("#contact-surname").attr("value")).toBe("Archer");
  });
});
