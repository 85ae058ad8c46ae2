import { millisecondsInDay } from "date-fns/constants";
import { brand } from "#provider/identity/look.ts";
import blog from "./blog.json" with { type: "json" };

interface Post {
  readonly slug: string;
  /** XML text as a blog engine writes it: entities and all. */
  readonly title: string;
  readonly daysAgo: number;
  readonly readMinutes: number;
  readonly summary: string;
}

/** The provider's blog, newest first; ages are relative, so that the demo's news stays new. */
export const posts: readonly Post[] = blog;

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
