import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { PersonField } from "#app/document/owner-fields.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { formFields, readForm, shortText, withFormsForDocs } from "#app/request/read-form.server.ts";
import { requireUser } from "#app/request/require.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDateTime } from "#app/ui/format.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { Table } from "#app/ui/table.tsx";
import { paths } from "#shared/paths.ts";

const TITLE = "Where you're signed in";
export const meta = pageTitle(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const { user, session } = await requireUser(args);
  const signedInSessions = await args.context.services.persons.list(user);
  const sessions = signedInSessions.map(({ handle, browser = "Unknown browser", startedAt, usedAt }) => ({
    handle,
    browser,
    started: formatDateTime(new Date(startedAt).toISOString()),
    used: formatDateTime(new Date(usedAt).toISOString()),
    isThis: handle === session.handle,
  }));
  return { sessions: sessions.sort((a, b) => Number(b.isThis) - Number(a.isThis)) };
}

const endedSession = formFields("303 to the same address; 307 to sign-out for `all`", {
  /** 'others', 'all', or a session's handle. */
  session: shortText,
});

/** Ends one other session, all the others, or all of them, which redirects to the sign-out. */
export const action = withFormsForDocs([endedSession], async (args: ActionFunctionArgs) => {
  const { user, session } = await requireUser(args);
  const { session: selected } = await readForm(args, endedSession, { samePersonAs: { user } });
  const isOther = (handle: string) => handle !== session.handle;
  const endsAllOthers = selected === "others" || selected === "all";
  const { persons } = args.context.services;
  const ended = await persons.end(
    user,
    (handle) => isOther(handle) && (endsAllOthers || handle === selected),
  );
  if (ended > 0)
    args.context.audit(
      endsAllOthers
        ? { audit: "session-end", outcome: "all others", what: "Signed out everywhere else" }
        : { audit: "session-end", outcome: "one other", what: "Signed out another browser" },
    );
  // After a 307 the browser posts the form to the new address.
  if (selected === "all") return redirect(paths.logout(), 307);
  session.flash({
    tone: "success",
    text: endsAllOthers ? "Signed out everywhere else." : "Signed out there.",
  });
  return redirect(paths.sessions(), 303);
});

const columns = [
  { key: "browser", label: "Browser" },
  { key: "started", label: "Signed in" },
  { key: "used", label: "Last used" },
  { key: "end", label: "Sign out", hiddenHeading: true },
];

export default function SessionsPage() {
  const { sessions } = useLoaderData<typeof loader>();
  const rows = sessions.map(({ handle, browser, isThis, started, used }) => ({
    key: handle,
    cells: [
      <span key="name" className="cluster">
        {browser}
        {isThis && <StatusTag tone="info">This browser</StatusTag>}
      </span>,
      started,
      used,
      !isThis && (
        <SignOutForm key="end" session={handle}>
          Sign out <span className="visually-hidden">{`${browser}, signed in ${started}`}</span>
        </SignOutForm>
      ),
    ],
  }));
  return (
    <div className="stack-wide">
      <PageHeader
        title={TITLE}
        intro={
          <>
            If you don&apos;t recognise one of these, sign it out and change your password.{" "}
            <Link to={paths.activity()}>Your activity</Link> shows what you&apos;ve done here.
          </>
        }
      />
      <Table caption={TITLE} columns={columns} rows={rows} boxed />
      <div className="cluster">
        {sessions.length > 1 && <SignOutForm session="others">Sign out everywhere else</SignOutForm>}
        <SignOutForm session="all">Sign out everywhere</SignOutForm>
      </div>
    </div>
  );
}

function SignOutForm({ session, children }: { session: string; children: ReactNode }) {
  return (
    <form method="post" action={paths.sessions()}>
      <PersonField />
      <Button name="session" value={session}>
        {children}
      </Button>
    </form>
  );
}
