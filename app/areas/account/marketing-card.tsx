import { useRef, useState, type FormEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useFormField } from "#app/forms/form-context.ts";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/choice.tsx";
import { FieldNotes } from "#app/ui/field.tsx";
import { Message } from "#app/ui/message.tsx";
import { MARKETING_DELAY_TEXT } from "./account-form.ts";
import styles from "./account.module.css";
import type { Category, Topic } from "./marketing.ts";
import { OptOut, setOptOutTicked } from "./opt-out.tsx";

const NAME = "marketingPreferences";

export function MarketingCard({ categories }: { categories: readonly Category[] }) {
  const { id, errors, warnings, infos, initialValues } = useFormField(NAME);
  const isHydrated = useHydrated();
  const sections = useRef<HTMLDivElement>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const handleInput = ({ target }: FormEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    setHasChanged(true);
    if (target.checked) setOptOutTicked(false);
  };
  const clearAll = () => {
    for (const box of sections.current?.querySelectorAll<HTMLInputElement>(`input[name=${NAME}]:checked`) ??
      []) {
      box.checked = false;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setHasChanged(true);
  };
  return (
    <Card heading="Marketing Preferences" id="marketing" icon="megaphone">
      <div
        className={styles.marketing}
        id={id}
        tabIndex={-1}
        role="group"
        aria-labelledby="marketing-heading"
      >
        <FieldNotes id={id} errors={errors} warnings={warnings} infos={infos} />
        <div ref={sections} onInput={handleInput} className={styles.sections}>
          {categories.map((category) => (
            <Section key={category.label} category={category} ticked={initialValues} />
          ))}
        </div>
        <OptOut onOptOut={clearAll} />
      </div>
      <div role="status" className={styles.delay}>
        {(!isHydrated || hasChanged) && <Message tone="info">{MARKETING_DELAY_TEXT}</Message>}
      </div>
    </Card>
  );
}

function Section({ category, ticked }: { category: Category; ticked: readonly string[] }) {
  return (
    <fieldset className={styles.section}>
      <legend>{category.label}</legend>
      <div className={styles.topics}>
        {category.topics.map((topic, index) => (
          <TopicRow
            key={topic.label}
            topic={topic}
            ticked={ticked}
            id={`${category.label.replace(/\W+/g, "-").toLowerCase()}-${index}`}
          />
        ))}
      </div>
    </fieldset>
  );
}

function TopicRow({ topic, ticked, id }: { topic: Topic; ticked: readonly string[]; id: string }) {
  return (
    <div className={styles.topic} role="group" aria-labelledby={id}>
      <p id={id} className={styles.topicLabel}>
        {topic.label}
      </p>
      <div className={styles.channels}>
        {topic.options.map(({ channel, label, value }) => (
          <div key={channel} data-channel={channel}>
            <Checkbox
              id={`${id}-${channel.toLowerCase()}`}
              name={NAME}
              value={value}
              label={label}
              defaultChecked={ticked.includes(value)}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
