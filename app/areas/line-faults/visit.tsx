import { ButtonLink } from "#app/ui/button.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { VisitView } from "./booking/visits.server.ts";

/** An engineer's visit, and what someone can do about it. The links load a new document, so that the browser asks before an unsent reply on this page is lost. */
export function Visit({ facts, actions, phone }: Pick<VisitView, "facts" | "actions" | "phone">) {
  return (
    <div className="stack">
      <DescriptionList items={facts} />
      <p className="cluster no-print">
        {actions.map(({ label, to }) => (
          <ButtonLink key={label} to={to} reloadDocument>
            {label}
          </ButtonLink>
        ))}
        <span>
          Help desk: <PhoneLink number={phone} />
        </span>
      </p>
    </div>
  );
}
