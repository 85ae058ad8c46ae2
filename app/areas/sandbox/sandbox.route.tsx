import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { OwnerFields } from "#app/document/owner-fields.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { Grid } from "#app/grid/grid.tsx";
import { withFormsForDocs } from "#app/request/read-form.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PageParts } from "#app/ui/page-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { AccountSample } from "./account-sample.tsx";
import { GalleryContents, GallerySections, GalleryState } from "./gallery.tsx";
import { loadSandbox, sampleAccount, submitSandbox } from "./sandbox.server.ts";

export const handle: PageFacts = { acceptsFiles: true };
export const meta = pageTitle("Sandbox");
export const loader = loadSandbox;
export const action = withFormsForDocs([sampleAccount], submitSandbox);

const alerts = [
  ["success", "Show a success"],
  ["info", "Show some information"],
  ["warning", "Show a warning"],
  ["error", "Show an error"],
] as const;

export default function Sandbox() {
  const { form, contacts } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const state = useSearchParams()[0].get("state");
  if (state !== null)
    return (
      <>
        <PageHeader title="Sandbox" back={{ to: paths.sandbox(), label: "All components" }} />
        <GalleryState state={state} />
      </>
    );
  return (
    <>
      <div id="page-header" data-component="page-header">
        <PageHeader
          title="Sandbox"
          intro={<p>A form, a list and alerts to try, and every component. Nothing here is saved.</p>}
          back={{ to: paths.dashboard(), label: "Dashboard" }}
          actions={<ButtonLink to="#gallery">Components</ButtonLink>}
        />
      </div>
      <PageParts>
        <Card heading="Demo alerts" id="demo-alerts" icon="bell">
          <Form method="post">
            <OwnerFields />
            <ButtonRow>
              {alerts.map(([tone, label]) => (
                <Button key={tone} name="alert" value={tone}>
                  {label}
                </Button>
              ))}
            </ButtonRow>
          </Form>
        </Card>
        <Card heading="Calls" id="calls" icon="activity">
          <Form method="post">
            <OwnerFields />
            <ButtonRow>
              <Button name="call" value="token">
                Get a new token
              </Button>
              <Button name="call" value="data">
                Test load data
              </Button>
            </ButtonRow>
          </Form>
        </Card>
        <Card heading="Sample contacts" id="sample-grid" icon="users">
          <Grid view={contacts} />
        </Card>
        <Card heading="Sample account" id="sample-account" icon="user-round">
          <AccountSample view={form} reply={reply} />
        </Card>
        <GalleryContents />
        <GallerySections />
      </PageParts>
    </>
  );
}
