import { Form } from "@remix-run/react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select, type Option } from "#app/ui/select.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./picker.module.css";
import type { ChoiceView } from "./service-choice.server.ts";

export function ServiceBreadcrumb({
  chosen,
  currentStep,
}: Pick<ChoiceView, "chosen"> & { currentStep: string }) {
  return (
    <nav aria-label="What the ticket is about">
      <ol className={styles.path}>
        {chosen.map(({ title, to }) => (
          <li key={to}>
            <a href={to}>{title}</a>
            <Icon name="chevron-right" size="small" />
          </li>
        ))}
        <li aria-current="step">{currentStep}</li>
      </ol>
    </nav>
  );
}

/** All services in one select, which leads straight to the form. */
export function QuickChoice({ options, error }: { options: readonly Option[]; error: string | undefined }) {
  return (
    <Form action={paths.ticketNew()} className={styles.quick}>
      <Select
        id="about"
        name="about"
        label="What is it about?"
        placeholder="Please choose..."
        options={options}
        errors={error === undefined ? undefined : [error]}
      />
      <Button variant="primary">Continue</Button>
    </Form>
  );
}

/** One level's services. Pressing a chosen one takes the choice back. */
export function ServicePicker({ chosen, offered, previousUrl }: ChoiceView) {
  const last = chosen.at(-1);
  return (
    <>
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen so far">
          {chosen.map(({ title, icon, undoUrl }) => (
            <li key={undoUrl} className={styles.box} data-chosen="">
              <Icon name={icon ?? "check"} />
              <a href={undoUrl} aria-current="true">
                {title}
                <span className="visually-hidden">, selected. Select again to undo</span>
              </a>
              <Icon name="x" size="small" />
            </li>
          ))}
        </ul>
      )}
      <section className="stack" aria-labelledby="services">
        <h2 id="services">{last ? `Which part of ${last.title}?` : "Or choose step by step"}</h2>
        <ul className={styles.boxes}>
          {offered.map(({ title, detail, icon, to }) => (
            <li key={title} className={styles.box} data-off={to === undefined || undefined}>
              {icon && <Icon name={icon} />}
              <div>
                {to === undefined ? <span aria-disabled="true">{title}</span> : <a href={to}>{title}</a>}
                {to === undefined ? <p>This option isn&apos;t available</p> : detail && <p>{detail}</p>}
              </div>
              {to !== undefined && <Icon name="chevron-right" size="small" />}
            </li>
          ))}
        </ul>
      </section>
      {last && (
        <div>
          <ButtonLink to={previousUrl} icon="arrow-left">
            Previous Step
          </ButtonLink>
        </div>
      )}
    </>
  );
}
