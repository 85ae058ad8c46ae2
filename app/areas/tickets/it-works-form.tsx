import { Form } from "@remix-run/react";
import { defineForm, PERHAPS_SAVED } from "#app/forms/define-form.ts";
import { paths } from "#app/paths.ts";
import { ACCOUNT_FIELD, INTENT_FIELD } from "#app/request/hidden-fields.ts";
import { IconButton } from "#app/ui/icon-button.tsx";

export const worksForm = defineForm({
  id: "ticket-works",
  fields: {},
  button: "It works now",
  sendingLabel: "Closing…",
  perhapsSavedAdvice: `${PERHAPS_SAVED} Its history shows it.`,
});

interface WorksButtonProps {
  account: string;
  id: string;
  place: string | undefined;
}

export function WorksButton({ account, id, place }: WorksButtonProps) {
  return (
    <Form method="post" action={paths.ticketWorks(id, place)}>
      <input type="hidden" name={ACCOUNT_FIELD} value={account} />
      <input type="hidden" name={INTENT_FIELD} value={worksForm.id} />
      <IconButton
        type="submit"
        icon="check"
        size="small"
        title={worksForm.button}
        label={`${worksForm.button}: close ticket ${id}`}
      />
    </Form>
  );
}
