import { expect, test } from "vitest";
import { CookieDialog } from "#app/areas/pages/cookie-dialog.tsx";
import { render } from "#app/ui/testing/render.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { MessageBar } from "./message-bar.tsx";
import { NotificationsMenu } from "./notifications-menu.tsx";
import { SideNavigation } from "./side-navigation.tsx";
import { ToastRegion } from "./toast-region.tsx";
import type { AccountView, NavigationItem } from "./view-models.ts";

const account: AccountView = {
  initials: "AB",
  fullName: "Alex Beaumont",
  email: "alex@customer.example",
  sessionsTo: "/account/sessions",
  detailsTo: "/account",
  accountName: "Northern Logistics",
  accountNumbers: ["DEM1", "DEM2"],
  address: ["Unit 14", "Manchester", "M17 1SH"],
  membership: "Silver",
  helpDeskEmail: "help@provider.example",
  otherAccounts: [{ id: "1002", name: "Southern Logistics" }],
  switchAction: "/switch-account?from=%2Finvoices",
  theme: { chosen: "dark", action: "/theme", returnTo: "/dashboard" },
  logoutAction: "/logout",
};

const items: NavigationItem[] = [
  { title: "Dashboard", to: "/dashboard", tooltip: "Your overview" },
  {
    title: "Account",
    to: "/account",
    children: [
      { title: "Account Details", to: "/account" },
      { title: "Manage Contacts", to: "/account/contacts" },
    ],
  },
  { title: "Services", to: "/services", children: [{ title: "Line Faults", to: "/services/line-faults" }] },
];

test("bell, account and mobile menus are details elements of the same name, so that only one can be open", () => {
  const html = render(
    <>
      <Header
        brandName="Demarc"
        homeTo="/dashboard"
        appTitle="Customer Portal"
        notifications={{ unreadCount: 2, latest: [], to: "/notifications" }}
        account={account}
      />
      <SideNavigation items={items} currentPath="/dashboard" />
    </>,
  );

  expect(html.match(/<details[^>]*name="shell-menu"/g)).toHaveLength(3);
});

test("the account panel has all of its sections, the help desk's email and a Logout button that posts", () => {
  const html = render(<AccountMenu {...account} switchTo="/switch-account" />);

  for (const heading of [
    "Your Details",
    "Account Name",
    "Account Numbers",
    "Primary Address",
    "Contact Us",
    "Switch Accounts",
  ]) {
    expect(html).toContain(heading);
  }
  expect(html).toContain('href="mailto:help@provider.example"');
  expect(html).toMatch(/<form method="post" action="\/logout"><button type="submit"/);
});

test("the account panel has no Switch Accounts link without `switchTo`", () => {
  expect(render(<AccountMenu {...account} />)).not.toContain("Switch Accounts");
});

test.each([
  [5, false],
  [6, true],
])("%d account numbers are collapsed: %s", (count, isCollapsed) => {
  const accountNumbers = Array.from({ length: count }, (_, index) => `DEM${index}`);

  expect(render(<AccountMenu {...account} accountNumbers={accountNumbers} />).includes("Show all")).toBe(
    isCollapsed,
  );
});

test("the theme buttons submit the form, and the chosen theme's button is pressed", () => {
  const html = render(<AccountMenu {...account} />);

  expect(html).toMatch(/value="dark"[^>]*aria-pressed="true"/);
  expect(html.match(/type="submit" name="theme"/g)).toHaveLength(3);
  expect(html).toContain('<input type="hidden" name="returnTo" value="/dashboard"/>');
});

test("on a page below several menu entries, the longest match is marked as current and its group is open", () => {
  const html = render(<SideNavigation items={items} currentPath="/account/contacts/7" />);

  expect(html).toMatch(/aria-current="true"[^>]*>.*?Manage Contacts/);
  expect(html.match(/aria-current/g)).toHaveLength(1);
  expect(html.match(/<details[^>]*open=""/g)).toHaveLength(1);
});

test("a menu entry is the current page only if its whole path matches", () => {
  expect(render(<SideNavigation items={items} currentPath="/dashboard" />)).toContain('aria-current="page"');
  expect(render(<SideNavigation items={items} currentPath="/dashboards" />)).not.toContain("aria-current");
});

test("a menu entry is a link with its tooltip; a group is no link", () => {
  const html = render(<SideNavigation items={items} currentPath="/" />);

  expect(html).toMatch(/<a[^>]*href="\/dashboard"[^>]*title="Your overview"/);
  expect(html).not.toContain('href="/services"');
});

test("the notifications menu shows the unread count and the latest, or why it shows none", () => {
  const latest = [
    { id: "1", subject: "<b>News</b>", issuedOn: "05/11/2026", to: "/notifications/1", unread: true },
  ];
  const listed = render(<NotificationsMenu unreadCount={1} latest={latest} to="/notifications" />);

  expect(listed).toContain("1 unread");
  expect(listed).toContain("&lt;b&gt;News");
  expect(listed).toContain("Unread: ");
  expect(render(<NotificationsMenu unreadCount={0} latest={[]} to="/n" />)).toContain(
    "You have no recent notifications",
  );
  expect(render(<NotificationsMenu unreadCount={0} to="/n" />)).toContain(
    "There was an error loading notifications.",
  );
});

test("messages are in a live region, with escaped text and a Dismiss button", () => {
  const html = render(<MessageBar messages={[{ id: "1", tone: "error", text: "<img src=x>" }]} />);

  expect(html).toMatch(/^<div[^>]*role="status"/);
  expect(html).not.toContain("<img");
  expect(html).toContain("Dismiss");
});

test("a toast has the heading 'New Notification' and links to its details", () => {
  const html = render(
    <ToastRegion
      toasts={[{ id: "1", message: "Line check done", to: "/x" }]}
      onDismiss={() => undefined}
      pauseHandlers={{}}
    />,
  );

  expect(html).toContain("New Notification");
  expect(html).toMatch(/href="\/x"[^>]*>View details</);
});

test("both cookie choices are buttons of one form", () => {
  const html = render(<CookieDialog action="/cookies" returnTo="/dashboard" policyTo="/cookies" />);

  expect(html).toMatch(/<form method="post" action="\/cookies"/);
  expect(html).toMatch(/name="choice" value="opt-out"/);
  expect(html).toMatch(/name="choice" value="accept"/);
});

test("the footer names the environment, if there is one", () => {
  expect(render(<Footer links={[]} environment="Staging" />)).toContain("Staging");
  expect(render(<Footer links={[]} />)).not.toContain("Environment");
});

test("the bottom bar has an Invoices link only with `invoicesTo`, and marks the link of the current page", () => {
  expect(render(<BottomBar currentPath="/" />)).not.toContain("<a");
  expect(render(<BottomBar menu={{}} currentPath="/dashboard" />)).not.toContain("Invoices");
  const bar = render(<BottomBar menu={{ invoicesTo: "/invoices" }} currentPath="/invoices/410324" />);
  expect(bar.match(/aria-current="true"[^>]*>.*?Invoices/)).toHaveLength(1);
  expect(bar.match(/aria-current/g)).toHaveLength(1);
});
