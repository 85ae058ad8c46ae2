import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import type { AccountEditorView } from "./account-editor.server.ts";
import styles from "./account.module.css";

const NOT_FOR_EMPLOYEES = "This option isn't available when logged in with an employee account";
const HINT_ID = "identity-hint";

export function IdentityButtons({
  isCustomer,
  changePasswordUrl,
  memorableWordUrl,
}: AccountEditorView["identity"]) {
  const all = [
    { label: "Change Password", to: changePasswordUrl, icon: "lock" },
    { label: "Update Memorable Word", to: memorableWordUrl, icon: "shield-check" },
  ] as const;
  // Employees see both buttons, disabled; customers only see those with a configured URL.
  const buttons = isCustomer ? all.filter(({ to }) => to !== undefined) : all;
  return (
    <ButtonRow>
      {buttons.map(({ label, to, icon }) =>
        isCustomer ? (
          <ButtonLink key={label} to={to ?? ""} icon={icon} reloadDocument>
            {label}
          </ButtonLink>
        ) : (
          <Button key={label} type="button" icon={icon} disabled aria-describedby={HINT_ID}>
            {label}
          </Button>
        ),
      )}
      {!isCustomer && (
        <p id={HINT_ID} className={styles.hint}>
          {NOT_FOR_EMPLOYEES}
        </p>
      )}
    </ButtonRow>
  );
}
