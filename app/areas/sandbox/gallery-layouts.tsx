import { Badge } from "#app/ui/badge.tsx";
import { BeforeAfter } from "#app/ui/before-after.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FactsCard } from "#app/ui/facts-card.tsx";
import { FigureStrip } from "#app/ui/figure-strip.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { CardGrid, PageParts } from "#app/ui/page-layout.tsx";
import { Table } from "#app/ui/table.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { GALLERY_LINK, LONG_TEXT, LONG_WORD } from "./gallery-texts.ts";

const columns = [
  { key: "number", label: "Invoice", sort: "descending" },
  { key: "notes", label: "Notes" },
  { key: "amount", label: "Amount", numeric: true },
  { key: "open", label: "Download", hiddenHeading: true },
] as const;
const rows = [
  { key: "1", cells: ["INV-1", "Paid", "£1.00", "PDF"] },
  { key: "2", cells: ["INV-2", LONG_TEXT, "£12,345.67", "PDF"] },
];

export const layouts = {
  card: {
    Usual: (
      <Card
        heading="Tickets"
        id="card-usual"
        icon="life-buoy"
        footer={<a href={GALLERY_LINK}>All tickets</a>}
      >
        Two tickets are open.
      </Card>
    ),
    Empty: (
      <Card heading="Open tickets" id="card-empty" flush>
        <EmptyState compact>You have no open tickets</EmptyState>
      </Card>
    ),
    Long: (
      <Card heading={LONG_TEXT} id="card-long" icon="bell">
        {LONG_WORD}
      </Card>
    ),
  },
  "facts-card": {
    Usual: (
      <FactsCard
        heading="Delivery"
        id="facts-usual"
        icon="package"
        facts={[
          { term: "Sent", detail: "22/11/2026" },
          { term: "Address", detail: ["1 Harbour Street", "Whitby"] },
          { term: "Follow it", detail: { text: "The carrier's page", to: "https://carrier.example/" } },
          { term: "Signed by" },
        ]}
      />
    ),
    Empty: <FactsCard heading="Collection" id="facts-empty" facts={[]} />,
  },
  "figure-strip": {
    Usual: (
      <FigureStrip
        label="Amount due"
        figures={[
          { term: "Due", detail: "£1,200.00" },
          { term: "Overdue", detail: "£80.00" },
        ]}
        note="As of today."
      >
        <ButtonLink to={GALLERY_LINK}>Pay</ButtonLink>
      </FigureStrip>
    ),
    Long: <FigureStrip label="A long figure" figures={[{ term: LONG_TEXT, detail: "£123,456,789.00" }]} />,
  },
  "form-layout": {
    Usual: (
      <FormPage>
        <Fields>
          <TextInput id="layout-town" label="Town" />
          <TextInput id="layout-county" label="County" />
        </Fields>
        <ButtonRow>
          <Button type="button">Save</Button>
          <Button type="button">Cancel Without Saving</Button>
        </ButtonRow>
      </FormPage>
    ),
  },
  "link-list": {
    Usual: (
      <LinkList
        items={[
          { to: "#link-list", title: "A row", detail: "With a detail", icon: "mail" },
          { to: "#card", title: "An unread row", unread: true, after: <Badge count={2} label="new" /> },
          { to: "#table", title: "A file.pdf", isFile: true, icon: "file-text" },
          { to: "#badge", title: LONG_TEXT, detail: LONG_WORD },
        ]}
      />
    ),
  },
  "page-layout": {
    Usual: (
      <PageParts>
        <CardGrid>
          {["One", "Two", "Three"].map((heading) => (
            <Card key={heading} heading={heading} id={`layout-${heading}`}>
              {heading === "Two" ? LONG_TEXT : "Short"}
            </Card>
          ))}
        </CardGrid>
      </PageParts>
    ),
  },
  tabs: {
    Usual: (
      <Tabs
        label="Invoices"
        tabs={["Invoices", "Statement", LONG_TEXT].map((label, index) => ({
          label,
          to: GALLERY_LINK,
          isCurrent: index === 0,
        }))}
      />
    ),
  },
  "before-after": {
    Usual: (
      <BeforeAfter
        before="Now"
        after="From 03/12/2026"
        changes={[{ term: "Account number", before: "****8472", after: "****1934" }]}
      />
    ),
  },
  table: {
    Usual: <Table caption="Invoices" columns={columns} rows={rows} />,
    Boxed: <Table caption="One invoice" columns={columns} rows={rows.slice(0, 1)} boxed />,
  },
};
