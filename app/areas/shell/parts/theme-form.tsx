import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import styles from "./theme-form.module.css";
import type { AccountView, ThemeChoice } from "./view-models.ts";

const choices: readonly { theme: ThemeChoice; word: string; icon: IconName }[] = [
  { theme: "system", word: "System", icon: "monitor" },
  { theme: "light", word: "Light", icon: "sun" },
  { theme: "dark", word: "Dark", icon: "moon" },
];

/** Posts `theme` (system, light or dark) and `returnTo`; a plain form, since the answer is a cookie. */
export function ThemeForm({ chosen, action, returnTo }: AccountView["theme"]) {
  return (
    <form method="post" action={action} className={styles.form}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Appearance</legend>
        {choices.map(({ theme, word, icon }) => (
          <button
            key={theme}
            type="submit"
            name="theme"
            value={theme}
            className={styles.choice}
            aria-pressed={theme === chosen}
          >
            <Icon name={icon} size="small" />
            {word}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
