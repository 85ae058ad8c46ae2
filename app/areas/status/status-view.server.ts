import { offers } from "#app/document/offers.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { formatDateTime } from "#app/ui/format.ts";
import type { Incident } from "#server/feeds/feeds.ts";
import type { LoadContext } from "#server/load-context.ts";
import { paths } from "#shared/paths.ts";

type StatusContext = Pick<LoadContext, "config" | "services">;

/** Words in the names of services that may affect lines and line tests. */
const ABOUT_LINES = /broadband|internet|fibre|fttp|line|phone|telephon|voice|call|network|connect/i;
/** An older status is shown with its time. We read the feed every two minutes at most, when a page needs it. */
const STALE_AFTER_MS = 15 * 60_000;

/** What the status page shows. */
export async function statusView({ services }: StatusContext) {
  const now = services.now().getTime();
  const status = await findStatus(services);
  if (!status) return { open: [], past: [], isUnknown: true, staleSince: undefined };
  const ageMs = performance.now() - status.readAt;
  const incidents = status.incidents.map((incident) => ({
    ...incident,
    areas: incident.areas.join(", "),
    updated: formatDateTime(incident.updatedOn),
  }));
  return {
    open: incidents.filter(({ isOpen }) => isOpen),
    past: incidents.filter(({ isOpen }) => !isOpen),
    isUnknown: false,
    staleSince: ageMs > STALE_AFTER_MS ? formatDateTime(new Date(now - ageMs).toISOString()) : undefined,
  };
}

export type StatusNote = NonNullable<Awaited<ReturnType<typeof statusNote>>>;

/** The open incidents in one line (docs/domain.md, Service status), or with `lines` only those that may affect lines. Undefined if there are none. */
export async function statusNote({ config, services }: StatusContext, about: "all" | "lines" = "all") {
  if (!offers(config, "status")) return undefined;
  const status = await findStatus(services);
  const open = (status?.incidents ?? []).filter(
    ({ isOpen, areas }) =>
      isOpen && (about === "all" || areas.length === 0 || areas.some((area) => ABOUT_LINES.test(area))),
  );
  const [first] = open;
  if (!first) return undefined;
  const text =
    open.length === 1 ? incidentText(first) : `${incidentText(first)}, and ${open.length - 1} more`;
  return { text, to: paths.status() };
}

const incidentText = ({ title, areas }: Incident) =>
  areas.length > 0 ? `${title} (${areas.join(", ")})` : title;

async function findStatus({ feeds }: StatusContext["services"]) {
  const status = await tolerate(feeds.status());
  return status.ok ? status.value : undefined;
}
