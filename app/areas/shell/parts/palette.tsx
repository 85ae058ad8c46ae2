import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { paths } from "#app/paths.ts";
import { LinkList } from "#app/ui/link-list.tsx";
import styles from "./palette.module.css";
import { headerBox } from "./search-box.tsx";
import { setSingleKeys, usesSingleKeys } from "./single-keys.ts";
import type { Suggestions } from "./view-models.ts";

const DELAY_MS = 200;

export interface PaletteProps {
  asked: "search" | "keys";
  onClose: () => void;
}

/** Pages, actions and search results as one list of links in a dialog, or the keyboard shortcuts. */
export function Palette({ asked, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={asked === "keys" ? "Keyboard" : "Search and go to"}
      onClose={onClose}
      // Only a click outside the contents, on the dialog's backdrop.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      {asked === "keys" ? <Keys /> : <Finder close={close} />}
    </dialog>
  );
}

function Finder({ close }: { close: () => void }) {
  const results = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => headerBox()?.value ?? "");
  useEffect(() => {
    const box = headerBox();
    if (box) box.value = "";
  }, []);
  const found = useSuggestions(typed);
  const links = () => [...(results.current?.querySelectorAll("a") ?? [])];

  const onSubmit = (event: FormEvent) => {
    const [first] = links();
    // Enter before the answer arrives opens the search page.
    if (!first || found?.for !== typed) return;
    event.preventDefault();
    first.click();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In a search field Escape would only clear the text.
    if (event.key === "Escape") close();
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const stops: (HTMLElement | null)[] = [input.current, ...links()];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[(at + by + stops.length) % stops.length]?.focus();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
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
          maxLength={100}
          defaultValue={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
      <p role="status" className={styles.words}>
        {found?.words ?? "Searching…"}
      </p>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={results} className={styles.results} onClick={({ target }) => linkOf(target) && close()}>
        {found && <LinkList items={found.items} />}
      </div>
    </div>
  );
}

const linkOf = (target: EventTarget) => target instanceof Element && target.closest("a");

/** The results for the text; undefined until the first answer. */
function useSuggestions(typed: string) {
  const [found, setFound] = useState<Suggestions & { readonly for: string }>();
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      const { signal } = asking;
      const reply = await fetch(paths.searchSuggestions(typed), { signal, redirect: "error" });
      if (!reply.ok) throw new Error(String(reply.status));
      setFound({ ...((await reply.json()) as Suggestions), for: typed });
    };
    const failed = () => {
      if (!asking.signal.aborted)
        setFound({ items: [], words: "The search is not available. Press Enter to try its page.", for: "" });
    };
    const timer = setTimeout(() => void ask().catch(failed), typed === "" ? 0 : DELAY_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [typed]);
  return found;
}

const keys = [
  ["Ctrl K, ⌘ K or /", "Search and go to a page"],
  ["↓ and ↑", "Move through what is found"],
  ["Enter", "Open it"],
  ["Esc", "Close a menu or a dialog"],
  ["?", "These keys"],
] as const;

function Keys() {
  return (
    <div className={styles.keys}>
      <h2>Keyboard</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          defaultChecked={usesSingleKeys()}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />{" "}
        Use / and ? as keys
      </label>
    </div>
  );
}
