import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { confirmChecklist } from "#app/areas/line-faults/booking/agreements.server.ts";
import {
  answerInTurn,
  asksForChecklist,
  getCheckOrRedirect,
  getProgress,
  isPending,
  redirectWithoutResults,
} from "#app/areas/line-faults/check.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { definePost } from "#app/forms/post.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { acknowledgeAcceptance } from "#shared/portal-api/line-faults.ts";
import { checkView, type CheckView } from "./check-view.server.ts";
import { checklistForm } from "./line-test-form.ts";
import { Results } from "./results.tsx";
import { Waiting } from "./waiting.tsx";

export const handle: PageFacts = {
  isWaiting: (data) => (data as CheckView | undefined)?.kind === "waiting",
};
export const meta = pageTitle("Line Checker Results");

export async function loader(args: LoaderFunctionArgs) {
  return checkView(args, await requireAccount(args));
}

const checklist = definePost({
  form: checklistForm,
  async save({ args, portal }) {
    const id = args.params["id"] ?? "";
    const check = await getCheckOrRedirect(args, portal, id);
    const to = paths.lineFault(id);
    if (isPending(check)) throw redirectWithoutResults(args, portal, to);
    // Only a test that found no fault has a checklist.
    if (!asksForChecklist(check)) return { to };
    const isSaved = await confirmChecklist(args, { portal, id, check, progress: getProgress(portal, id) });
    const flash = { tone: "error", text: acknowledgeAcceptance.failure } as const;
    return { to, ...(!isSaved && { flash }) };
  },
});
/** Waits for any booking, because the checklist and the agreements go to the API together. */
export const action = answerInTurn(checklist);

export default function LineCheckPage() {
  const view = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader
        title={view.title}
        actions={
          view.kind === "results" && (
            <ButtonLink to={paths.lineFaults()} icon="activity">
              Perform Another Test
            </ButtonLink>
          )
        }
      />
      <div aria-live="polite" className="stack-wide">
        {view.kind === "waiting" ? <Waiting {...view} /> : <Results {...view} />}
      </div>
    </FormPage>
  );
}
