import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/choice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import {
  CHOSEN,
  isTooShort,
  listHref,
  SEARCH_MIN_LENGTH,
  statePairs,
  type ListDefinition,
  type ListState,
} from "./define-list.ts";
import styles from "./grid.module.css";
import { useNeedsButton } from "./use-needs-button.ts";
import { useSearchLater } from "./use-search-later.ts";

interface StateProps {
  list: ListDefinition;
  state: ListState;
}

/** What the form itself says is left out of what it carries along; it always leads to the first page. */
function Carried({ list, state, but }: StateProps & { but: readonly string[] }) {
  const pairs = statePairs(list, { ...state, page: 1 }).filter(([name]) => !but.includes(name));
  return pairs.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}

const searchBoxOf = ({ id }: ListDefinition) => `${id}-search`;

/** Search by a keyword; with scripts while typing, after the list's delay. */
export function SearchForm({ list, state }: StateProps) {
  const { label = "Search", placeholder, minLength = SEARCH_MIN_LENGTH } = list.search ?? {};
  const { searchLater, cancel } = useSearchLater(list, state);
  const box = useRef<HTMLFormElement>(null);
  const shown = useRef(state.search);
  // 'Back' and 'Clear search' change what is looked for; what is being typed stays, also from before scripts came.
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>("[type=search]");
    if (input && input !== document.activeElement && shown.current !== state.search)
      input.value = state.search;
    shown.current = state.search;
  }, [state.search]);
  const tooShort = isTooShort(list, state.search);
  return (
    <Form
      role="search"
      aria-label={label}
      className={styles.search}
      ref={box}
      preventScrollReset
      onInput={(event) =>
        searchLater(event.currentTarget, (event.target as Partial<HTMLInputElement>).value ?? "")
      }
    >
      <TextInput
        id={searchBoxOf(list)}
        name="search"
        type="search"
        label={label}
        placeholder={placeholder}
        defaultValue={state.search}
        maxLength={100}
        autoComplete="off"
        errors={tooShort ? [`Type at least ${minLength} characters to search`] : undefined}
      />
      <Carried list={list} state={state} but={["search"]} />
      <Button icon="search">Search</Button>
      {state.search !== "" && (
        <a
          className={styles.clear}
          href={listHref(list, state, { search: "" })}
          data-keep-scroll
          onClick={cancel}
        >
          Clear search
        </a>
      )}
    </Form>
  );
}

interface ChoiceFormProps {
  className?: string;
  button: string;
  children: ReactNode;
}

/**
 * Sends itself when a choice is made, with what stands in the list's search box by then; its button is for where
 * scripts don't run.
 */
function ChoiceForm({ className, button, children, list }: ChoiceFormProps & { list: ListDefinition }) {
  const submit = useSubmit();
  const choose = (form: HTMLFormElement) => {
    const chosen = new FormData(form);
    const typed = document.querySelector<HTMLInputElement>(`#${searchBoxOf(list)}`)?.value.trim();
    if (typed === "") chosen.delete("search");
    else if (typed !== undefined && !isTooShort(list, typed)) chosen.set("search", typed);
    submit(chosen, { preventScrollReset: true });
  };
  const form = useRef<HTMLFormElement>(null);
  const needsButton = useNeedsButton(form);
  return (
    <Form
      ref={form}
      className={className}
      preventScrollReset
      onChange={(event) => choose(event.currentTarget)}
    >
      {children}
      {needsButton && <Button size="small">{button}</Button>}
    </Form>
  );
}

/** The same inside a form, by a button of that form: that is pressed when a choice is made. */
function ChoicePart({ className, button, children, submits }: ChoiceFormProps & { submits: string }) {
  const part = useRef<HTMLDivElement>(null);
  const needsButton = useNeedsButton(part);
  return (
    <div
      ref={part}
      className={className}
      onChange={(event) => event.currentTarget.querySelector<HTMLElement>("button")?.click()}
    >
      {children}
      <span hidden={!needsButton}>
        <Button size="small" name={submits} value={CHOSEN}>
          {button}
        </Button>
      </span>
    </div>
  );
}

/** Which kinds of rows are shown. The empty value says that the choice was made, even if nothing is ticked. */
export function FilterForm({ list, state }: StateProps) {
  const { filter } = list;
  if (!filter) return null;
  return (
    <ChoiceForm className={styles.filter} button="Apply" list={list}>
      <fieldset>
        <legend>{filter.label}</legend>
        <input type="hidden" name={filter.name} value="" />
        <div className={styles.boxes} key={state.filter.join(" ")}>
          {filter.options.map(({ value, label }, index) => (
            <Checkbox
              key={value}
              id={`${list.id}-${filter.name}-${index}`}
              name={filter.name}
              value={value}
              label={label}
              defaultChecked={state.filter.includes(value)}
            />
          ))}
        </div>
      </fieldset>
      <Carried list={list} state={state} but={[filter.name]} />
    </ChoiceForm>
  );
}

/** How many rows a page has; see `GridProps` for `submits`. */
export function SizeForm({ list, state, submits }: StateProps & { submits?: string }) {
  const sizes = list.sizes ?? [];
  if (sizes.length < 2) return null;
  const select = (
    <Select
      key={state.size}
      id={`${list.id}-size`}
      name="size"
      label="Rows a page"
      defaultValue={String(state.size)}
      options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
    />
  );
  return (
    <Choice className={styles.size} button="Show" name="size" {...{ list, state, submits }}>
      {select}
    </Choice>
  );
}

/** The order, where there are cards and no heads to press: narrow screens alone. */
export function SortForm({ list, state, submits }: StateProps & { submits?: string }) {
  const options = list.columns
    .filter(({ sort }) => sort !== undefined)
    .flatMap(({ key, label }) => [
      { value: key, label: `${label}, ascending` },
      { value: `-${key}`, label: `${label}, descending` },
    ]);
  if (options.length === 0) return null;
  const value = `${state.descending ? "-" : ""}${state.sort}`;
  const select = (
    <Select
      key={value}
      id={`${list.id}-sort`}
      name="sort"
      label="Sort by"
      defaultValue={value}
      options={options}
    />
  );
  return (
    <Choice className={styles.order} button="Sort" name="sort" {...{ list, state, submits }}>
      {select}
    </Choice>
  );
}

interface ChoiceProps extends StateProps, ChoiceFormProps {
  /** Of the choice, in the address. */
  name: string;
  submits?: string;
}

function Choice({ list, state, name, submits, children, ...look }: ChoiceProps) {
  if (submits)
    return (
      <ChoicePart {...look} submits={submits}>
        {children}
      </ChoicePart>
    );
  return (
    <ChoiceForm {...look} list={list}>
      {children}
      <Carried list={list} state={state} but={[name]} />
    </ChoiceForm>
  );
}
