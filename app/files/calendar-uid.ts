/** A calendar event's UID, stable for the same ids, so that importing a newer file updates the event. */
export function calendarUid(publicUrl: string, kind: string, ...ids: readonly string[]): string {
  const plain = ids.map((id) => encodeURIComponent(id).replaceAll("-", "%2D"));
  return `${[kind, ...plain].join("-")}@${new URL(publicUrl).host}`;
}
