import answers from "./answers.json" with { type: "json" };

/** The account that all answers are for. */
export const clientId = "1001";

/** An administrator of one account, who sees the whole navigation. */
export const { person } = answers;

/** An answer of the portal API. */
export interface Answer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** The portal API's answers by method and path below its base. They're constants, so that the upstream is fast. */
export const apiAnswers: Readonly<Record<string, Answer>> = answers.api;

/** The two feeds, with as many items as the dashboard shows. */
export function feedAnswers(base: string): Readonly<Record<string, string>> {
  const post = (n: number) =>
    `<item><title>Post ${n}</title><link>${base}/blog/${n}</link><pubDate>Thu, 1${n} Nov 2026 09:00:00 GMT</pubDate><category>${n} min</category></item>`;
  const campaign = (n: number) =>
    `<item><title>Campaign ${n}</title><mediaUrl>${base}/feeds/images/${n}.svg</mediaUrl><link>${base}/offer/${n}</link><imageAltText>Campaign ${n}</imageAltText></item>`;
  const feed = (items: string[]) =>
    `<?xml version="1.0"?><rss version="2.0"><channel>${items.join("")}</channel></rss>`;
  return {
    "/feeds/blog.xml": feed([1, 2, 3].map(post)),
    "/feeds/campaigns.xml": feed([1, 2, 3].map(campaign)),
  };
}
