import { postInBackground } from "#app/document/post-in-background.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import styles from "./theme-form.module.css";
import type { AccountView, ThemeChoice } from "./view-models.ts";

const choices: readonly { theme: ThemeChoice; label: string; icon: IconName }[] = [
  { theme: "system", label: "System", icon: "monitor" },
  { theme: "light", label: "Light", icon: "sun" },
  { theme: "dark", label: "Dark", icon: "moon" },
];

export function ThemeForm({ chosen, action, returnTo }: AccountView["theme"]) {
  return (
    <form method="post" action={action} className={styles.form} onSubmit={postInBackground}>
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
    </form>
  );
}
