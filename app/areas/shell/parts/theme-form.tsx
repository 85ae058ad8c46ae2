import { useState } from "react";
import type { AccountView } from "#app/areas/shell/shell-view.server.ts";
import { useBackgroundPost } from "#app/document/use-background-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import { paths } from "#shared/paths.ts";
import styles from "./theme-form.module.css";

type ThemeChoice = AccountView["theme"]["chosen"];

const choices: readonly { theme: ThemeChoice; label: string; icon: IconName }[] = [
  { theme: "system", label: "System", icon: "monitor" },
  { theme: "light", label: "Light", icon: "sun" },
  { theme: "dark", label: "Dark", icon: "moon" },
];

export function ThemeForm({ chosen: saved, returnTo }: AccountView["theme"]) {
  const [chosen, setChosen] = useState(saved);
  const { onSubmit, hasFailed } = useBackgroundPost((choice) => {
    setChosen(choice as ThemeChoice);
    // Must match what root.tsx renders.
    const { dataset } = document.documentElement;
    if (choice === "system") delete dataset["theme"];
    else dataset["theme"] = choice;
  });
  return (
    <form method="post" action={paths.appearance()} className={styles.form} onSubmit={onSubmit}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Appearance</legend>
        {choices.map(({ theme, label, icon }) => (
          <button
            key={theme}
            type="submit"
            name="theme"
            value={theme}
            className={styles.choice}
            aria-pressed={theme === chosen}
          >
            <Icon name={icon} size="small" />
            {label}
          </button>
        ))}
      </fieldset>
      <p className={styles.failed} role="alert">
        {hasFailed && "We couldn't save your choice. Please try again."}
      </p>
    </form>
  );
}
