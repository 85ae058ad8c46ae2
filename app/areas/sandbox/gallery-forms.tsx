import { ConflictPage } from "#app/forms/conflict.tsx";
import { defineForm } from "#app/forms/define-form.ts";
import { CheckboxesField, CheckboxField, FixedField, FixedText, RadioField } from "#app/forms/fields.tsx";
import { SelectField, TextAreaField, TextField } from "#app/forms/fields.tsx";
import { sendingAttributes, SendingStatus } from "#app/forms/form-status.tsx";
import { FormSummary } from "#app/forms/form-summary.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import type { ConflictReply, FormView, RefusedReply } from "#app/forms/reply.ts";
import type { Finding } from "#app/forms/validate.ts";
import { Button, SendingContext } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { LONG_TEXT } from "./gallery-texts.ts";

const form = defineForm({
  id: "gallery-form",
  fields: {
    name: "Name",
    town: "Town",
    notes: "Notes",
    bills: "Bills",
    news: "News",
    email: "Email",
    id: "Id",
  },
  lists: { days: "Days" },
  button: "Save Changes",
});

const values = { name: "Anna", town: "Whitby", email: "anna@sample.example" };
const view: FormView = {
  account: "",
  person: "",
  isNew: false,
  values,
  rules: [],
  fixed: {},
  facts: {},
  hidden: {},
  shownNow: {},
  restored: false,
  refused: false,
};
const error = (text: string): Finding => ({ severity: "error", text, rule: "sample" });
const warning = (text: string): Finding => ({ severity: "warning", text, rule: "sample" });
const findings = { name: [error("This field is required")], email: [warning("The email is changing")] };

const makeRefusal = (broken: Record<string, Finding[]>, more: Partial<RefusedReply> = {}): RefusedReply => ({
  kind: "refused",
  form: form.id,
  result: { status: "error", error: broken, initialValue: values },
  ...more,
});
const failure = { text: "There was an error saving it.", perhapsSaved: true, reference: "7F3K" };

function Conflict({ isChoiceMissing = false }) {
  const differences: ConflictReply["conflict"]["differences"] = [
    { name: "name", label: "Name", theirs: "Anne", yours: "Anna", changedBy: "both" },
    { name: "town", label: "Town", theirs: LONG_TEXT, yours: "(empty)", changedBy: "them", chosen: "theirs" },
  ];
  const text = "It was changed by another user.";
  const conflict = { form: form.id, text, theirs: {}, rowVersion: "2", differences };
  const reply = { kind: "conflict", form: form.id, isChoiceMissing, fields: [], conflict } as const;
  return <ConflictPage form={form} reply={reply} />;
}

const Sample = (change: Partial<FormView>) => (
  <PortalForm form={form} view={{ ...view, ...change }}>
    <TextField name="name" />
    <TextField name="town" />
    <TextField name="email" />
    <Button variant="primary">{form.button}</Button>
  </PortalForm>
);
const options = [
  { value: "a", label: "One" },
  { value: "b", label: "Another" },
];

export const formKit = {
  fields: {
    "Every kind": (
      <PortalForm form={form} view={{ ...view, values: { ...values, news: "on", days: ["a"] } }}>
        <TextField name="name" />
        <SelectField name="town" options={options} placeholder="Please choose..." />
        <TextAreaField name="notes" />
        <RadioField name="bills" options={options} />
        <CheckboxField name="news" />
        <CheckboxesField
          name="days"
          options={options}
          extraGroup={{ label: "Apart", options: [{ value: "c", label: "Third" }] }}
        />
        <FixedField name="email" />
        <FixedText name="id">Words in place of a field</FixedText>
        <Button variant="primary">{form.button}</Button>
      </PortalForm>
    ),
  },
  "form-status": {
    Busy: (
      <SendingContext.Provider value="Saving…">
        <div {...sendingAttributes(true)} className="stack">
          <TextInput id="busy-name" label="Name" defaultValue="Anna" />
          <Button variant="primary">Save Changes</Button>
        </div>
        <SendingStatus label="Saving…" />
      </SendingContext.Provider>
    ),
  },
  conflict: {
    "to choose": () => <Conflict />,
    "not chosen": () => <Conflict isChoiceMissing />,
  },
  "form-summary": {
    "errors and warnings": () => <FormSummary form={form} findings={findings} />,
  },
  "portal-form": {
    usual: () => <Sample />,
    refused: () => <Sample reply={makeRefusal(findings)} />,
    "asking once more": () => <Sample reply={makeRefusal({ email: findings.email })} />,
    failed: () => <Sample reply={makeRefusal({ "": [error(failure.text)] }, { failure })} />,
    "saved by someone else": () => (
      <Sample reply={makeRefusal({ "": [error("It was changed by another user.")] }, { isConflict: true })} />
    ),
    restored: () => <Sample restored />,
  },
};
