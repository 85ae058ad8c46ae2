import type { ReactNode } from "react";
import { controls } from "./gallery-controls.tsx";
import { formKit, formStates } from "./gallery-forms.tsx";
import { gridKit } from "./gallery-grid.tsx";
import { layouts } from "./gallery-layouts.tsx";
import { signs } from "./gallery-signs.tsx";
import styles from "./sandbox.module.css";

/** Components by the name of their file, each in its states by what they are called. */
type Gallery = Readonly<Record<string, Readonly<Record<string, ReactNode>>>>;

const groups: readonly { readonly heading: string; readonly components: Gallery }[] = [
  { heading: "Design system", components: { ...signs, ...layouts, ...controls, "error-summary": {} } },
  { heading: "Forms", components: formKit },
  { heading: "Lists", components: gridKit },
];

const titleOf = (name: string) => (name.slice(0, 1).toUpperCase() + name.slice(1)).replaceAll("-", " ");
const sorted = (components: Gallery) =>
  Object.entries(components).sort(([one], [other]) => one.localeCompare(other));

/** Links to every section. */
export function GalleryContents() {
  return (
    <nav className={styles.contents} aria-labelledby="gallery">
      <h2 id="gallery">Components</h2>
      {groups.map(({ heading, components }) => (
        <p key={heading} className="cluster">
          <strong>{heading}:</strong>
          {sorted(components).map(([name]) => (
            <a key={name} href={`#${name}`}>
              {titleOf(name)}
            </a>
          ))}
        </p>
      ))}
    </nav>
  );
}

/** Every component; of those that take the focus only the `state` that the address asks for. */
export function GallerySections({ state }: { state: string }) {
  return groups.map(({ heading, components }) => (
    <div key={heading} className={styles.group}>
      <h2>{heading}</h2>
      {sorted(components).map(([name, states]) => (
        <section key={name} id={name} className={styles.component} data-component={name}>
          <h3>{titleOf(name)}</h3>
          {Object.entries(states).map(([title, shown]) => (
            <State key={title} title={title}>
              {shown}
            </State>
          ))}
          <OnDemand name={name} states={formStates[name] ?? {}} state={state} />
        </section>
      ))}
    </div>
  ));
}

function State({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      <div className={styles.shown}>{children}</div>
    </div>
  );
}

interface OnDemandProps {
  name: string;
  states: Gallery[string];
  state: string;
}

function OnDemand({ name, states, state }: OnDemandProps) {
  const all = Object.entries(states).map(([title, shown]) => {
    const key = `${name}-${title.replaceAll(" ", "-")}`;
    return { key, title, shown };
  });
  const current = all.find(({ key }) => key === state);
  return (
    <>
      {all.length > 0 && (
        <p className="cluster">
          Takes the focus, so show one:
          {all.map(({ key, title }) => (
            <a key={key} href={`?state=${key}#${name}`} data-state={key} data-document>
              {title}
            </a>
          ))}
        </p>
      )}
      {current && <State title={current.title}>{current.shown}</State>}
    </>
  );
}
