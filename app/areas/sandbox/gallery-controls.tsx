import { Button, ButtonLink, SendingContext } from "#app/ui/button.tsx";
import { Checkbox, RadioCards } from "#app/ui/choice.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Field, FieldGroup } from "#app/ui/field.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { IconButton, IconLink } from "#app/ui/icon-button.tsx";
import { ReadyButton } from "#app/ui/ready-button.tsx";
import { Select } from "#app/ui/select.tsx";
import { ReadOnlyField, TextArea, TextInput } from "#app/ui/text-input.tsx";
import { GALLERY_LINK, LONG_TEXT, LONG_WORD } from "./gallery-texts.ts";

const variants = ["primary", "secondary", "quiet", "danger"] as const;
const towns = [
  { value: "1", label: "Whitby" },
  { value: "2", label: LONG_TEXT },
];
const hintProps = { hint: "A hint that helps.", optional: true };
const errorProps = { errors: ["Enter a valid value", LONG_TEXT] };
const warningProps = { warnings: ["This does not appear to be valid"], infos: ["We'll tell them about it"] };
const billingOptions = [
  { value: "email", label: "Email", hint: "Straight away" },
  { value: "post", label: "Post" },
];

export const controls = {
  button: {
    Usual: (
      <div className="cluster">
        {variants.map((variant) => (
          <Button key={variant} type="button" variant={variant}>
            {variant}
          </Button>
        ))}
      </div>
    ),
    Disabled: <Button disabled>Save</Button>,
    Busy: (
      <SendingContext.Provider value="Saving…">
        <Button variant="primary">Save</Button>
      </SendingContext.Provider>
    ),
    Small: (
      <Button type="button" size="small" icon="pencil">
        Edit
      </Button>
    ),
    Wide: (
      <Button type="button" wide icon="plus">
        Add
      </Button>
    ),
    Long: <Button type="button">{LONG_TEXT}</Button>,
    "A link": (
      <ButtonLink to={GALLERY_LINK} icon="download">
        Download
      </ButtonLink>
    ),
  },
  choice: {
    Checkbox: <Checkbox id="choice-usual" label="Send me news" hint="Once a month" />,
    "Checkbox, ticked": <Checkbox id="choice-ticked" label="Send me news" defaultChecked />,
    "Checkbox, disabled": <Checkbox id="choice-disabled" label="Send me news" disabled />,
    "Checkbox, error": <Checkbox id="choice-error" label={LONG_TEXT} {...errorProps} />,
    "Checkbox, warning": <Checkbox id="choice-warning" label="Locked out" {...warningProps} />,
    Radios: (
      <RadioCards id="radios" name="radios" label="Bills" options={billingOptions} defaultValue="post" />
    ),
    "Radios, inline": (
      <RadioCards id="radios-inline" name="inline" label="Letters" options={billingOptions} inline />
    ),
    "Radios, error": (
      <RadioCards id="radios-error" name="wrong" label="Calls" options={billingOptions} {...errorProps} />
    ),
  },
  field: {
    "Around a control": (
      <Field id="field-one" label="Seconds" {...hintProps}>
        <input id="field-one" aria-describedby="field-one-hint" type="range" />
      </Field>
    ),
    "Around several": (
      <FieldGroup id="field-group" label="Which days?" {...errorProps}>
        <Checkbox id="field-mon" label="Monday" />
        <Checkbox id="field-tue" label="Tuesday" />
      </FieldGroup>
    ),
  },
  "icon-button": {
    Usual: <IconButton icon="pencil" label="Edit the name" />,
    Small: <IconButton icon="x" label="Remove the file" size="small" />,
    Disabled: <IconButton icon="archive" label="Archive the row" disabled />,
    "A link": <IconLink to={GALLERY_LINK} icon="download" title="Download" label="Download the letter" />,
  },
  select: {
    Usual: <Select id="select-usual" label="Town" options={towns} {...hintProps} />,
    Empty: <Select id="select-empty" label="Town" options={[]} placeholder="Please choose..." />,
    Long: <Select id="select-long" label="Town" options={towns} defaultValue="2" />,
    Error: <Select id="select-error" label="Town" options={towns} {...errorProps} />,
    Warning: <Select id="select-warning" label="Town" options={towns} {...warningProps} />,
    Disabled: <Select id="select-disabled" label="Town" options={towns} disabled />,
  },
  "copy-button": {
    "With scripts": <CopyButton size="small" text="What is copied" />,
    "Own words": <CopyButton text="What is copied" label="Copy link" fallback="Without scripts" />,
  },
  "ready-button": {
    Usual: (
      <form className="stack">
        <TextInput id="ready-postcode" name="ready" label="Postcode" width="short" />
        <ButtonRow>
          <ReadyButton field="ready" minLength={5} icon="search" reason="Enter a full postcode to search">
            Search
          </ReadyButton>
        </ButtonRow>
      </form>
    ),
  },
  "text-input": {
    Usual: <TextInput id="text-usual" label="Name" defaultValue="Anna" {...hintProps} />,
    Empty: <TextInput id="text-empty" label="Name" placeholder="As on your bill" />,
    Long: <TextInput id="text-long" label={LONG_TEXT} defaultValue={LONG_TEXT} />,
    Short: <TextInput id="text-short" label="Postcode" width="short" />,
    Medium: <TextInput id="text-medium" label="Telephone" width="medium" />,
    Error: <TextInput id="text-error" label="Name" {...errorProps} />,
    Warning: <TextInput id="text-warning" label="Name" {...warningProps} />,
    Disabled: <TextInput id="text-disabled" label="Name" defaultValue="Anna" disabled />,
    "Several lines": <TextArea id="text-area" label="Message" defaultValue={LONG_TEXT} />,
    "Several lines, error": <TextArea id="text-area-error" label="Message" {...errorProps} />,
    "Read only": <ReadOnlyField label="Email">{LONG_WORD}</ReadOnlyField>,
  },
};
