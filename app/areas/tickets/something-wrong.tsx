import { ButtonLink } from "#app/ui/button.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { ProblemLink } from "./problem.server.ts";

/** Ends the page of a thing: opens a ticket, or an email, that is already written. */
export function SomethingWrong({ to, phone, what }: ProblemLink & { what: string }) {
  return (
    <p className="cluster no-print">
      <ButtonLink to={to} icon="life-buoy">
        Something wrong with this {what}?
      </ButtonLink>
      {phone !== undefined && (
        <span>
          or call <PhoneLink number={phone} />
        </span>
      )}
    </p>
  );
}
