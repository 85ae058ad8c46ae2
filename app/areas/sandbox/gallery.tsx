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

export function GallerySections() {
  return groups.map(({ heading, components }) => (
    <div key={heading} className={styles.group}>
      <h2>{heading}</h2>
      {sorted(components).map(([name, states]) => (
        <Section key={name} name={name} states={states}>
          {formStates[name] && <Choices name={name} />}
        </Section>
      ))}
    </div>
  ));
}

export function GalleryState({ state }: { state: string }) {
  const asked = Object.entries(formStates).flatMap(([name, states]) =>
    Object.entries(states)
      .filter(([title]) => keyOf(name, title) === state)
      .map(([title, shown]) => (
        <Section key={name} name={name} states={{ [title]: shown }}>
          <Choices name={name} />
        </Section>
      )),
  );
  return (
    <div className={styles.group}>
      <h2>One state by itself</h2>
      {asked.length > 0 ? asked : <p>There is no such state.</p>}
    </div>
  );
}

const keyOf = (name: string, title: string) => `${name}-${title.replaceAll(" ", "-")}`;

function Choices({ name }: { name: string }) {
  return (
    <p className="cluster">
      It takes the focus, so one at a time:
      {Object.keys(formStates[name] ?? {}).map((title) => (
        <a key={title} href={`?state=${keyOf(name, title)}`} data-state={keyOf(name, title)} data-document>
          {title}
        </a>
      ))}
    </p>
  );
}

interface SectionProps {
  name: string;
  states: Gallery[string];
  children: ReactNode;
}

function Section({ name, states, children }: SectionProps) {
  return (
    <section id={name} className={styles.component} data-component={name}>
      <h3>{titleOf(name)}</h3>
      {Object.entries(states).map(([title, shown]) => (
        <State key={title} title={title}>
          {shown}
        </State>
      ))}
      {children}
    </section>
  );
}

function State({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      <div className={styles.shown}>{children}</div>
    </div>
  );
}
