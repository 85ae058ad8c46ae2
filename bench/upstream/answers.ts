/** The account and the person that everything here is about. */
export const clientId = "1001";

const roles = [
  "Quotes",
  "Orders",
  "Contracts",
  "Callouts",
  "Support",
  "MyPortal Admin",
  "Projects",
  "Returns",
  "MyPortal Switch Account",
  "Devices Shop",
];

/** An administrator of one account: the dashboard is chosen at sign-in and the navigation is complete. */
export const claims = {
  name: "Beth Marsh",
  given_name: "Beth",
  family_name: "Marsh",
  email: "beth.marsh@bench.example",
  userType: "customer",
  roles: roles.map((role) => `${clientId}-${role}`),
  accounts: [clientId],
};

const notifications = [
  ["Your broadband order has been completed", "2026-11-19T14:05:00Z", 0],
  ["Planned work in your area on <b>Tuesday</b>", "2026-11-18T09:30:00Z", 0],
  ["Your ticket was updated", "2026-11-16T16:45:00Z", 1],
] as const;

const notificationList = {
  items: notifications.map(([subject, issuedOn, status], index) => ({
    notificationId: `9${index}`,
    type: "General",
    subject,
    message: `<p>${subject}.</p>`,
    issuedOn,
    readOn: null,
    priority: "Normal",
    issuedBy: "Service desk",
    status,
    payload: null,
  })),
  totalCount: 48,
};

interface Answer {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** The portal API's answers by method and path below its base; constants, so that the upstream costs nothing. */
export const apiAnswers: Readonly<Record<string, Answer>> = {
  "GET /Client/MyAccounts": { json: [{ clientId, name: "Marsh & Co" }] },
  "GET /Client/GetSummaryDetails": {
    json: {
      clientName: "Marsh & Co",
      myAccounts: [`${clientId}:1/MAR001`, `${clientId}:2/MAR002`],
      address: {
        line1: "1 Quay Street",
        line2: "",
        town: "Brighton",
        county: "East Sussex",
        postCode: "BN1 1AA",
      },
    },
  },
  "GET /Notification/MyNotifications": {
    json: notificationList,
    headers: { "x-unread-count": "7", "x-total-count": "48" },
  },
  "GET /Notification/UnreadCount": { json: [{ clientId, count: 7 }] },
  "GET /SupportTicket/MyLatestTickets": {
    json: [
      { supportTicketId: 70412, subject: "No dial tone on the reception line", time: "2026-11-19T10:12:00Z" },
      { supportTicketId: 70377, subject: "New starter: laptop and mailbox", time: "2026-11-17T08:55:00Z" },
    ],
  },
  "GET /SupportTicket/Details": { json: { supportTicketId: 7, rowVersion: 1, subject: "A slow line" } },
  "GET /SupportTicket/TicketPriorities": { json: [{ id: "3", text: "Priority 3" }] },
  "POST /EventLog/LogPageView": { json: null },
  "POST /EventLog/LogDownloadClicked": { json: null },
  "POST /logout": { json: null },
};

/** The two feeds: as many items as the dashboard shows. */
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
