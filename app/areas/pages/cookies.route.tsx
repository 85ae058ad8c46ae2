import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { pageTitle } from "#app/document/page-title.ts";
import { cookieChoiceOf, preferenceCookie } from "#app/document/preferences.ts";
import { formFields, readForm, shortText, withFormsForDocs } from "#app/request/read-form.server.ts";
import { openToAnyone } from "#app/request/require.ts";
import { safePath } from "#app/request/saved-url.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { Table } from "#app/ui/table.tsx";
import type { LoadContext } from "#server/load-context.ts";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import styles from "./cookies.module.css";
import { PublicFrame } from "./public-frame.tsx";

export const handle: PageFacts = { scripts: false };
export const meta = pageTitle("Cookie Policy");

const choiceByButton = { accept: "accepted", "opt-out": "opted-out" } as const;
const chosenCookies = formFields("303 to `returnTo`", {
  choice: z.enum(["accept", "opt-out"]),
  returnTo: shortText.optional(),
});

const ANALYTICS_COOKIE = /^(_ga|_gid|_gat|_gcl|__utm|ai_)/;

export function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session } = args.context;
  return { choice: cookieChoiceOf(args.context), backTo: session.user ? paths.dashboard() : paths.login() };
}

export const action = withFormsForDocs([chosenCookies], async (args: ActionFunctionArgs) => {
  openToAnyone(args);
  const { choice: button, returnTo } = await readForm(args, chosenCookies);
  const choice = choiceByButton[button];
  const cookies = [preferenceCookie("cookie-choice", choice, args.context.config)];
  if (choice === "opted-out") cookies.push(...expiredAnalyticsCookies(args.context));
  const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return redirect(safePath(returnTo) ?? paths.cookies(), { status: 303, headers });
});

function expiredAnalyticsCookies({ cookies, config }: LoadContext): string[] {
  const labels = new URL(config.publicUrl).hostname.split(".");
  // The analytics cookies are set for the widest domain that the browser allows. The server can't know which, so it tries them all.
  const domains = labels.map((_, index) => labels.slice(index).join("."));
  const scopes = ["", ...domains.map((domain) => `; Domain=${domain}`)];
  return Object.keys(cookies)
    .filter((name) => ANALYTICS_COOKIE.test(name) && /^[\w.-]+$/.test(name))
    .flatMap((name) => scopes.map((scope) => `${name}=; Path=/; Max-Age=0${scope}`));
}

export default function Cookies() {
  const { choice, backTo } = useLoaderData<typeof loader>();
  return (
    <PublicFrame title="Cookie Policy" wide>
      <div className={styles.policy}>
        <p>
          Cookies are small files that a site keeps in your browser. We use as few as we can, and none that
          follow you to other sites unless you accept analytics.
        </p>
        <h2>Cookies the portal needs</h2>
        <Table caption="Cookies the portal needs" columns={columns} rows={rows} />
        <h2>Cookies you choose</h2>
        <p>
          With your consent, we count which pages are used so that we know what to improve. Nothing is loaded
          for this unless you accept, and opting out removes what was stored. We keep your choice for one
          year.
        </p>
        {choice && (
          <Message tone="success">
            {`You've ${choice === "accepted" ? "accepted" : "opted out of"} analytics cookies.`}
          </Message>
        )}
        <form method="post" action={paths.cookies()} className={styles.choice}>
          <Button name="choice" value="accept" variant="primary">
            Accept
          </Button>
          <Button name="choice" value="opt-out">
            Opt out
          </Button>
        </form>
        <p className={styles.reviewed}>Reviewed July 2018</p>
        <ButtonLink to={backTo} variant="quiet" icon="arrow-left" reloadDocument>
          Back to the portal
        </ButtonLink>
      </div>
    </PublicFrame>
  );
}

const columns = [
  { key: "name", label: "Name" },
  { key: "purpose", label: "What for" },
  { key: "life", label: "How long" },
];

const rows = [
  [
    "session (__Host-session over https)",
    "Keeps you signed in. Contains a random number and nothing about you.",
    "Until you sign out or close the browser",
  ],
  [
    "sign-in-customer, sign-in-employee, no-access (prefixed with __Host- over https)",
    "Protect you while you sign in.",
    "10 minutes",
  ],
  [
    "visit (__Host-visit over https)",
    "Remembers which page you wanted to see until you've signed in. Only this portal can read it.",
    "30 minutes",
  ],
  [
    "cookie-choice (__Host-cookie-choice over https)",
    "Remembers your answer to the question about cookies.",
    "1 year",
  ],
  ["theme (__Host-theme over https)", "Remembers whether you've chosen the light or dark theme.", "1 year"],
  ["messages (__Host-messages over https)", "Remembers your notification settings.", "1 year"],
  ["single-keys", "Remembers that you've turned off the / and ? shortcuts.", "1 year"],
].map((cells, index) => ({ key: String(index), cells }));
