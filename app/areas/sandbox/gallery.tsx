import type { ReactNode } from "react";
import { controls } from "./gallery-controls.tsx";
import { displayComponents } from "./gallery-display.tsx";
import { formKit, formStates } from "./gallery-forms.tsx";
import { gridKit } from "./gallery-grid.tsx";
import { layouts } from "./gallery-layouts.tsx";
import styles from "./sandbox.module.css";

/** Examples of each component's states by title, by the component's file name; empty if they're all in `formStates`. */
type Gallery = Readonly<Record<string, Readonly<Record<string, ReactNode>>>>;

const groups: readonly { readonly heading: string; readonly components: Gallery }[] = [
  {
    heading: "Design system",
    components: { ...displayComponents, ...layouts, ...controls, "done-page": {}, "error-summary": {} },
  },
  { heading: "Forms", components: formKit },
  { heading: "Lists", components: gridKit },
];

const toTitle = (name: string) => (name.slice(0, 1).toUpperCase() + name.slice(1)).replaceAll("-", " ");
const sortByName = (components: Gallery) => Object.entries(components).sort(([a], [b]) => a.localeCompare(b));

export function GalleryContents() {
  return (
    <nav className={styles.contents} aria-labelledby="gallery">
      <h2 id="gallery">Components</h2>
      {groups.map(({ heading, components }) => (
        <p key={heading} className="cluster">
          <strong>{heading}:</strong>
          {sortByName(components).map(([name]) => (
            <a key={name} href={`#${name}`}>
              {toTitle(name)}
            </a>
          ))}
        </p>
      ))}
    </nav>
  );
}

export function GallerySections() {
  return groups.map(({ heading, components }) => (
    <div key={heading} className={styles.group}>
      <h2>{heading}</h2>
      {sortByName(components).map(([name, states]) => (
        <Section key={name} name={name} states={states} />
      ))}
    </div>
  ));
}

export function GalleryState({ state }: { state: string }) {
  const matches = Object.entries(formStates).flatMap(([name, states]) =>
    Object.entries(states)
      .filter(([title]) => stateKey(name, title) === state)
      .map(([title, example]) => <Section key={name} name={name} states={{ [title]: example }} />),
  );
  return (
    <div className={styles.group}>
      <h2>One state on its own</h2>
      {matches.length > 0 ? matches : <p>There&apos;s no such state.</p>}
    </div>
  );
}

const stateKey = (name: string, title: string) => `${name}-${title.replaceAll(" ", "-")}`;

function StateLinks({ name }: { name: string }) {
  return (
    <p className="cluster">
      One at a time:
      {Object.keys(formStates[name] ?? {}).map((title) => (
        <a
          key={title}
          href={`?state=${stateKey(name, title)}`}
          data-state={stateKey(name, title)}
          data-reload-document
        >
          {title}
        </a>
      ))}
    </p>
  );
}

function Section({ name, states }: { name: string; states: Gallery[string] }) {
  return (
    <section id={name} className={styles.component} data-component={name}>
      <h3>{toTitle(name)}</h3>
      {Object.entries(states).map(([title, example]) => (
        <div key={title} className={styles.state}>
          <p className={styles.title}>{title}</p>
          <div>{example}</div>
        </div>
      ))}
      {formStates[name] && <StateLinks name={name} />}
    </section>
  );
}
