import styles from "./contacts.module.css";
import type { RoleOption } from "./role-grants.ts";

interface RoleSummaryProps {
  /** Who is spoken of: 'Anna'. */
  name: string;
  roles: readonly RoleOption[];
  /** The ticked ones. */
  held: readonly string[];
}

/** 'With these roles Anna can …', in words; said again whenever a role is ticked or unticked. */
export function RoleSummary({ name, roles, held }: RoleSummaryProps) {
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
    </>
  );
}

/** What each role grants (spec 1 §6): 'Show more details about the roles'. */
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
