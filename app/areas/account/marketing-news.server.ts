import type { PortalSession } from "#server/session/portal-session.ts";

const FLAG = "marketingPreferences";
const kinds = ["unsubscribed", "updated"] as const;
export type MarketingNews = (typeof kinds)[number];

type Flags = Pick<PortalSession, "addTo" | "removeFrom" | "membersOf">;

/** Notes what became of the marketing preferences, for the next confirmation. */
export async function noteMarketing(session: Flags, news: MarketingNews | undefined): Promise<void> {
  await session.removeFrom(FLAG, kinds);
  if (news) await session.addTo(FLAG, [news]);
}

/** What was noted last; handed out once. */
export async function takeMarketing(session: Flags): Promise<MarketingNews | undefined> {
  const noted = await session.membersOf(FLAG);
  const news = kinds.find((kind) => noted.has(kind));
  if (news) await session.removeFrom(FLAG, kinds);
  return news;
}
