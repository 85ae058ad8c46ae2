/** Pages that tests/e2e/devices.test.ts opens, by address and heading. These are the ones for everyone. */
export const publicPages = [
  ["/login", "Welcome to the Customer Portal"],
  ["/cookies", "Cookie Policy"],
  ["/status", "Service status"],
  ["/no-access", "Request Access"],
] as const;

/** And these belong to an account. */
export const accountPages = [
  ["/switch-account", "Choose Account"],
  ["/dashboard", "Dashboard"],
  ["/coming-up", "Coming up"],
  ["/account", "Account Details"],
  ["/account/sessions", "Where you're signed in"],
  ["/account/activity", "Your activity"],
  ["/account/contacts", "Manage Contacts"],
  ["/account/contacts/new", "Add New Contact"],
  ["/account/contacts/roles", "Who can do what"],
  ["/account/locations", "Manage Locations"],
  ["/account/locations/new", "Manage Locations"],
  ["/account/locations/3", "Manage Locations"],
  ["/notifications?status=unread&status=read&status=archived", "Notifications"],
  ["/notifications/1", "Notification"],
  ["/notifications/messages", "Notification settings"],
  ["/invoices/usage", "Spend and calls"],
  ["/products/subscriptions", "Subscriptions"],
  ["/products/returns", "Returns"],
  ["/products/returns/51001", "Return 51001"],
  ["/products/quotes/29001", "Quote 29001"],
  ["/products/quotes/29001/compare", "Compare versions"],
  ["/products/quotes/29001/question", "Have a Question"],
  ["/products/quotes/29001/decline", "Decline quote"],
  ["/products/quotes/29001/accept", "Ready to Accept"],
  ["/search?q=whitby", "Search"],
  ["/no-such-page", "Page Not Found"],
  ["/error", "Something went wrong"],
  ["/logout", "Logout"],
] as const;

/** An address without the parts that differ between pages with the same layout. */
export const layoutOf = (path: string) => path.replace(/\?.*/, "").replace(/\d+/g, "0");

const listed = new Set([...publicPages, ...accountPages].map(([path]) => layoutOf(path)));
export const isListed = (path: string) => listed.has(layoutOf(path));
