import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { FilesField } from "#app/files/files-field.tsx";
import { uploadFiles } from "#app/files/upload-files.server.ts";
import { defineForm } from "#app/forms/define-form.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { requireTicket } from "./ticket-files.server.ts";
import { ticketName } from "./ticket-form.ts";

const form = defineForm({
  id: "ticket-files",
  fields: {},
  files: "files",
  button: "Add files",
  sendingLabel: "Adding…",
});

const post = definePost({
  form,
  role: "Support",
  source: ({ args, portal }) => requireTicket(portal, args.params["id"] ?? ""),
  view: (id) => ({ id }),
  async save({ args, portal, source: id }) {
    if (args.context.files) {
      await uploadFiles(args, portal, id);
      return { to: paths.ticket(id) };
    }
    const flash = { tone: "error", text: "Please choose the files to add." } as const;
    return { to: paths.ticketFiles(id), flash };
  },
});

export const handle: PageFacts = { requiredParts: ["uploads"], acceptsFiles: true };
export const meta = pageTitle((data) => ["Add files", ticketName(data)]);
export const loader = postLoader(post);
export const action = postAction(post);

export default function AddFiles() {
  const { id, form: view } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Add files" back={{ to: paths.ticket(id), label: `Ticket ${id}` }} />
      <Card heading={`Files for ticket ${id}`} id="add-files" icon="file-text">
        <PortalForm form={form} view={view}>
          <FilesField label="Files" optional={false} />
          <ButtonRow>
            <Button variant="primary">Add files</Button>
            <ButtonLink to={paths.ticket(id)}>Cancel</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}
