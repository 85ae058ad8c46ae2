import { offers } from "#app/document/offers.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/ui/format.ts";
import type { Incident } from "#server/feeds/feeds.ts";
import type { LoadContext } from "#server/load-context.ts";

type StatusContext = Pick<LoadContext, "config" | "services">;

/** Words of status pages for services that may affect lines and line tests. */
const ABOUT_LINES = /broadband|internet|fibre|fttp|line|phone|telephon|voice|call|network|connect/i;
/** The feed is read at most every two minutes, when somebody asks for it. */
const OLD_AFTER_MS = 15 * 60_000;

/** The page of the service's status. */
export async function statusView({ services }: StatusContext) {
  const now = services.now().getTime();
  const status = await statusOrNone(services);
  if (!status) return { open: [], over: [], isUnknown: true, readOn: undefined };
  const shown = status.incidents.map((incident) => ({
    ...incident,
    areas: incident.areas.join(", "),
    updated: formatDateTime(incident.updatedOn),
  }));
  return {
    open: shown.filter(({ isOpen }) => isOpen),
    over: shown.filter(({ isOpen }) => !isOpen),
    isUnknown: false,
    readOn:
      now - status.readAt > OLD_AFTER_MS ? formatDateTime(new Date(status.readAt).toISOString()) : undefined,
  };
}

export interface StatusNote {
  readonly text: string;
  readonly to: string;
}

/**
 * The open incidents in one line, for the pages where people look for help; with `lines` only those that may affect
 * lines (docs/domain.md, Service status). Undefined if there are none or the feed can't be read.
 */
export async function statusNote(
  { config, services }: StatusContext,
  about: "all" | "lines" = "all",
): Promise<StatusNote | undefined> {
  if (!offers(config, "status")) return undefined;
  const status = await statusOrNone(services);
  const open = (status?.incidents ?? []).filter(
    ({ isOpen, areas }) =>
      isOpen && (about === "all" || areas.length === 0 || areas.some((area) => ABOUT_LINES.test(area))),
  );
  const [first] = open;
  if (!first) return undefined;
  const text = open.length === 1 ? nameOf(first) : `${nameOf(first)}, and ${open.length - 1} more`;
  return { text, to: paths.status() };
}

const nameOf = ({ title, areas }: Incident) => (areas.length > 0 ? `${title} (${areas.join(", ")})` : title);

async function statusOrNone({ feeds }: StatusContext["services"]) {
  const status = await tolerate(feeds.status());
  return status.ok ? status.value : undefined;
}
