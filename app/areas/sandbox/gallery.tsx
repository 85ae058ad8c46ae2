import type { ReactNode } from "react";
import { controls } from "./gallery-controls.tsx";
import { displayComponents } from "./gallery-display.tsx";
import { formKit } from "./gallery-forms.tsx";
import { gridKit } from "./gallery-grid.tsx";
import { layouts } from "./gallery-layouts.tsx";
import styles from "./sandbox.module.css";

/**
 * Examples of each component's states by title, by the component's file name. Those that take the focus or contain the
 * page's heading are functions, which the gallery shows one at a time.
 */
type Gallery = Readonly<Record<string, Readonly<Record<string, ReactNode | (() => ReactNode)>>>>;

const galleries: Readonly<Record<string, Gallery>> = {
  "Design system": { ...displayComponents, ...layouts, ...controls },
  Forms: formKit,
  Lists: gridKit,
};
const groups = Object.entries(galleries).map(([heading, components]) => ({
  heading,
  components: Object.entries(components).sort(([a], [b]) => a.localeCompare(b)),
}));

const toTitle = (name: string) => (name.slice(0, 1).toUpperCase() + name.slice(1)).replaceAll("-", " ");
const stateKey = (name: string, title: string) => `${name}-${title.replaceAll(" ", "-")}`;

export function GalleryContents() {
  return (
    <nav className={styles.contents} aria-labelledby="gallery">
      <h2 id="gallery">Components</h2>
      {groups.map(({ heading, components }) => (
        <p key={heading} className="cluster">
          <strong>{heading}:</strong>
          {components.map(([name]) => (
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
      {components.map(([name, states]) => (
        <Section key={name} name={name} states={states} />
      ))}
    </div>
  ));
}

export function GalleryState({ state }: { state: string }) {
  const component = groups
    .flatMap(({ components }) => components)
    .find(([name, states]) => Object.keys(states).some((title) => stateKey(name, title) === state));
  return (
    <div className={styles.group}>
      <h2>One state on its own</h2>
      {component ? (
        <Section name={component[0]} states={component[1]} only={state} />
      ) : (
        <p>There&apos;s no such state.</p>
      )}
    </div>
  );
}

function Section({ name, states, only }: { name: string; states: Gallery[string]; only?: string }) {
  const all = Object.entries(states).map(([title, example]) => ({
    title,
    key: stateKey(name, title),
    example,
    isAlone: typeof example === "function",
  }));
  const alone = all.filter(({ isAlone }) => isAlone);
  return (
    <section id={name} className={styles.component} data-component={name}>
      <h3>{toTitle(name)}</h3>
      {all
        .filter(({ key, isAlone }) => (only === undefined ? !isAlone : key === only))
        .map(({ title, key, example }) => (
          <div key={key} className={styles.state}>
            <p className={styles.title}>{title}</p>
            <div>{typeof example === "function" ? example() : example}</div>
          </div>
        ))}
      {alone.length > 0 && (
        <p className="cluster">
          One at a time:
          {alone.map(({ title, key }) => (
            <a key={key} href={`?state=${key}`} data-state={key} data-reload-document>
              {title}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}
