import { Form, useSubmit } from "@remix-run/react";
import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/choice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select, type Option } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { useFormReset } from "#app/ui/use-form-reset.ts";
import { paths } from "#shared/paths.ts";
import styles from "./grid.module.css";
import { ListLink, type NestedProps } from "./list-link.tsx";
import {
  FILTER_NAME,
  isTooShort,
  keywordError,
  LIST_SELECT_VALUE,
  listQueryString,
  statePairs,
  type ListDefinition,
  type ListState,
} from "./list-state.ts";
import { useDebouncedSearch } from "./use-debounced-search.ts";

export interface StateProps {
  list: ListDefinition;
  state: ListState;
}

/** The list's state, back on page 1, as hidden fields; leaves out the form's own fields. */
function HiddenState({ list, state, except }: StateProps & { except: readonly string[] }) {
  const pairs = statePairs(list, { ...state, page: 1 }).filter(([name]) => !except.includes(name));
  return pairs.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}

const searchBoxId = ({ id }: ListDefinition) => `${id}-search`;

interface SearchFormProps extends StateProps, NestedProps {
  onlyOnSubmit?: boolean;
}

/**
 * Searches while someone types. With `onlyOnSubmit` it waits for the button, which opens the list's own page. Inside a
 * larger form it waits too, and submits that form's other fields as well.
 */
export function SearchForm({ list, state, submitName, onlyOnSubmit = false }: SearchFormProps) {
  const debouncedSearch = useDebouncedSearch(list, state);
  // When 'Back' or 'Clear search' changes the search, the box follows, unless someone has typed something else.
  const formRef = useFormReset(state.search, (form) => {
    const focused = form.querySelector<HTMLInputElement>("input:focus");
    // `state` is still the previous one.
    if (!focused || focused.value === state.search) form.reset();
  });
  const shared = { role: "search", "aria-label": searchLabel(list), className: styles.search };
  const children = (
    <>
      <SearchBox list={list} state={state} />
      {!submitName && <HiddenState list={list} state={state} except={["search"]} />}
      <Button icon="search" name={submitName} value={submitName && LIST_SELECT_VALUE}>
        Search
      </Button>
      {state.search !== "" && (
        <ListLink
          className={styles.clear}
          submitName={submitName}
          to={listQueryString(list, state, { search: "" })}
          preventScrollReset
          onClick={(event) => emptySearchBox(list, submitName ? undefined : event)}
        >
          Clear search
        </ListLink>
      )}
    </>
  );
  if (submitName) return <div {...shared}>{children}</div>;
  return (
    <Form
      {...shared}
      ref={formRef}
      action={onlyOnSubmit ? list.path : undefined}
      preventScrollReset={!onlyOnSubmit}
      onInput={(event) =>
        !onlyOnSubmit &&
        debouncedSearch(event.currentTarget, (event.target as Partial<HTMLInputElement>).value ?? "")
      }
    >
      {children}
    </Form>
  );
}

/**
 * Empties the search box and moves the focus there, because 'Clear search' disappears with the search. Does nothing if a
 * modifier key opens the list in another tab.
 */
function emptySearchBox(list: ListDefinition, event?: MouseEvent): void {
  if (event?.metaKey || event?.ctrlKey || event?.shiftKey) return;
  const box = document.querySelector<HTMLInputElement>(`#${searchBoxId(list)}`);
  if (box) box.value = "";
  box?.focus();
}

const searchLabel = ({ search }: ListDefinition) => search?.label ?? "Search";

function SearchBox({ list, state }: StateProps) {
  const { placeholder, minLength } = list.search ?? {};
  const error = keywordError(state.search, minLength);
  const shortNumber =
    isTooShort(state.search, minLength) && /^#?\d+$/.test(state.search) ? state.search : undefined;
  return (
    <TextInput
      id={searchBoxId(list)}
      name="search"
      type="search"
      label={searchLabel(list)}
      placeholder={placeholder ?? searchLabel(list)}
      data-repeats-label={placeholder === undefined || undefined}
      defaultValue={state.search}
      autoComplete="off"
      // A ticket's or an invoice's number can be shorter than the shortest keyword.
      hint={shortNumber && <a href={paths.search(shortNumber)}>Open number {shortNumber.replace("#", "")}</a>}
      errors={error === undefined ? undefined : [error]}
    />
  );
}

interface ChoiceFormProps extends NestedProps {
  list: ListDefinition;
  className?: string;
  button: string;
  formRef?: RefObject<HTMLFormElement>;
  children: ReactNode;
}

/**
 * Submits on each change, together with the text in the list's search box. Inside a larger form it presses its own button,
 * which submits that form. The button is for when there are no scripts, and for a change made before hydration.
 */
function ChoiceForm({ list, className, button, formRef, children, submitName }: ChoiceFormProps) {
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const [hasEarlyChange, setHasEarlyChange] = useState(false);
  const needsButton = !isHydrated || hasEarlyChange;
  const onInput = ({ currentTarget }: FormEvent<HTMLElement>) => {
    if (!isHydrated) return setHasEarlyChange(true);
    if (submitName) return currentTarget.querySelector("button")?.click();
    const chosen = new FormData(currentTarget as HTMLFormElement);
    const typed = document.querySelector<HTMLInputElement>(`#${searchBoxId(list)}`)?.value.trim();
    if (typed === "") chosen.delete("search");
    else if (typed !== undefined && !isTooShort(typed, list.search?.minLength)) chosen.set("search", typed);
    submit(chosen, { preventScrollReset: true });
  };
  if (submitName)
    return (
      <div className={className} onInput={onInput}>
        {children}
        <span hidden={!needsButton}>
          <Button size="small" name={submitName} value={LIST_SELECT_VALUE}>
            {button}
          </Button>
        </span>
      </div>
    );
  return (
    <Form className={className} ref={formRef} preventScrollReset onInput={onInput}>
      {children}
      {needsButton && <Button size="small">{button}</Button>}
    </Form>
  );
}

/** The filter's checkboxes, folded on narrow screens. A hidden empty value distinguishes 'nothing ticked' from 'no filter'. */
export function FilterForm({ list, state }: StateProps) {
  const { filter } = list;
  const formRef = useFormReset(state.filter.join(" "), (form) => form.reset());
  if (!filter) return null;
  return (
    // A new search folds it again, because it covers the rows.
    <details key={state.search} className={styles.fold}>
      <summary>
        Filter
        <Icon name="chevron-down" size="small" />
      </summary>
      <ChoiceForm className={styles.filter} button="Apply" {...{ list, formRef }}>
        <fieldset>
          <legend>{filter.label ?? "Status"}</legend>
          <input type="hidden" name={FILTER_NAME} value="" />
          <div className={styles.boxes}>
            {filter.choices.map(({ value, label }, index) => (
              <Checkbox
                key={value}
                id={`${list.id}-${FILTER_NAME}-${index}`}
                name={FILTER_NAME}
                value={value}
                label={label}
                defaultChecked={state.filter.includes(value)}
              />
            ))}
          </div>
        </fieldset>
        <HiddenState list={list} state={state} except={[FILTER_NAME]} />
      </ChoiceForm>
    </details>
  );
}

/** Chooses how many rows a page has. */
export function SizeForm({ list, state, submitName }: StateProps & NestedProps) {
  const sizes = list.sizes ?? [];
  if (sizes.length < 2) return null;
  return (
    <SelectForm
      {...{ list, state, submitName }}
      className={styles.size}
      button="Show"
      name="size"
      label="Rows per page"
      shown={String(state.size)}
      options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
    />
  );
}

/** Chooses the sorting on narrow screens, which don't have column headings to press. */
export function SortForm({ list, state, submitName }: StateProps & NestedProps) {
  const options = list.columns
    .filter(({ sort }) => sort !== undefined)
    .flatMap(({ key, label }) => [
      { value: key, label: `${label}, ascending` },
      { value: `-${key}`, label: `${label}, descending` },
    ]);
  if (options.length === 0) return null;
  const shown = `${state.descending ? "-" : ""}${state.sort}`;
  const select = { button: "Sort", name: "sort", label: "Sort by", shown, options, submitName };
  const className = list.onPhone ? `${styles.order} ${styles.ofLines}` : styles.order;
  return <SelectForm {...{ list, state, className }} {...select} />;
}

interface SelectFormProps extends StateProps, NestedProps {
  className?: string;
  button: string;
  name: string;
  label: string;
  shown: string;
  options: readonly Option[];
}

/** One select. It shows a new state (after Back, for example) without remounting, which would lose the focus. */
export function SelectForm({ list, state, shown, name, label, options, ...form }: SelectFormProps) {
  const id = `${list.id}-${name}`;
  const lastShown = useRef(shown);
  useEffect(() => {
    if (lastShown.current !== shown) document.querySelector<HTMLSelectElement>(`#${id}`)!.value = shown;
    lastShown.current = shown;
  });
  return (
    <ChoiceForm list={list} {...form}>
      <Select {...{ id, name, label, options }} defaultValue={shown} />
      {!form.submitName && <HiddenState list={list} state={state} except={[name]} />}
    </ChoiceForm>
  );
}
