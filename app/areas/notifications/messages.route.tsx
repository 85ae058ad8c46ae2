import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { pageTitle } from "#app/document/page-title.ts";
import { preferenceCookie, preferenceOf } from "#app/document/preferences.ts";
import { EnableNotifications } from "#app/live/enable-notifications.tsx";
import { messageWays, readMessageWays } from "#app/live/message-ways.ts";
import { formFields, readForm, withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { RadioCards } from "#app/ui/choice.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { messageGroups } from "#shared/live-kinds.ts";
import { paths } from "#shared/paths.ts";
import { hasRole } from "#shared/roles.ts";

const TITLE = "Notification settings";
export const meta = pageTitle(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const { user, account } = await requireAccount(args);
  const groups = messageGroups.filter(
    (group) => group !== "tickets" || hasRole(user, account.clientId, "Support"),
  );
  return { groups, ways: readMessageWays(preferenceOf("messages", args.context)) };
}

const way = z.enum(messageWays).optional();
const chosenWays = formFields("303 to the same address", { "line-tests": way, tickets: way, others: way });

/** Stores the choice in a cookie, which every tab in this browser reads when a live event arrives. */
export const action = withFormsForDocs([chosenWays], async (args: ActionFunctionArgs) => {
  const { session } = await requireAccount(args);
  const chosen = await readForm(args, chosenWays);
  const previousWays = readMessageWays(preferenceOf("messages", args.context));
  const ways = messageGroups.map((group) => chosen[group] ?? previousWays[group]);
  session.flash({ tone: "success", text: "Your choice is saved in this browser for a year." });
  const headers = { "Set-Cookie": preferenceCookie("messages", ways.join("."), args.context.config) };
  return redirect(paths.messages(), { status: 303, headers });
});

const groupLabels = {
  "line-tests": "A line test finishes or fails",
  tickets: "A ticket is updated",
  others: "Anything else happens",
} as const;

const wayOptions = [
  {
    value: "browser",
    label: "Browser notification",
    hint: "When you're in another window, if you've allowed it. Otherwise on the page.",
  },
  { value: "toast", label: "On the page only", hint: "A pop-up for one minute." },
  { value: "silent", label: "Silent", hint: "No pop-up, only a number on the bell." },
];

export default function Messages() {
  const view = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader
        title={TITLE}
        intro={<p>How we tell you what&apos;s happening while the portal is open. Saved in this browser.</p>}
        back={{ to: paths.notifications(), label: "Notifications" }}
      />
      <form method="post">
        <Card heading="Tell me when" id="messages" icon="bell">
          <div className="stack-wide">
            {view.groups.map((group) => (
              <RadioCards
                key={group}
                id={group}
                name={group}
                label={groupLabels[group]}
                options={wayOptions}
                defaultValue={view.ways[group]}
                inline
              />
            ))}
            <ButtonRow>
              <Button variant="primary">Save Changes</Button>
            </ButtonRow>
          </div>
        </Card>
      </form>
      <EnableNotifications />
    </FormPage>
  );
}
