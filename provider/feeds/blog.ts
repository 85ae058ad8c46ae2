import { millisecondsInDay } from "date-fns/constants";
import { brand } from "#provider/identity/page-layout.ts";
import blog from "./blog.json" with { type: "json" };

interface Post {
  readonly slug: string;
  /** XML text as a blog engine writes it, with entities or CDATA. */
  readonly title: string;
  readonly daysAgo: number;
  readonly readMinutes: number;
  readonly summary: string;
}

/** The provider's blog, newest first. Ages are relative, so that the demo's posts stay recent. */
export const posts: readonly Post[] = blog;

/** The blog as RSS; the category is the read time in minutes. */
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
