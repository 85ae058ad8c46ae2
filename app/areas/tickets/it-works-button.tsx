import { Form } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD, INTENT_FIELD } from "#app/request/hidden-fields.ts";
import { IconButton } from "#app/ui/icon-button.tsx";

/** The form's id and button, without the form, which a list would load with all that forms need. */
export const itWorks = { id: "ticket-works", button: "It works now" } as const;

interface ItWorksButtonProps {
  account: string;
  id: string;
  listQuery: string | undefined;
}

/** Closes the ticket with one press. */
export function ItWorksButton({ account, id, listQuery }: ItWorksButtonProps) {
  return (
    <Form method="post" action={paths.ticketWorks(id, listQuery)}>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <input type="hidden" name={INTENT_FIELD} value={itWorks.id} />
      <IconButton
        type="submit"
        icon="check"
        size="small"
        title={itWorks.button}
        label={`${itWorks.button}: close ticket ${id}`}
      />
    </Form>
  );
}
