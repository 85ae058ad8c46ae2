import { randomUUID } from "node:crypto";
import { useLoaderData, useLocation } from "@remix-run/react";
import { clearProgress } from "#app/areas/line-faults/check.server.ts";
import { StatusMessage } from "#app/areas/status/status-message.tsx";
import { statusNote } from "#app/areas/status/status-view.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { clean } from "#app/forms/cleaning.ts";
import { validateForm } from "#app/forms/define-form.ts";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { upperCaseHandlers } from "#app/forms/typed-text.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { listFaultCodes } from "#shared/portal-api/line-faults.ts";
import { beginTest, begunTestState, isTestRunning, testedLines, UNKNOWN_ID } from "./begin-test.server.ts";
import { DOUBTFUL_POSTCODE, lineTestForm } from "./line-test-form.ts";

const lineTest = definePost({
  form: lineTestForm,
  formInstance: () => randomUUID(),
  async source({ args, portal }) {
    const loading = portal.api
      .call(listFaultCodes, {}, optionalCallOptions)
      .then((all) =>
        all.map(({ code, description, apiId }) => ({ value: code, label: description || code, apiId })),
      );
    const codes = await tolerate(loading, args);
    const isEmpty = codes.ok && codes.value.length === 0;
    return isEmpty ? { ok: false as const, message: listFaultCodes.failure } : codes;
  },
  openOptions(_codes, { args }) {
    const { searchParams } = new URL(args.request.url);
    const cli = clean.phone(searchParams.get("cli") ?? "");
    return { values: { cli, postcode: clean.postcode(searchParams.get("postcode") ?? "") }, isNew: true };
  },
  view: async (codes, { args, portal }) => ({
    codes,
    running: await runningTest(args, portal),
    tested: (await testedLines.list(args, portal)).map(({ cli, postcode }) => ({
      to: paths.lineFaults({ cli, postcode }),
      title: cli,
      detail: postcode,
    })),
    status: await statusNote(args.context, "lines"),
  }),
  async save({ values, formInstance, source: codes, args, portal }) {
    const chosenCode = codes.ok ? codes.value.find(({ value }) => value === values.faultCode) : undefined;
    const faultCode = chosenCode?.apiId ?? values.faultCode;
    const saved = await beginTest(args, portal, { ...values, faultCode, formInstance });
    const isPostcodeDoubtful = "postcode" in validateForm(lineTestForm, {}, values, true);
    if (!isPostcodeDoubtful || saved.flash) return saved;
    return { ...saved, flash: { tone: "warning", text: DOUBTFUL_POSTCODE } };
  },
});

/** The session's running test. Forgets one that has ended. */
async function runningTest({ context, request }: RouteArgs, portal: Portal) {
  const sessionTest = begunTestState.read(portal);
  if (!sessionTest) return undefined;
  if (await isTestRunning(portal, sessionTest, context.services.now().getTime()))
    return { cli: sessionTest.cli, to: paths.lineFault(sessionTest.id || UNKNOWN_ID) };
  if (context.navigation && request.method === "GET") {
    clearProgress(portal, sessionTest.id);
    begunTestState.save(portal, undefined);
  }
  return undefined;
}

export const handle: PageFacts = { postRateLimit: "line-tests" };
export const meta = pageTitle("Run a Line Test");
export const loader = postLoader(lineTest);
export const action = postAction(lineTest);

export default function LineTest() {
  const { form, codes, running, tested, status } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <FormPage>
      <PageHeader
        title="Run a Line Test"
        intro="It takes up to 3 minutes. Calls on the line may drop while it runs."
      />
      {status && <StatusMessage {...status} />}
      {running && (
        <Message tone="info">
          <p>
            A line test{running.cli && ` of ${running.cli}`} is running. <a href={running.to}>See progress</a>
          </p>
        </Message>
      )}
      {tested.length > 0 && (
        <Card heading="Lines already tested" id="tested" icon="activity" flush>
          <LinkList items={tested} />
        </Card>
      )}
      <Card heading="The line" id="line" icon="phone">
        {/* A link under 'Lines already tested' changes the query, and so the key, which resets the form. */}
        <PortalForm key={search} form={lineTestForm} view={form}>
          <Fields>
            <TextField name="cli" type="tel" width="medium" autoComplete="off" {...upperCaseHandlers} />
            <TextField
              name="postcode"
              width="short"
              autoComplete="off"
              autoCapitalize="characters"
              {...upperCaseHandlers}
            />
            {codes.ok ? (
              <SelectField name="faultCode" options={codes.value} placeholder="Please choose..." />
            ) : (
              <PanelError {...codes} retryTo={paths.lineFaults()} />
            )}
          </Fields>
          <ButtonRow>
            <Button variant="primary">Run Test</Button>
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}
