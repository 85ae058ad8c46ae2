/** A calendar event's UID, always the same for the same ids, so that importing a newer file updates the event. */
export function calendarUid(publicUrl: string, kind: string, ...ids: readonly string[]): string {
  // Hyphens separate the ids, so they're escaped within an id.
  const escaped = ids.map((id) => encodeURIComponent(id).replaceAll("-", "%2D"));
  return `${[kind, ...escaped].join("-")}@${new URL(publicUrl).host}`;
}
