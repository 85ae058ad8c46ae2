import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { openToAnyone } from "#app/request/require.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { statusView } from "./status-view.server.ts";
import styles from "./status.module.css";

const TITLE = "Service status";
export const handle: PageFacts = { requiredParts: ["status"], scripts: false };
export const meta = pageTitle(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  const { session } = args.context;
  const backTo = session.user ? paths.dashboard() : paths.login();
  return { ...(await statusView(args.context)), backTo };
}

type IncidentView = Awaited<ReturnType<typeof statusView>>["open"][number];

export default function Status() {
  const { open, past, isUnknown, staleSince, backTo } = useLoaderData<typeof loader>();
  return (
    <PublicFrame title={TITLE} wide>
      <div className={styles.status}>
        {isUnknown && (
          <Message tone="warning">
            We can&apos;t tell at the moment, because we couldn&apos;t check the status. Please try again in a
            minute.
          </Message>
        )}
        {staleSince && (
          <Message tone="warning">
            <p>This is from {staleSince}. We haven&apos;t been able to update it since.</p>
          </Message>
        )}
        {!isUnknown && open.length === 0 && (
          <Message tone={staleSince ? "info" : "success"}>There are no open incidents.</Message>
        )}
        {open.length > 0 && <Incidents heading="We're working on this" incidents={open} />}
        {past.length > 0 && <Incidents heading="Resolved" incidents={past} />}
        <ButtonLink to={backTo} variant="quiet" icon="arrow-left" reloadDocument>
          Back to the portal
        </ButtonLink>
      </div>
    </PublicFrame>
  );
}

function Incidents({ heading, incidents }: { heading: string; incidents: readonly IncidentView[] }) {
  return (
    <>
      <h2>{heading}</h2>
      <ul className={styles.incidents}>
        {incidents.map(({ title, text, areas, updated, link }, index) => (
          <li key={index} className={styles.incident}>
            <h3>{link ? <a href={link}>{title}</a> : title}</h3>
            {(areas || updated) && (
              <p className={styles.facts}>
                {[areas, updated && `updated ${updated}`].filter(Boolean).join(" · ")}
              </p>
            )}
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
