import { useState, type FormEvent } from "react";
import { CheckboxesField, CheckboxField, FixedField, FixedText } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Fields } from "#app/ui/form-layout.tsx";
import type { ContactView } from "./contact-view.server.ts";
import styles from "./contacts.module.css";
import { RoleDetails, RoleSummary } from "./role-summary.tsx";

type PermissionsCardProps = Pick<ContactView, "roles" | "may" | "validated" | "calledName">;

/** Roles, validation and lock of a contact, as far as the user may change them. */
export function PermissionsCard({ roles, may, validated, calledName }: PermissionsCardProps) {
  const { initialValues } = useFormField("roles");
  const [held, setHeld] = useState<readonly string[]>(initialValues);
  const takeOver = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const ticked = currentTarget.querySelectorAll<HTMLInputElement>("input[name=roles]:checked");
    setHeld([...ticked].map(({ value }) => value));
  };
  return (
    <Card heading="Permissions" id="permissions" icon="shield-check">
      <Fields>
        {may.role ? (
          <div className={styles.roles} onChange={takeOver}>
            <CheckboxesField
              name="roles"
              options={roles.filter(({ bars }) => bars === "")}
              apart={{ label: "Restrictions", options: roles.filter(({ bars }) => bars !== "") }}
            />
          </div>
        ) : (
          <FixedField name="roles">{namesOf(roles, held)}</FixedField>
        )}
        <RoleSummary name={calledName} roles={roles} held={held} />
        <Disclosure summary="Show more details about the roles">
          <RoleDetails roles={roles} />
        </Disclosure>
        <div className={styles.account}>
          <Validation may={may} validated={validated} />
          {may.lock ? <CheckboxField name="myPortalIsLockedOut" /> : <FixedFlag name="myPortalIsLockedOut" />}
        </div>
      </Fields>
    </Card>
  );
}

function Validation({ may, validated }: Pick<ContactView, "may" | "validated">) {
  const name = "myPortalIsValidated";
  if (validated !== undefined)
    return (
      <FixedText name={name}>
        <p className={styles.validated}>{validated}</p>
      </FixedText>
    );
  return may.validate ? (
    <CheckboxField name={name} />
  ) : (
    <FixedField name={name} label="Account validated">
      No
    </FixedField>
  );
}

function FixedFlag({ name }: { name: string }) {
  const { initialValue } = useFormField(name);
  return <FixedField name={name}>{initialValue === "on" ? "Yes" : "No"}</FixedField>;
}

function namesOf(roles: ContactView["roles"], held: readonly string[]): string {
  const names = roles.filter(({ value }) => held.includes(value)).map(({ label }) => label);
  return names.join(", ") || "None";
}
