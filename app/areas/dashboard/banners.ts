import { paths } from "#app/paths.ts";
import { londonDay } from "#app/time/moment.ts";

export interface Banner {
  readonly content: string;
  /** The last day on which the banner shows, `yyyy-MM-dd` in London time. */
  readonly expires: string;
  readonly linkUrl: string;
  readonly isExternalLink: boolean;
  readonly linkTitle: string;
  readonly colour: "brand" | "info" | "success";
}

export const banners: readonly Banner[] = [
  {
    content: "You can now pay your bills online, by card, whenever it suits you.",
    expires: "2021-03-12",
    linkUrl: paths.makePayment(),
    isExternalLink: false,
    linkTitle: "Make a payment",
    colour: "success",
  },
  {
    content: "A problem with a line? Run a line test yourself and see the result in minutes.",
    expires: "2022-06-30",
    linkUrl: paths.lineFaults(),
    isExternalLink: false,
    linkTitle: "Run a line test",
    colour: "brand",
  },
  {
    content: "Know at once when something needs you: let the portal show notifications in your browser.",
    expires: "2023-09-30",
    linkUrl: `${paths.dashboard()}?enableNotifications=true`,
    isExternalLink: false,
    linkTitle: "Turn on browser notifications",
    colour: "info",
  },
  {
    content: "Are your contact details and marketing preferences up to date?",
    expires: "2024-08-31",
    linkUrl: paths.account(),
    isExternalLink: false,
    linkTitle: "Update your preferences",
    colour: "brand",
  },
];

export function currentBanner(now: Date, candidates: readonly Banner[] = banners): Banner | undefined {
  const today = londonDay(now);
  return candidates.find(({ expires }) => expires >= today);
}
