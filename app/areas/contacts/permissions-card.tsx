import { useState, type FormEvent } from "react";
import { CheckboxesField, CheckboxField, FixedField, FixedText } from "#app/forms/fields.tsx";
import { useFormField } from "#app/forms/form-context.ts";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Fields } from "#app/ui/form-layout.tsx";
import styles from "./contacts.module.css";
import { namesOf, type RoleOption } from "./role-grants.ts";

interface PermissionsCardProps {
  roles: readonly RoleOption[];
  /** What may not be written, by its field. */
  fixed: Readonly<Record<string, unknown>>;
  validated: string | undefined;
  calledName: string;
}

export function PermissionsCard({ roles, fixed, validated, calledName }: PermissionsCardProps) {
  const { initialValues } = useFormField("roles");
  const [held, setHeld] = useState<readonly string[]>(initialValues);
  const isFixed = (name: string) => Object.hasOwn(fixed, name);
  const takeOver = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const ticked = currentTarget.querySelectorAll<HTMLInputElement>("input[name=roles]:checked");
    setHeld([...ticked].map(({ value }) => value));
  };
  return (
    <Card heading="Permissions" id="permissions" icon="shield-check">
      <Fields>
        {!isFixed("roles") ? (
          <div className={styles.roles} onChange={takeOver}>
            <CheckboxesField
              name="roles"
              options={roles.filter(({ bars }) => bars === "")}
              apart={{ label: "Restrictions", options: roles.filter(({ bars }) => bars !== "") }}
            />
          </div>
        ) : (
          <FixedField name="roles">{namesOf(roles, held) || "None"}</FixedField>
        )}
        <RoleSummary name={calledName} roles={roles} held={held} />
        <Disclosure summary="Show more details about the roles">
          <RoleDetails roles={roles} />
        </Disclosure>
        <div className={styles.account}>
          <Validation isFixed={isFixed("myPortalIsValidated")} validated={validated} />
          {isFixed("myPortalIsLockedOut") ? (
            <FixedFlag name="myPortalIsLockedOut" />
          ) : (
            <CheckboxField name="myPortalIsLockedOut" />
          )}
        </div>
      </Fields>
    </Card>
  );
}

function Validation({ isFixed, validated }: Pick<PermissionsCardProps, "validated"> & { isFixed: boolean }) {
  const name = "myPortalIsValidated";
  if (validated !== undefined)
    return (
      <FixedText name={name}>
        <p className={styles.validated}>{validated}</p>
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

function FixedFlag({ name }: { name: string }) {
  const { initialValue } = useFormField(name);
  return <FixedField name={name}>{initialValue === "on" ? "Yes" : "No"}</FixedField>;
}

interface RoleSummaryProps {
  name: string;
  roles: readonly RoleOption[];
  held: readonly string[];
}

function RoleSummary({ name, roles, held }: RoleSummaryProps) {
  const ticked = roles.filter(({ value }) => held.includes(value));
  return (
    <div className={styles.summary} role="status">
      <Words name={name} ticked={ticked} />
    </div>
  );
}

function Words({ name, ticked }: { name: string; ticked: readonly RoleOption[] }) {
  // What takes access away outweighs all that is granted.
  const barring = ticked.find(({ bars }) => bars !== "");
  if (barring) return <p>{`With the role ${barring.label} ${name} ${barring.bars}.`}</p>;
  const granting = ticked.filter(({ grants }) => grants !== "");
  if (granting.length === 0)
    return <p>{`Without any role ${name} cannot do anything in the Customer Portal.`}</p>;
  return (
    <>
      <p>{`With these roles ${name} can`}</p>
      <ul>
        {granting.map(({ value, grants }) => (
          <li key={value}>{grants}</li>
        ))}
      </ul>
      <p>{`As everyone with a role, ${name} can also run line tests and check FTTP availability.`}</p>
    </>
  );
}

function RoleDetails({ roles }: Pick<RoleSummaryProps, "roles">) {
  return (
    <dl className={styles.details}>
      {roles.map(({ value, label, grants, bars }) => (
        <div key={value}>
          <dt>{label}</dt>
          <dd>
            {grants ? `Can ${grants}.` : bars ? `With it a contact ${bars}.` : "There is no description."}
          </dd>
        </div>
      ))}
    </dl>
  );
}
