import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { BrandMark } from "#app/ui/brand-mark.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EnvironmentTag } from "#app/ui/environment-tag.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { iconNames } from "#app/ui/icons/names.ts";
import { DismissibleMessage, Message } from "#app/ui/message.tsx";
import { OmittedItemsNote } from "#app/ui/omitted-items-note.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { toneWord, type Tone } from "#app/ui/tone.ts";
import { GALLERY_LINK, LONG_TEXT, LONG_WORD } from "./gallery-texts.ts";
import styles from "./sandbox.module.css";

/** An example in each tone, by the tone's word. */
const inEachTone = (render: (tone: Tone) => ReactNode) =>
  Object.fromEntries(Object.entries(toneWord).map(([tone, word]) => [word, render(tone as Tone)]));

export const displayComponents = {
  badge: {
    "A few": <Badge count={3} label="unread" />,
    "Above 99": <Badge count={128} label="unread" />,
    "None shows nothing": <Badge count={0} label="unread" />,
  },
  "brand-mark": { Usual: <BrandMark />, Large: <BrandMark size="large" /> },
  "description-list": {
    Usual: (
      <DescriptionList
        items={[
          { term: "Name", detail: "Harbour & Pine Ltd" },
          { term: "Tickets", detail: 0 },
        ]}
      />
    ),
    Empty: <DescriptionList items={[{ term: "Mobile", detail: "" }]} />,
    Long: <DescriptionList items={[{ term: LONG_TEXT, detail: LONG_WORD }]} />,
  },
  disclosure: {
    Closed: <Disclosure summary="More about this">Here it is.</Disclosure>,
    Open: (
      <Disclosure summary="More about this" open>
        {LONG_TEXT}
      </Disclosure>
    ),
  },
  "done-page": {
    usual: () => (
      <DonePage
        title="Saved"
        fact="Ticket 92 logged"
        next={<p>We&apos;ll reply within 8 hours.</p>}
        buttons={[
          { to: GALLERY_LINK, label: "View Ticket" },
          { to: GALLERY_LINK, label: "Manage Tickets" },
        ]}
      />
    ),
  },
  "empty-state": {
    Usual: <EmptyState>There is nothing here yet.</EmptyState>,
    "With a next step": (
      <EmptyState icon="search" action={<ButtonLink to={GALLERY_LINK}>Clear search</ButtonLink>}>
        Nothing matches.
      </EmptyState>
    ),
    Compact: <EmptyState compact>{LONG_TEXT}</EmptyState>,
  },
  "environment-tag": { Usual: <EnvironmentTag name="staging" /> },
  "error-summary": {
    errors: () => (
      <ErrorSummary items={[{ text: "Enter a name", href: "#text-usual" }, { text: LONG_TEXT }]} />
    ),
    warning: () => <ErrorSummary tone="warning" heading={LONG_TEXT} items={[]} />,
  },
  icon: {
    Usual: (
      <ul className={styles.icons}>
        {iconNames.map((name) => (
          <li key={name}>
            <Icon name={name} /> {name}
          </li>
        ))}
      </ul>
    ),
    Small: <Icon name="bell" size="small" />,
    Large: <Icon name="bell" size="large" />,
  },
  "omitted-items-note": {
    Usual: <OmittedItemsNote shown={1_000} total={4_200} noun="files" />,
    "More than was read": <OmittedItemsNote shown={1_000} total={80_000} noun="lines" />,
  },
  message: {
    ...inEachTone((tone) => <Message tone={tone}>What people should know.</Message>),
    Long: (
      <Message tone="info" heading="With a heading">
        <p>{LONG_TEXT}</p>
        <p>{LONG_WORD}</p>
      </Message>
    ),
    "To dismiss": <DismissibleMessage tone="success">It was saved.</DismissibleMessage>,
  },
  "panel-error": {
    Usual: <PanelError message="There was an error loading notifications." />,
    "To report and try again": (
      <PanelError
        message="There was an error loading notifications."
        reference="7F3K"
        retryTo={GALLERY_LINK}
      />
    ),
    Long: <PanelError message={LONG_TEXT} reference="7F3K" />,
  },
  "phone-link": { Usual: <PhoneLink number="01632 960 100" /> },
  "safe-html": {
    Usual: <SafeHtml html="<p>A <b>ticket</b> with</p><ul><li>one line</li><li>another line</li></ul>" />,
  },
  spinner: { Busy: <Spinner label="Testing your line" /> },
  "status-tag": {
    ...inEachTone((tone) => <StatusTag tone={tone}>In words</StatusTag>),
    Long: <StatusTag tone="neutral">Waiting for the customer</StatusTag>,
  },
};
