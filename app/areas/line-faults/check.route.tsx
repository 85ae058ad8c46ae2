import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { titled } from "#app/document/page-title.ts";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { acknowledgeAcceptance } from "#app/portal-api/line-faults.ts";
import { inTurn } from "#app/request/across-instances.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { checkView, type CheckView } from "./check-view.server.ts";
import { asksForChecklist, progressOf, readCheck, reportName, type Checked } from "./check.server.ts";
import { confirmChecklist } from "./consent.server.ts";
import { checklistForm } from "./line-test-form.ts";
import { Results } from "./results.tsx";
import { Waiting } from "./waiting.tsx";

const isWaiting = (data: unknown) => (data as CheckView | undefined)?.kind === "waiting";

export const handle: PageFacts = { isWaiting };
export const meta = titled((data) => (isWaiting(data) ? "Line Test Running" : "Line Checker Results"));

export async function loader(args: LoaderFunctionArgs) {
  return checkView(args, await requireAccount(args));
}

export async function action(args: ActionFunctionArgs) {
  const portal = await requireAccount(args);
  const { services, signal } = args.context;
  const ref = { portal, id: args.params["id"] ?? "" };
  return submitForm(args, portal, checklistForm, {
    // In the booking's turn: what the API keeps is told as a whole, agreements and all.
    save: () => inTurn(services.vault, reportName(ref), () => save(args, ref), { signal }),
  });
}

async function save(args: ActionFunctionArgs, ref: Pick<Checked, "portal" | "id">) {
  const { portal, id } = ref;
  const check = await readCheck(portal, id);
  const to = paths.lineFault(id);
  // The list was shown for a test that has found nothing, and for no other.
  if (!asksForChecklist(check)) return { kind: "saved", to } as const;
  const isKept = await confirmChecklist(args, { ...ref, check, progress: progressOf(portal, id) });
  const flash = { tone: "error", text: acknowledgeAcceptance.failure } as const;
  return { kind: "saved", to, ...(!isKept && { flash }) } as const;
}

export default function LineCheck() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <FormPage>
      <PageHeader
        title="Line Checker Results"
        actions={
          view.kind === "results" && (
            <ButtonLink to={paths.lineFaults()} icon="activity">
              Perform Another Test
            </ButtonLink>
          )
        }
      />
      <div aria-live="polite" className="stack-wide">
        {view.kind === "waiting" ? <Waiting {...view} /> : <Results {...view} reply={reply} />}
      </div>
    </FormPage>
  );
}
