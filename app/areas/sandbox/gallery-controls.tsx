import { Button, ButtonLink, SendingContext } from "#app/ui/button.tsx";
import { Checkbox, RadioCards } from "#app/ui/choice.tsx";
import { Field, FieldGroup } from "#app/ui/field.tsx";
import { IconButton, IconLink } from "#app/ui/icon-button.tsx";
import { Select } from "#app/ui/select.tsx";
import { ReadOnlyField, TextArea, TextInput } from "#app/ui/text-input.tsx";
import { HERE, LONG, WORD } from "./gallery-texts.ts";

const looks = ["primary", "secondary", "quiet", "danger"] as const;
const towns = [
  { value: "1", label: "Whitby" },
  { value: "2", label: LONG },
];
const asked = { hint: "A hint that helps.", optional: true };
const wrong = { errors: ["Enter a valid value", LONG] };
const odd = { warnings: ["This does not appear to be valid"], infos: ["They will be told of it"] };
const ways = [
  { value: "email", label: "Email", hint: "At once" },
  { value: "post", label: "Post" },
];

export const controls = {
  button: {
    Usual: (
      <div className="cluster">
        {looks.map((variant) => (
          <Button key={variant} type="button" variant={variant}>
            {variant}
          </Button>
        ))}
      </div>
    ),
    Disabled: (
      <div className="cluster">
        {looks.map((variant) => (
          <Button key={variant} type="button" variant={variant} disabled>
            {variant}
          </Button>
        ))}
      </div>
    ),
    Busy: (
      <SendingContext.Provider value>
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
    Long: <Button type="button">{LONG}</Button>,
    "A link": (
      <ButtonLink to={HERE} icon="download">
        Download
      </ButtonLink>
    ),
  },
  choice: {
    Checkbox: <Checkbox id="choice-usual" label="Send me news" hint="Once a month" />,
    "Checkbox, ticked": <Checkbox id="choice-ticked" label="Send me news" defaultChecked />,
    "Checkbox, disabled": <Checkbox id="choice-disabled" label="Send me news" disabled />,
    "Checkbox, error": <Checkbox id="choice-error" label={LONG} {...wrong} />,
    "Checkbox, warning": <Checkbox id="choice-warning" label="Locked out" {...odd} />,
    Radios: <RadioCards id="radios" name="radios" label="Bills" options={ways} defaultValue="post" />,
    "Radios, inline": <RadioCards id="radios-inline" name="inline" label="Letters" options={ways} inline />,
    "Radios, error": <RadioCards id="radios-error" name="wrong" label="Calls" options={ways} {...wrong} />,
  },
  field: {
    "Around a control": (
      <Field id="field-one" label="Seconds" {...asked}>
        <input id="field-one" aria-describedby="field-one-hint" type="range" />
      </Field>
    ),
    "Around several": (
      <FieldGroup id="field-group" label="Which days?" {...wrong}>
        <Checkbox id="field-mon" label="Monday" />
        <Checkbox id="field-tue" label="Tuesday" />
      </FieldGroup>
    ),
  },
  "icon-button": {
    Usual: <IconButton icon="pencil" label="Edit the name" />,
    Small: <IconButton icon="x" label="Remove the file" size="small" />,
    Disabled: <IconButton icon="archive" label="Archive the row" disabled />,
    "A link": <IconLink to={HERE} icon="download" title="Download" label="Download the letter" />,
  },
  select: {
    Usual: <Select id="select-usual" label="Town" options={towns} {...asked} />,
    Empty: <Select id="select-empty" label="Town" options={[]} placeholder="Please choose..." />,
    Long: <Select id="select-long" label="Town" options={towns} defaultValue="2" />,
    Error: <Select id="select-error" label="Town" options={towns} {...wrong} />,
    Warning: <Select id="select-warning" label="Town" options={towns} {...odd} />,
    Disabled: <Select id="select-disabled" label="Town" options={towns} disabled />,
  },
  "text-input": {
    Usual: <TextInput id="text-usual" label="Name" defaultValue="Anna" {...asked} />,
    Empty: <TextInput id="text-empty" label="Name" placeholder="As on your bill" />,
    Long: <TextInput id="text-long" label={LONG} defaultValue={LONG} />,
    Short: <TextInput id="text-short" label="Postcode" width="short" />,
    Medium: <TextInput id="text-medium" label="Telephone" width="medium" />,
    Error: <TextInput id="text-error" label="Name" {...wrong} />,
    Warning: <TextInput id="text-warning" label="Name" {...odd} />,
    Disabled: <TextInput id="text-disabled" label="Name" defaultValue="Anna" disabled />,
    "Several lines": <TextArea id="text-area" label="Message" defaultValue={LONG} />,
    "Several lines, error": <TextArea id="text-area-error" label="Message" {...wrong} />,
    "Read only": <ReadOnlyField label="Email">{WORD}</ReadOnlyField>,
  },
};
