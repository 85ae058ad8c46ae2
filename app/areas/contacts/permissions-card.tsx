import { type FormEvent, useState } from "react";
import styles from "./contacts.module.css";
import type { ContactView } from "./contact-view.server.ts";
import { RoleDetails, RoleSummary } from "./role-summary.tsx";
import { CheckboxesField, CheckboxField } from "../../forms/fields.tsx";
import { useFormField } from "../../forms/form-context.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Fields } from "../../ui/form-layout.tsx";
import { ReadOnlyField } from "../../ui/text-input.tsx";

type PermissionsCardProps = Pick<ContactView, "roles" | "may" | "validated" | "calledName">;

/** Roles, validation and lock of a contact, each as far as the viewer may change it (spec 1 §2, §4, §6). */
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
            <CheckboxesField name="roles" options={roles} />
          </div>
        ) : (
          <ReadOnlyField label="Roles">{namesOf(roles, held)}</ReadOnlyField>
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
  if (validated !== undefined) return <p className={styles.validated}>{validated}</p>;
  return may.validate ? (
    <CheckboxField name="myPortalIsValidated" />
  ) : (
    <ReadOnlyField label="Account validated">No</ReadOnlyField>
  );
}

function FixedFlag({ name }: { name: string }) {
  const { label, initialValue } = useFormField(name);
  return <ReadOnlyField label={label}>{initialValue === "on" ? "Yes" : "No"}</ReadOnlyField>;
}

function namesOf(roles: ContactView["roles"], held: readonly string[]): string {
  const names = roles.filter(({ value }) => held.includes(value)).map(({ label }) => label);
  return names.join(", ") || "None";
}
