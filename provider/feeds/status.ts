/** An incident in the demo. Its age is relative, so that it's always recent. */
export interface DemoIncident {
  readonly name: string;
  readonly components: readonly string[];
  readonly minutesAgo: number;
  readonly status: string;
  readonly body: string;
}

const MINUTE = 60_000;

/** The incidents in the format of Statuspage's `summary.json`. */
export function statusFeed(url: string, now: Date, incidents: readonly DemoIncident[]) {
  return {
    page: { id: "demarc", name: "Demarc", url: `${url}/status`, time_zone: "Europe/London" },
    status: { indicator: incidents.length > 0 ? "minor" : "none", description: "" },
    components: [],
    incidents: incidents.map(({ name, components, minutesAgo, status, body }, index) => {
      const time = new Date(now.getTime() - minutesAgo * MINUTE).toISOString();
      return {
        id: `incident-${index + 1}`,
        name,
        status,
        created_at: time,
        updated_at: time,
        impact: "minor",
        components: components.map((component) => ({ name: component })),
        incident_updates: [{ status, body, created_at: time }],
      };
    }),
    scheduled_maintenances: [],
  };
}
