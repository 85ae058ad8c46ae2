export interface Campaign {
  readonly slug: string;
  readonly title: string;
  readonly imageAltText: string;
  /** Where it leads: a path of the provider's site. */
  readonly path: string;
  /** Two colours of the picture, light to dark. */
  readonly colours: readonly [string, string];
}

/** What the dashboard's carousel shows. */
export const campaigns: readonly Campaign[] = [
  {
    slug: "full-fibre",
    title: "Full fibre has arrived",
    imageAltText: "Full fibre has arrived: check your postcode",
    path: "/blog/whats-next-in-fibre",
    colours: ["#2f8f74", "#0c3b2e"],
  },
  {
    slug: "phone-switch-off",
    title: "Ready for the switch-off?",
    imageAltText: "Ready for the switch-off? Move your lines in good time",
    path: "/blog/switch-off",
    colours: ["#4a6fd0", "#16244f"],
  },
  {
    slug: "security-check",
    title: "A free security check",
    imageAltText: "A free security check for every customer",
    path: "/blog/phishing-and-you",
    colours: ["#b4537f", "#3d1230"],
  },
  {
    slug: "backup",
    title: "Backups you can trust",
    imageAltText: "Backups you can trust, tested every month",
    path: "/blog/backup-testing",
    colours: ["#c07a2c", "#43240a"],
  },
];

/** The campaigns as XML: title, mediaUrl, link, imageAltText (spec 1 §7). */
export function campaignFeed(url: string): string {
  const items = campaigns.map(
    ({ slug, title, imageAltText, path }) => `    <item>
      <title>${title}</title>
      <mediaUrl>${url}/feeds/images/${slug}.svg</mediaUrl>
      <link>${url}${path}</link>
      <imageAltText>${imageAltText}</imageAltText>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>Campaigns</title>
${items.join("\n")}
  </channel>
</rss>
`;
}
