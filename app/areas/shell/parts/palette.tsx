import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { IconButton } from "#app/ui/icon-button.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./palette.module.css";
import { headerSearchInput } from "./search-box.tsx";
import { setSingleKeys, usesSingleKeys } from "./single-keys.ts";

const DELAY_MS = 200;

/** Results, best first. `summary` says how many there are and what couldn't be searched. */
export interface Suggestions {
  readonly items: readonly { readonly title: string; readonly detail: string; readonly to: string }[];
  readonly summary: string;
}

export interface PaletteProps {
  mode: "search" | "keys";
  onClose: () => void;
}

/** Pages, actions and search results as one list of links in a dialog, or the keyboard shortcuts. */
export function Palette({ mode, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={mode === "keys" ? "Keyboard" : "Search and go to"}
      onClose={onClose}
      // Only for a click outside the contents, on the dialog's backdrop.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      {mode === "keys" ? <KeyboardShortcuts /> : <Finder close={close} />}
      <IconButton icon="x" label="Close" onClick={close} />
    </dialog>
  );
}

function Finder({ close }: { close: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => headerSearchInput()?.value ?? "");
  useEffect(() => {
    const headerInput = headerSearchInput();
    if (headerInput) headerInput.value = "";
  }, []);
  const suggestions = useSearchSuggestions(typed);
  const links = () => [...(list.current?.querySelectorAll("a") ?? [])];

  const onSubmit = (event: FormEvent) => {
    const [firstLink] = links();
    // Until the results for this text arrive, Enter opens the search page.
    if (!firstLink || suggestions?.keyword !== typed) return;
    event.preventDefault();
    firstLink.click();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In a search field Escape normally just clears the text.
    if (event.key === "Escape") close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const elements: (HTMLElement | null)[] = [input.current, ...links()];
    const focusedIndex = elements.findIndex((element) => element === document.activeElement);
    elements[(focusedIndex + step + elements.length) % elements.length]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.finder} onKeyDown={onKeyDown}>
      <form role="search" action={paths.search()} onSubmit={onSubmit}>
        <input
          ref={input}
          className={styles.input}
          type="search"
          name="q"
          aria-label="Go to a page, or search this account"
          placeholder="A page, a name, a number or a word"
          autoComplete="off"
          defaultValue={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
      <p role="status" className={styles.words}>
        {suggestions?.summary ?? "Searching…"}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={list} className={styles.results} onClick={({ target }) => linkOf(target) && close()}>
        {suggestions && <LinkList items={suggestions.items} />}
      </div>
    </div>
  );
}

const linkOf = (target: EventTarget) => target instanceof Element && target.closest("a");

/** The results for the text or, until they load, for the previous one; undefined until the first have loaded. */
function useSearchSuggestions(typed: string) {
  const [suggestions, setSuggestions] = useState<Suggestions & { readonly keyword: string }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const response = await fetch(paths.searchSuggestions(typed), { signal, redirect: "error" });
      if (!response.ok) throw new Error(String(response.status));
      setSuggestions({ ...((await response.json()) as Suggestions), keyword: typed });
    };
    const showFailure = () => {
      const summary = "Search isn't working here. Press Enter to try the search page.";
      if (!signal.aborted) setSuggestions({ items: [], summary, keyword: "" });
    };
    const timer = setTimeout(() => void load().catch(showFailure), typed === "" ? 0 : DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed]);
  return suggestions;
}

const shortcuts = [
  ["Ctrl K, ⌘ K or /", "Search and go to a page"],
  ["↓ and ↑", "Move through the results"],
  ["Enter", "Open it"],
  ["Esc", "Close a menu or a dialog"],
  ["?", "Show these shortcuts"],
] as const;

function KeyboardShortcuts() {
  return (
    <div className={styles.keys}>
      <h2>Keyboard</h2>
      <dl>
        {shortcuts.map(([key, description]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          defaultChecked={usesSingleKeys()}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />{" "}
        Use / and ? as shortcuts
      </label>
    </div>
  );
}
