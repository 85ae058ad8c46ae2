import styles from "./contacts.module.css";
import type { RoleOption } from "./role-grants.ts";

interface RoleSummaryProps {
  name: string;
  roles: readonly RoleOption[];
  held: readonly string[];
}

/** 'With these roles Anna can …', following the ticks. */
export function RoleSummary({ name, roles, held }: RoleSummaryProps) {
  const ticked = roles.filter(({ value }) => held.includes(value));
  return (
    <div className={styles.summary} role="status">
      <Words name={name} ticked={ticked} />
    </div>
  );
}

function Words({ name, ticked }: { name: string; ticked: readonly RoleOption[] }) {
  // A role that takes access away outweighs all others.
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
    </>
  );
}

/** 'Show more details about the roles': what each role grants. */
export function RoleDetails({ roles }: Pick<RoleSummaryProps, "roles">) {
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
