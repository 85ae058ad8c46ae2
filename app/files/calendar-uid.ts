/** An event's UID: the same for the same thing of the same account, so that a second file renews it, and never another's. */
export function calendarUid(publicUrl: string, kind: string, ...ids: readonly string[]): string {
  const plain = ids.map((id) => encodeURIComponent(id).replaceAll("-", "%2D"));
  return `${[kind, ...plain].join("-")}@${new URL(publicUrl).host}`;
}
