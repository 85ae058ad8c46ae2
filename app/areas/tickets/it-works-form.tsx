import { Form } from "@remix-run/react";
import { defineForm, PERHAPS_SAVED_ADVICE } from "#app/forms/define-form.ts";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD, INTENT_FIELD } from "#app/request/hidden-fields.ts";
import { IconButton } from "#app/ui/icon-button.tsx";

export const itWorksForm = defineForm({
  id: "ticket-works",
  fields: {},
  button: "It works now",
  sendingLabel: "Closing…",
  perhapsSavedAdvice: `${PERHAPS_SAVED_ADVICE} Its history shows it.`,
});

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
      <input type="hidden" name={INTENT_FIELD} value={itWorksForm.id} />
      <IconButton
        type="submit"
        icon="check"
        size="small"
        title={itWorksForm.button}
        label={`${itWorksForm.button}: close ticket ${id}`}
      />
    </Form>
  );
}
