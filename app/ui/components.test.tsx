import { expect, test } from "vitest";
import { Badge } from "./badge.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { Card } from "./card.tsx";
import { DescriptionList } from "./description-list.tsx";
import { Icon } from "./icon.tsx";
import { LinkList } from "./link-list.tsx";
import { DismissibleMessage, Message } from "./message.tsx";
import { PanelError } from "./panel-error.tsx";
import { PublicPage } from "./public-page.tsx";
import { StatusTag } from "./status-tag.tsx";
import { Table } from "./table.tsx";
import { render } from "./testing/render.tsx";

test("a badge shows '99+' for a number above 99, and tells screen readers the exact one", () => {
  const html = render(<Badge count={128} label="unread" />);

  expect(html).toMatch(/aria-hidden="true">99\+</);
  expect(html).toContain("128 unread");
  expect(render(<Badge count={0} label="unread" />)).toBe("");
});

test("an icon is hidden from screen readers and drawn from the sprite", () => {
  const html = render(<Icon name="bell" />);

  expect(html).toContain('aria-hidden="true"');
  expect(html).toMatch(/<use href="[^"]*sprite[^"]*\.svg[^"]*#bell"/);
});

test("a message names its tone and can be closed without scripts", () => {
  const html = render(<DismissibleMessage tone="warning">Careful</DismissibleMessage>);

  expect(html).toMatch(/<dialog[^>]*aria-label="Warning"[^>]*open=""/);
  expect(html).toMatch(/<form method="dialog"[^>]*><button type="submit"/);
  expect(html).toContain("Dismiss");
  expect(render(<Message tone="error">Lost</Message>)).toMatch(/visually-hidden">Error: <\/span>Lost/);
});

test("a status has a text and an icon", () => {
  const html = render(<StatusTag tone="error">Overdue</StatusTag>);

  expect(html).toContain("#octagon-alert");
  expect(html).toContain("Overdue");
});

test("a card is a region named by its heading", () => {
  const html = render(
    <Card id="tickets" heading="Tickets">
      None
    </Card>,
  );

  expect(html).toContain('aria-labelledby="tickets-heading"');
  expect(html).toMatch(/<h2[^>]*id="tickets-heading">Tickets<\/h2>/);
});

test("a table has a caption, column and row headings, and marks the column that it is sorted by", () => {
  const html = render(
    <Table
      caption="Invoices"
      columns={[
        { key: "number", label: "Invoice", sort: "descending" },
        { key: "amount", label: "Amount", numeric: true },
        { key: "open", label: "Download", hiddenHeading: true },
      ]}
      rows={[{ key: "1", cells: ["INV-1", "£1.00", "PDF"] }]}
    />,
  );

  expect(html).toContain('<caption class="visually-hidden">Invoices</caption>');
  expect(html).toContain('scope="col" aria-sort="descending"');
  expect(html).toContain('<th scope="row" dir="auto" data-label="Invoice">INV-1</th>');
  expect(html).toContain('<td data-end="true" data-label="Amount">£1.00</td>');
  expect(html).toContain(">Download</span>");
  expect(html).toContain('<td data-end="true">PDF</td>');
});

test("a missing value is shown as 'Not given', but zero is not", () => {
  const html = render(
    <DescriptionList
      items={[
        { term: "Mobile", detail: "" },
        { term: "Tickets", detail: 0 },
      ]}
    />,
  );

  expect(html.match(/Not given/g)).toHaveLength(1);
  expect(html).toContain('<dd dir="auto">0</dd>');
});

test("a failed panel has a reference and a link to try again", () => {
  const html = render(
    <PanelError text="There was an error loading notifications." reference="7F3K" retryTo="/dashboard" />,
  );

  expect(html).toContain("<code>7F3K</code>");
  expect(html).toContain('<a href="/dashboard">Try again</a>');
});

test("a button submits by default, and a button link has a URL and its text", () => {
  expect(render(<Button>Save</Button>)).toContain('type="submit"');
  const link = render(
    <ButtonLink to="/invoices.csv" icon="download" reloadDocument>
      Export
    </ButtonLink>,
  );

  expect(link).toContain('href="/invoices.csv"');
  expect(link).toContain("Export");
});

test("an unread row begins with 'Unread: ', and titles are escaped", () => {
  const html = render(<LinkList items={[{ to: "/n/1", title: "<i>News</i>", unread: true }]} />);

  expect(html).toContain("Unread: ");
  expect(html).not.toContain("<i>");
  expect(html).toContain('<bdi dir="auto">');
});

test("a public page has one h1 in its main element, and plain links in its footer", () => {
  const html = render(
    <PublicPage
      title="Signed out"
      brandName="Demarc"
      appTitle="Customer Portal"
      environment="Demo"
      footerLinks={[{ label: "Cookie Policy", to: "/cookies" }]}
    >
      Bye
    </PublicPage>,
  );

  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain('<main class="');
  expect(html).toContain('<a href="/cookies">Cookie Policy</a>');
  expect(html).toContain("Demo");
});
