import { useState, type FormEvent } from "react";
import { CheckboxesField, CheckboxField, FixedField, FixedText } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Fields } from "#app/ui/form-layout.tsx";
import type { ContactView } from "./contact-editor.server.ts";
import { withOr, type RoleOption } from "./contact-roles.ts";
import styles from "./contacts.module.css";

const LOCKED_OUT =
  "The contact will be signed out and can't use the portal until you untick this. To block this account only, tick MyPortal Locked Out above.";

type PermissionsCardProps = Pick<ContactView, "roles" | "validatedText" | "shortName" | "savedRoles"> & {
  /** Values that the person editing can't change, by field name. */
  fixed: Readonly<Record<string, unknown>>;
};

export function PermissionsCard({ roles, fixed, validatedText, ...summary }: PermissionsCardProps) {
  const { initialValues } = useFormField("roles");
  const [tickedIds, setTickedIds] = useState<readonly string[]>(initialValues);
  const ticked = roles.filter(({ value }) => tickedIds.includes(value));
  const isFixed = (name: string) => Object.hasOwn(fixed, name);
  const updateTicked = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const boxes = currentTarget.querySelectorAll<HTMLInputElement>("input[name=roles]:checked");
    setTickedIds([...boxes].map(({ value }) => value));
  };
  return (
    <Card heading="Permissions" id="permissions" icon="shield-check">
      <Fields>
        {!isFixed("roles") ? (
          <div className={styles.roles} onChange={updateTicked}>
            <CheckboxesField
              name="roles"
              options={roles.filter(({ restriction }) => restriction === "")}
              extraGroup={{
                label: "Restrictions",
                hint: "Any of these overrides the roles above, for this account only.",
                options: roles.filter(({ restriction }) => restriction !== ""),
              }}
            />
          </div>
        ) : (
          <FixedField name="roles">{ticked.map(({ label }) => label).join(", ") || "None"}</FixedField>
        )}
        <RoleSummary {...summary} roles={roles} tickedIds={tickedIds} />
        <Disclosure summary="Show more details about the roles">
          <RoleDetails roles={roles} />
        </Disclosure>
        <div className={styles.account}>
          <ValidationField isFixed={isFixed("myPortalIsValidated")} validatedText={validatedText} />
          {isFixed("myPortalIsLockedOut") ? (
            <FixedYesNo name="myPortalIsLockedOut" />
          ) : (
            <CheckboxField name="myPortalIsLockedOut" hint={LOCKED_OUT} />
          )}
        </div>
      </Fields>
    </Card>
  );
}

function ValidationField({ isFixed, validatedText }: { isFixed: boolean; validatedText?: string }) {
  const name = "myPortalIsValidated";
  if (validatedText !== undefined)
    return (
      <FixedText name={name}>
        <p className={styles.validated}>{validatedText}</p>
      </FixedText>
    );
  return isFixed ? (
    <FixedField name={name} label="Account validated">
      No
    </FixedField>
  ) : (
    <CheckboxField name={name} />
  );
}

function FixedYesNo({ name }: { name: string }) {
  const { initialValue } = useFormField(name);
  return <FixedField name={name}>{initialValue === "on" ? "Yes" : "No"}</FixedField>;
}

type RoleSummaryProps = Omit<PermissionsCardProps, "fixed" | "validatedText"> & {
  tickedIds: readonly string[];
};

function RoleSummary({ shortName: name, roles, savedRoles, tickedIds }: RoleSummaryProps) {
  const ticked = roles.filter(({ value }) => tickedIds.includes(value));
  const lost = roles.filter(
    ({ value, allows }) => allows && savedRoles?.includes(value) && !tickedIds.includes(value),
  );
  const isChanged = lost.length > 0 || tickedIds.some((id) => savedRoles && !savedRoles.includes(id));
  return (
    <div className={styles.summary} role="status">
      <RoleSummaryText name={name} ticked={ticked} />
      {lost.map(({ value, allows }) => (
        <p key={value}>{`${name} can no longer ${withOr(allows)}.`}</p>
      ))}
      {isChanged && <p>{`This applies the next time ${name} signs in. Until then, nothing changes.`}</p>}
    </div>
  );
}

function RoleSummaryText({ name, ticked }: { name: string; ticked: readonly RoleOption[] }) {
  // A restriction overrides all the others.
  const restrictive = ticked.find(({ restriction }) => restriction !== "");
  if (restrictive) return <p>{`${restrictive.label} is ticked, so ${name} ${restrictive.restriction}.`}</p>;
  const granted = ticked.filter(({ allows }) => allows !== "");
  if (granted.length === 0)
    return <p>{`Without a role, ${name} can't do anything in the Customer Portal.`}</p>;
  return (
    <>
      <p>{`With these roles, ${name} can`}</p>
      <ul>
        {granted.map(({ value, allows }) => (
          <li key={value}>{allows}</li>
        ))}
      </ul>
      <p>{`Like everyone with a role, ${name} can also run line tests and check FTTP availability.`}</p>
    </>
  );
}

function RoleDetails({ roles }: { roles: readonly RoleOption[] }) {
  return (
    <dl className={styles.details}>
      {roles.map(({ value, label, allows, restriction }) => (
        <div key={value}>
          <dt>{label}</dt>
          <dd>
            {allows
              ? `Can ${allows}.`
              : restriction
                ? `A contact with this role ${restriction}.`
                : "No description."}
          </dd>
        </div>
      ))}
    </dl>
  );
}
