import { millisecondsInDay } from "date-fns/constants";
import { brand } from "#provider/identity/look.ts";

interface Post {
  readonly slug: string;
  /** XML text as a blog engine writes it: entities and all. */
  readonly title: string;
  readonly daysAgo: number;
  readonly readMinutes: number;
  readonly summary: string;
}

/** The provider's blog, newest first; ages are relative, so that the demo's news stays new. */
export const posts: readonly Post[] = [
  {
    slug: "switch-off",
    title: "The 2027 switch-off: what it means for your phone lines",
    daysAgo: 2,
    readMinutes: 5,
    summary: "The old telephone network closes in January 2027. Here is how to be ready, line by line.",
  },
  {
    slug: "whats-next-in-fibre",
    title: "What&#8217;s next in full fibre &#8211; and when it reaches you",
    daysAgo: 6,
    readMinutes: 4,
    summary: "Full fibre goes on growing. We explain the dates, and the checker that tells you yours.",
  },
  {
    slug: "phishing-and-you",
    title: "<![CDATA[Phishing &amp; you: five habits that stop most attacks]]>",
    daysAgo: 13,
    readMinutes: 7,
    summary: "Most break-ins begin with an e-mail. Five habits make nearly all of them fail.",
  },
  {
    slug: "caf-culture",
    title: "Guest Wi-Fi at the caf&#233;: keeping visitors off your tills",
    daysAgo: 21,
    readMinutes: 3,
    summary: "One network for visitors, another for the business, and nothing between them.",
  },
  {
    slug: "licences-tidy-up",
    title: "Spring clean your licences: &#163;1,200 saved in an hour",
    daysAgo: 34,
    readMinutes: 6,
    summary: "A customer's story of an hour spent on the subscriptions page.",
  },
  {
    slug: "backup-testing",
    title: "When did you last restore a backup? A test you can run &lt;today&gt;",
    daysAgo: 55,
    readMinutes: 8,
    summary: "A backup that was never restored is a hope. Turn it into a plan.",
  },
];

/** The blog as RSS: title, link, pubDate, and the read time in minutes as category. */
export function blogFeed(url: string, now: Date): string {
  const items = posts.map(
    ({ slug, title, daysAgo, readMinutes, summary }) => `    <item>
      <title>${title}</title>
      <link>${url}/blog/${slug}</link>
      <guid isPermaLink="true">${url}/blog/${slug}</guid>
      <pubDate>${new Date(now.getTime() - daysAgo * millisecondsInDay).toUTCString()}</pubDate>
      <category>${readMinutes}</category>
      <description>${summary}</description>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>${brand} blog</title>
    <link>${url}/blog</link>
    <description>Business connectivity, explained</description>
${items.join("\n")}
  </channel>
</rss>
`;
}
